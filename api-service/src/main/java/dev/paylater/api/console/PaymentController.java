package dev.paylater.api.console;

import dev.paylater.api.document.SupportRenderer;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.payment.Inspections;
import java.time.Clock;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** One payment as a story: where its money is, what it waits for, and all that happened. */
@Controller("consolePaymentController")
final class PaymentController {

    private final Inspections inspections;
    private final SupportRenderer renderer;
    private final Clock clock;

    PaymentController(Inspections inspections, SupportRenderer renderer, Clock clock) {
        this.inspections = inspections;
        this.renderer = renderer;
        this.clock = clock;
    }

    @GetMapping("/console/payments/{merchantId}/{paymentId}")
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_INSPECT)
    @Audited("inspectPayment")
    Answer show(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var inspected = inspections.open(call, merchantId, paymentId);
        var shown = Json.read(Json.write(json -> renderer.write(inspected, json)));
        var story = Story.of(inspected.payment().document(), shown.path("webhook_deliveries"));
        return ConsolePages.page(
                "payment",
                Frame.of(call, "Payment", "/console/payments"),
                new PaymentPage(
                        shown,
                        story,
                        Action.of(shown, call),
                        call.may(Scope.CONTACT_DETAILS),
                        call.filter("done"),
                        clock.instant()));
    }
}
