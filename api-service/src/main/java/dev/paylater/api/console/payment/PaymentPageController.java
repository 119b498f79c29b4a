package dev.paylater.api.console.payment;

import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.ConsolePayments;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Money;
import dev.paylater.api.console.Words;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.SupportRenderer;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.payment.Inspections;
import dev.paylater.api.store.ExchangeReads;
import dev.paylater.api.store.PaymentVersions;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** One payment as a story: where its money is, what it waits for, and all that happened. */
@Controller("consolePaymentController")
final class PaymentPageController {

    private final Inspections inspections;
    private final SupportRenderer renderer;
    private final ExchangeReads exchanges;
    private final PaymentVersions versions;
    private final LiveStreams streams;
    private final Clock clock;

    PaymentPageController(
            Inspections inspections,
            SupportRenderer renderer,
            ExchangeReads exchanges,
            PaymentVersions versions,
            LiveStreams streams,
            Clock clock) {
        this.exchanges = exchanges;
        this.inspections = inspections;
        this.renderer = renderer;
        this.versions = versions;
        this.streams = streams;
        this.clock = clock;
    }

    @GetMapping("/console/payments/{merchantId}/{paymentId}")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_INSPECT, Scope.PAYMENTS_READ})
    @Audited("inspectPayment")
    Answer show(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var inspected = inspections.open(call, merchantId, paymentId);
        var shown = Json.read(Json.write(json -> renderer.write(inspected, json)));
        var story = Story.of(inspected.payment().document(), shown.path("webhook_deliveries"));
        return ConsolePages.pageWithScript(
                "payment",
                Frame.of(call, "Payment", Menu.PAYMENTS),
                new PaymentPage(
                        shown,
                        story,
                        Action.of(shown, call),
                        unwanted(inspected.payment().document(), call),
                        call.may(Scope.CONTACT_DETAILS),
                        call.may(Scope.PAYMENTS_INSPECT, Scope.WEBHOOKS),
                        exchanges(merchantId, paymentId, call),
                        call.filter("done"),
                        inspected.payment().document().version(),
                        clock.instant()));
    }

    private List<PaymentPage.Exchange> exchanges(String merchantId, String paymentId, Call call) {
        if (!call.may(Scope.CONTACT_DETAILS)) {
            return List.of();
        }
        var address = ConsolePayments.address(merchantId, paymentId) + "/exchanges/";
        return exchanges.list(merchantId, paymentId).stream()
                .map(
                        each ->
                                new PaymentPage.Exchange(
                                        address + each.id(),
                                        Words.readable(each.operation()),
                                        each.connector(),
                                        Words.time(each.at().toString()),
                                        Words.result(each.result())))
                .toList();
    }

    @GetMapping("/console/payments/{merchantId}/{paymentId}/live")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_INSPECT, Scope.PAYMENTS_READ})
    Answer follow(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var key = PaymentVersions.key(merchantId, paymentId);
        var now = versions.of(Set.of(key)).get(key);
        if (now == null) {
            throw ApiException.notFound("payment that may change");
        }
        var shown = call.filter("version");
        var version = shown != null && shown.matches("[0-9]{1,18}") ? Long.parseLong(shown) : now;
        return Answer.events(streams.open(call.signedIn().session(), key, version));
    }

    private List<PaymentPage.Unwanted> unwanted(PaymentDocument payment, Call call) {
        var address = ConsolePayments.address(payment.merchantId(), payment.paymentId());
        return SettleController.unwanted(payment).stream()
                .map(
                        attempt -> {
                            var money = attempt.section("unwanted");
                            var attemptId = attempt.requiredText("attempt_id");
                            return new PaymentPage.Unwanted(
                                    attemptId,
                                    Objects.requireNonNullElse(attempt.text("connector"), "–"),
                                    Money.text(money.number("amount"), payment.currency()),
                                    Words.distance(money.time("since"), clock.instant()),
                                    Objects.requireNonNullElse(
                                            money.section("error").text("message"), ""),
                                    call.may(Scope.SETTLE)
                                            ? address + "/unwanted_money/" + attemptId
                                            : null);
                        })
                .toList();
    }
}
