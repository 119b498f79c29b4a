package dev.paylater.refund.kafka;

import dev.paylater.schemas.PaymentOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import tools.jackson.databind.json.JsonMapper;

/**
 * The payment's options as texts. This service only carries them to the connector, and does not
 * want to change whenever an option is added.
 */
final class OptionTexts {

    private static final JsonMapper JSON = JsonMapper.shared();

    private OptionTexts() {}

    /** Field name to JSON text, without those that say nothing. */
    static Map<String, String> of(PaymentOptions options) {
        var texts = new HashMap<String, String>();
        for (var field : options.getSchema().getFields()) {
            var value = options.get(field.pos());
            if (value != null) {
                texts.put(field.name(), JSON.writeValueAsString(value));
            }
        }
        return Map.copyOf(texts);
    }

    static PaymentOptions read(Map<String, String> texts) {
        var options = new PaymentOptions();
        for (var field : options.getSchema().getFields()) {
            var text = texts.get(field.name());
            if (text != null) {
                options.put(field.pos(), JSON.readValue(text, javaType(field.schema())));
            }
        }
        return options;
    }

    private static Class<?> javaType(Schema schema) {
        return switch (schema.getType()) {
            case UNION -> javaType(presentBranch(schema));
            case STRING -> String.class;
            case LONG -> Long.class;
            case INT -> Integer.class;
            case BOOLEAN -> Boolean.class;
            case ARRAY -> List.class;
            case RECORD, ENUM, MAP, FIXED, BYTES, FLOAT, DOUBLE, NULL ->
                    throw new IllegalStateException("No option has type " + schema);
        };
    }

    private static Schema presentBranch(Schema union) {
        return union.getTypes().stream()
                .filter(branch -> branch.getType() != Schema.Type.NULL)
                .findFirst()
                .orElseThrow();
    }
}
