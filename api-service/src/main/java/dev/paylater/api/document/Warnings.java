package dev.paylater.api.document;

import dev.paylater.api.error.ErrorCode;
import dev.paylater.options.CarriedMember;
import dev.paylater.options.IgnoredOptions;
import dev.paylater.options.PaymentOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Names what the connector of the latest attempt, or of a refund, does nothing with. */
final class Warnings {

    private Warnings() {}

    static void write(PaymentView view, JsonGenerator json) {
        var attempt = view.attempt();
        var ignored = attempt.isEmpty() ? List.<String>of() : ignored(view);
        write(ignored, attempt.text("connector"), json);
    }

    static void ofRefund(Fields details, @Nullable String connector, JsonGenerator json) {
        write(IgnoredOptions.ofRefund(name -> details.text(name) != null), connector, json);
    }

    /** Members of a damaged document that are shown as null and may have a value. */
    static void ofDamaged(List<String> members, JsonGenerator json) {
        json.writeStartArray();
        for (var param : members) {
            json.writeStartObject();
            json.writeStringProperty("param", param);
            json.writeStringProperty("code", ErrorCode.HE_00.name());
            json.writeStringProperty("message", param + " cannot be read at the moment");
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void write(
            List<String> ignored, @Nullable String connector, JsonGenerator json) {
        if (ignored.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartArray();
        for (var param : ignored) {
            json.writeStartObject();
            json.writeStringProperty("param", param);
            json.writeStringProperty("code", ErrorCode.IR_37.name());
            json.writeStringProperty("message", param + " is not supported by " + connector);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** What may not be ignored has been refused. */
    private static List<String> ignored(PaymentView view) {
        var payment = view.document();
        var features = view.attempt().texts("features");
        var ignored = new LinkedHashSet<PaymentOption>();
        var members = new LinkedHashSet<CarriedMember>();
        ignored.addAll(IgnoredOptions.of(features, field -> value(payment, field)));
        members.addAll(IgnoredOptions.members(features, payment::term));
        for (var capture : payment.capturesOfLatestAttempt()) {
            var details = capture.section("details");
            ignored.addAll(IgnoredOptions.ofCapture(features, details::text));
            members.addAll(IgnoredOptions.members(features, details::text));
        }
        return Stream.concat(
                        ignored.stream()
                                .filter(option -> !option.isRequired())
                                .map(PaymentOption::fieldName),
                        members.stream().map(CarriedMember::path))
                .toList();
    }

    private static @Nullable Object value(PaymentDocument payment, String field) {
        var term = payment.term(field);
        return term == null ? payment.option(field) : term;
    }
}
