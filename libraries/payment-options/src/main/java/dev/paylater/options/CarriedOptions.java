package dev.paylater.options;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The carried fields of a payment, as JSON texts by name, and changes of them. */
public final class CarriedOptions {

    /**
     * What the state machine holds payments by mandate to, in the clear: of {@code mandate_data},
     * which is sealed, {@code mandate_type} with amount, currency and dates.
     */
    public static final String MANDATE_BOUNDS = "mandate_bounds";

    /** The JSON text of a field that a change removes. */
    public static final String CLEARED = "null";

    /** Of a merged field. */
    public static final int MAX_MEMBERS = 50;

    private CarriedOptions() {}

    /**
     * The fields after a change. A field replaces the one before it; of a merged one the members
     * that the change names are replaced, and those that it sets to an empty text are removed. What
     * is {@link #CLEARED} is removed as a whole.
     */
    public static Map<String, String> merge(
            Map<String, String> before, Map<String, String> change) {
        var merged = new LinkedHashMap<>(before);
        change.forEach((field, json) -> merge(merged, field, json));
        return Map.copyOf(merged);
    }

    private static void merge(Map<String, String> fields, String field, String json) {
        if (json.equals(CLEARED)) {
            fields.remove(field);
        } else {
            fields.merge(
                    field,
                    json,
                    (known, update) -> isMerged(field) ? mergeMembers(known, update) : update);
        }
    }

    /** The first merged field of a change that would have too many members after it. */
    public static Optional<String> findTooLarge(
            Map<String, String> before, Map<String, String> change) {
        var merged = merge(before, change);
        return change.keySet().stream()
                .filter(CarriedOptions::isMerged)
                .filter(merged::containsKey)
                .filter(
                        field ->
                                JsonMapper.shared().readTree(merged.get(field)).size()
                                        > MAX_MEMBERS)
                .findFirst();
    }

    /** A field that is a text and not sealed; null when it is unset or something else. */
    public static @Nullable String text(Map<String, String> fields, String field) {
        var json = fields.get(field);
        return json == null
                ? null
                : JsonMapper.shared().readTree(json).stringValueOpt().orElse(null);
    }

    private static boolean isMerged(String field) {
        return PaymentOption.named(field).filter(PaymentOption::isMerged).isPresent();
    }

    private static String mergeMembers(String known, String update) {
        var mapper = JsonMapper.shared();
        if (!(mapper.readTree(known) instanceof ObjectNode members)
                || !(mapper.readTree(update) instanceof ObjectNode changes)) {
            return update;
        }
        changes.forEachEntry(
                (name, value) -> {
                    if (value.isString() && value.stringValue().isEmpty()) {
                        members.remove(name);
                    } else {
                        members.set(name, value);
                    }
                });
        return mapper.writeValueAsString(members);
    }
}
