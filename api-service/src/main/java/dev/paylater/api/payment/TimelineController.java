package dev.paylater.api.payment;

import dev.paylater.api.document.Timeline;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.PaymentReads;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Everything that happened to a payment: the support desk's first question. */
@Controller
final class TimelineController {

    private final PaymentReads payments;

    TimelineController(PaymentReads payments) {
        this.payments = payments;
    }

    @GetMapping("/payments/{paymentId}/timeline")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer timeline(Call call, @PathVariable String paymentId) {
        var payment =
                payments.findWithJournal(call.merchantId(), PaymentIds.require(paymentId))
                        .orElseThrow(() -> ApiException.notFound("payment"));
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeStringProperty("payment_id", payment.paymentId());
                    json.writeName("events");
                    Timeline.write(payment, Set.of(), json);
                    json.writeEndObject();
                });
    }
}
