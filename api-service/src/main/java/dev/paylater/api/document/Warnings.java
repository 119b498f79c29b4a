package dev.paylater.api.document;

import dev.paylater.api.error.ErrorCode;
import dev.paylater.connector.kit.Phone;
import dev.paylater.options.CarriedMember;
import dev.paylater.options.IgnoredOptions;
import dev.paylater.options.PaymentOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Names what the connector of the latest attempt, or of a refund, does nothing with. */
final class Warnings {

    private static final String PHONE = "phone";
    private static final String NO_PHONE_NUMBER = " is no phone number and is not sent";

    private Warnings() {}

    static void write(PaymentView view, JsonGenerator json) {
        var attempt = view.attempt();
        var connector = attempt.text("connector");
        var warnings = new LinkedHashMap<String, String>();
        if (!attempt.isEmpty()) {
            warnings.putAll(unsupported(ignored(view), connector));
            unusable(view).forEach(param -> warnings.putIfAbsent(param, param + NO_PHONE_NUMBER));
        }
        write(warnings, json);
    }

    static void ofRefund(Fields details, @Nullable String connector, JsonGenerator json) {
        var ignored = IgnoredOptions.ofRefund(name -> details.text(name) != null);
        write(unsupported(ignored, connector), json);
    }

    static void ofShipment(PaymentItem shipment, JsonGenerator json) {
        var attempt = shipment.attempt();
        var ignored =
                IgnoredOptions.ofShipment(
                        attempt.texts("features")::contains, shipment.details().names());
        write(unsupported(ignored, attempt.text("connector")), json);
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

    /** A message for each field, by its name. */
    private static void write(Map<String, String> warnings, JsonGenerator json) {
        if (warnings.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartArray();
        warnings.forEach(
                (param, message) -> {
                    json.writeStartObject();
                    json.writeStringProperty("param", param);
                    json.writeStringProperty("code", ErrorCode.IR_37.name());
                    json.writeStringProperty("message", message);
                    json.writeEndObject();
                });
        json.writeEndArray();
    }

    private static Map<String, String> unsupported(
            List<String> ignored, @Nullable String connector) {
        var messages = new LinkedHashMap<String, String>();
        ignored.forEach(param -> messages.put(param, param + " is not supported by " + connector));
        return messages;
    }

    /** Where the connector sends phone numbers: those that are none, and stay here. */
    private static List<String> unusable(PaymentView view) {
        if (!view.attempt().texts("features").contains(PHONE)) {
            return List.of();
        }
        var payment = view.document();
        var terms = new HashMap<String, String>();
        for (var field : List.of("billing", "shipping", "customer", "phone")) {
            var term = payment.term(field);
            if (term != null) {
                terms.put(field, term);
            }
        }
        return Phone.unusable(terms, text(payment.option("country")));
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    /** What may not be ignored has been refused. */
    private static List<String> ignored(PaymentView view) {
        var payment = view.document();
        var features = Set.copyOf(view.attempt().texts("features"));
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
