package dev.paylater.api.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.json.Json;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What a customer entered on a payment page, as the body of a confirm. */
final class PayForm {

    static final String SAVED_METHOD = "payment_method_id";

    private PayForm() {}

    /** The saved payment method that was chosen instead of entering anything. */
    static Optional<String> savedMethod(byte[] body) {
        return Optional.ofNullable(entered(new String(body, UTF_8)).get(SAVED_METHOD));
    }

    static ObjectNode read(byte[] body) {
        var entered = entered(new String(body, UTF_8));
        var confirm = Json.emptyObject();
        var type = entered.getOrDefault("payment_method_type", "invoice");
        confirm.put("payment_method", "pay_later");
        confirm.put("payment_method_type", type);
        confirm.putObject("payment_method_data").putObject("pay_later").putObject(type);
        for (var field : PayField.values()) {
            var value = entered.get(field.formName());
            if (value != null) {
                put(confirm, field.steps().toList(), value);
            }
        }
        return confirm;
    }

    private static void put(ObjectNode target, List<String> steps, String value) {
        if (steps.size() == 1) {
            target.put(steps.getFirst(), value);
        } else {
            put(target.withObjectProperty(steps.getFirst()), steps.subList(1, steps.size()), value);
        }
    }

    private static Map<String, String> entered(String encoded) {
        var entered = new HashMap<String, String>();
        for (var pair : encoded.split("&", -1)) {
            var equals = pair.indexOf('=');
            if (equals > 0) {
                var value = decode(pair.substring(equals + 1)).strip();
                if (!value.isEmpty()) {
                    entered.put(decode(pair.substring(0, equals)), value);
                }
            }
        }
        return entered;
    }

    /** A broken escape is text like any other. */
    private static String decode(String encoded) {
        try {
            return URLDecoder.decode(encoded, UTF_8);
        } catch (IllegalArgumentException _) {
            return encoded;
        }
    }
}
