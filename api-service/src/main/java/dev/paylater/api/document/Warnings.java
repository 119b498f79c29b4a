package dev.paylater.api.document;

import dev.paylater.api.error.ErrorCode;
import dev.paylater.options.IgnoredOptions;
import dev.paylater.options.PaymentOption;
import java.util.List;
import java.util.stream.Stream;
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
        var features = view.attempt().texts("features");
        var ofPayment = IgnoredOptions.of(features, field -> value(payment, field));
        var ofCaptures =
                payment.capturesOfLatestAttempt().stream()
                        .map(capture -> capture.section("details"))
                        .flatMap(
                                details ->
                                        IgnoredOptions.ofCapture(features, details::text).stream());
        return Stream.concat(ofPayment.stream(), ofCaptures)
                .distinct()
                .filter(option -> !option.isRequired())
                .toList();
    }

    private static @Nullable Object value(PaymentDocument payment, String field) {
        var term = payment.term(field);
        return term == null ? payment.option(field) : term;
    }
}
