package dev.paylater.api.payment;

import dev.paylater.api.document.Fields;
import dev.paylater.api.document.Values;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Items;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.PaymentReads;
import java.time.Instant;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import tools.jackson.core.JsonGenerator;

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
                    Items.write(
                            payment.journal(),
                            event -> "Event %s".formatted(event.value("sequence")),
                            TimelineController::write,
                            json);
                    json.writeEndObject();
                });
    }

    private static void write(Fields entry, JsonGenerator json) {
        json.writeStartObject();
        json.writeName("sequence");
        Values.number(entry.number("sequence"), json);
        json.writeName("at");
        Values.time(entry.time("at"), json);
        json.writeStringProperty("type", entry.section("event").requiredText("t"));
        json.writeName("cause");
        Values.text(entry.text("cause"), json);
        json.writeName("details");
        writePlain(entry.section("event").section("d"), json);
        json.writeEndObject();
    }

    /** Nested parts (terms, connector state) are how the event works, not what happened. */
    private static void writePlain(Fields details, JsonGenerator json) {
        json.writeStartObject();
        for (var name : details.names()) {
            switch (details.value(name)) {
                case String text -> json.writeStringProperty(name, text);
                case Long number -> json.writeNumberProperty(name, number);
                case Boolean flag -> json.writeBooleanProperty(name, flag);
                case Instant time -> json.writeStringProperty(name, Values.timeText(time));
                case Fields error when name.equals("error") -> {
                    json.writeName(name);
                    writePlain(error, json);
                }
                case null, default -> {}
            }
        }
        json.writeEndObject();
    }
}
