package dev.paylater.orchestrator.kafka;

import dev.paylater.options.Routing;
import dev.paylater.options.RoutingJson;
import dev.paylater.orchestrator.payment.CaptureMethod;
import dev.paylater.orchestrator.payment.Intent;
import dev.paylater.schemas.PaymentOptions;
import java.time.Instant;
import java.util.Set;

/** Payment options between the messages and the core: by name, one for one. */
final class Options {

    /** Of no interest to a connector: routing is over, the operation has amounts of its own. */
    private static final Set<String> NOT_FOR_CONNECTORS =
            Set.of(
                    "amount_to_capture",
                    "capture_on",
                    "connector",
                    "routing",
                    "session_expiry",
                    "request_external_three_ds_authentication",
                    "update_mandate_id",
                    "allowed_payment_method_types",
                    "client_fields");

    private Options() {}

    static Intent read(PaymentOptions options) {
        return Intent.OPTIONS.make(
                (field, type) -> {
                    var wire = options.getSchema().getField(field);
                    var value = wire == null ? null : options.get(wire.pos());
                    return value == null ? null : read(value, type);
                });
    }

    private static Object read(Object value, Class<?> type) {
        if (type == Instant.class) {
            return Instant.ofEpochMilli((long) value);
        }
        if (type == CaptureMethod.class) {
            return WireEnums.to(CaptureMethod.class, (String) value);
        }
        if (type == Routing.class) {
            return RoutingJson.read((String) value);
        }
        return value;
    }

    /** What a connector may want to know. */
    static PaymentOptions write(Intent intent) {
        var options = new PaymentOptions();
        for (var field : options.getSchema().getFields()) {
            if (!NOT_FOR_CONNECTORS.contains(field.name())) {
                var value = Intent.OPTIONS.value(intent, field.name());
                options.put(
                        field.pos(),
                        value instanceof CaptureMethod method ? WireEnums.of(method) : value);
            }
        }
        return options;
    }
}
