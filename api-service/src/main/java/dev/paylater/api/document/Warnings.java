package dev.paylater.api.document;

import dev.paylater.api.error.ErrorCode;
import dev.paylater.options.IgnoredOptions;
import dev.paylater.options.PaymentOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Names the options that the connector of the latest attempt does nothing with. */
final class Warnings {

    private Warnings() {}

    static void write(PaymentView view, JsonGenerator json) {
        var attempt = view.attempt();
        var ignored = attempt.isEmpty() ? List.<PaymentOption>of() : ignored(view);
        if (ignored.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartArray();
        for (var option : ignored) {
            json.writeStartObject();
            json.writeStringProperty("param", option.fieldName());
            json.writeStringProperty("code", ErrorCode.IR_37.name());
            json.writeStringProperty(
                    "message",
                    option.fieldName()
                            + " is not supported by "
                            + attempt.requiredText("connector"));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** What may not be ignored has been refused. */
    private static List<PaymentOption> ignored(PaymentView view) {
        var payment = view.document();
        var details =
                payment.capturesOfLatestAttempt().stream()
                        .map(capture -> capture.section("details"))
                        .toList();
        return IgnoredOptions.of(
                        view.attempt().texts("features"), field -> value(payment, details, field))
                .stream()
                .filter(option -> !option.isRequired())
                .toList();
    }

    private static @Nullable Object value(
            PaymentDocument payment, List<Fields> detailsOfCaptures, String field) {
        var term = payment.term(field);
        var value = term == null ? payment.option(field) : term;
        for (var details = detailsOfCaptures.iterator(); value == null && details.hasNext(); ) {
            value = details.next().text(field);
        }
        return value;
    }
}
