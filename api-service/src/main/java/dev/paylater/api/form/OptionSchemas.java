package dev.paylater.api.form;

import dev.paylater.api.json.Json;
import dev.paylater.options.PaymentOption;
import dev.paylater.options.Type;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The schemas of the bodies whose fields are payment options: each field from its row. */
final class OptionSchemas {

    private OptionSchemas() {}

    static void addTo(ObjectNode schemas) {
        schemas.set(
                "PaymentFields",
                body(
                        "Every field that create, update and confirm accept. null means the same as"
                                + " leaving the field out.",
                        options(PaymentOption::isInPayment),
                        option ->
                                field(option, option.type())
                                        .put(
                                                "description",
                                                description(option)
                                                        + " Until: "
                                                        + option.until().label()
                                                        + ".")));
        schemas.set(
                "CaptureRequest",
                body(
                        "One capture.",
                        options(PaymentOption::isInCapture),
                        option -> field(option, Objects.requireNonNull(option.captureType()))));
        schemas.set(
                "CompleteAuthorizeRequest",
                body(
                        "What the customer's client adds.",
                        List.of(PaymentOption.SHIPPING, PaymentOption.CLIENT_SECRET),
                        option -> field(option, option.type())));
    }

    private static List<PaymentOption> options(Predicate<PaymentOption> wanted) {
        return Stream.of(PaymentOption.values()).filter(wanted).toList();
    }

    private static ObjectNode body(
            String description,
            List<PaymentOption> options,
            Function<PaymentOption, ObjectNode> field) {
        var body = Json.emptyObject();
        body.put("type", "object").put("description", description);
        var fields = body.putObject("properties");
        for (var option : options) {
            fields.set(option.fieldName(), field.apply(option));
        }
        return body;
    }

    private static ObjectNode field(PaymentOption option, Type type) {
        return schema(type).put("description", description(option));
    }

    private static ObjectNode schema(Type type) {
        return switch (type) {
            case Type.Money _ -> integer("int64", 0, Long.MAX_VALUE);
            case Type.Whole _ -> integer("int64", Long.MIN_VALUE, Long.MAX_VALUE);
            case Type.Seconds _ -> integer("int32", 0, Integer.MAX_VALUE);
            case Type.Text(var most) -> nullable("string").put("maxLength", most);
            case Type.Flag _ -> nullable("boolean");
            case Type.Time _ -> nullable("string").put("format", "date-time");
            case Type.Free _ -> nullable("object");
            case Type.Declared(var schema) -> reference(schema);
            case Type.ListOf(var schema, var most) -> {
                var list = nullable("array").put("maxItems", most);
                list.set("items", reference(schema));
                yield list;
            }
        };
    }

    private static ObjectNode integer(String format, long least, long most) {
        return nullable("integer").put("format", format).put("minimum", least).put("maximum", most);
    }

    private static ObjectNode nullable(String type) {
        var schema = Json.emptyObject();
        schema.putArray("type").add(type).add("null");
        return schema;
    }

    private static ObjectNode reference(String schema) {
        return Json.emptyObject().put("$ref", OpenApi.REFERENCE_PREFIX + schema);
    }

    private static String description(PaymentOption option) {
        var text = new StringBuilder(option.description());
        if (option.hasEffect()) {
            append(text, "Acts on: " + option.actsOn() + ".");
        }
        append(text, "Set by: " + option.setBy().label() + ".");
        return text.toString();
    }

    private static void append(StringBuilder text, String sentence) {
        text.append(text.isEmpty() ? "" : " ").append(sentence);
    }
}
