package dev.paylater.api.payment;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Whether a value of a body equals the payment's. Members that are null count as left out. */
final class SameValue {

    private SameValue() {}

    static boolean equal(JsonNode sent, JsonNode known) {
        if (sent.isObject() && known.isObject()) {
            return sent.propertyStream()
                            .allMatch(
                                    member -> equal(member.getValue(), known.path(member.getKey())))
                    && known.propertyStream()
                            .allMatch(
                                    member ->
                                            member.getValue().isNull()
                                                    || sent.hasNonNull(member.getKey()));
        }
        if (sent.isArray() && known.isArray()) {
            return sent.size() == known.size()
                    && java.util.stream.IntStream.range(0, sent.size())
                            .allMatch(i -> equal(sent.get(i), known.get(i)));
        }
        return sent.isNull() ? known.isNull() || known.isMissingNode() : sent.equals(known);
    }

    /** Whether what was sent is the value of an option as it is stored. */
    static boolean equal(JsonNode sent, @Nullable Object known) {
        return switch (known) {
            case null -> false;
            case String text -> sent.isString() && sent.stringValue().equals(text);
            case Long number -> sent.canConvertToExactIntegral() && sent.longValue() == number;
            case Boolean flag -> sent.isBoolean() && sent.booleanValue() == flag;
            case Instant time -> sent.isString() && time.equals(timeOf(sent.stringValue()));
            case List<?> texts ->
                    sent.isArray()
                            && sent.valueStream().map(JsonNode::asString).toList().equals(texts);
            default -> false;
        };
    }

    private static @Nullable Instant timeOf(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException _) {
            return null;
        }
    }
}
