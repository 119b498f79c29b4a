package dev.paylater.api.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form on which a shopper pays.
 *
 * @param problem sentence about the last try; null: this is the first
 * @param returnUrl of the shop; null: none can be followed
 */
public record PayView(
        OrderView order,
        @Nullable String problem,
        List<Method> methods,
        List<Saved> saved,
        List<Field> fields,
        @Nullable String returnUrl) {

    /** Fields that need another entry, in their order. */
    public List<Field> wrong() {
        return fields.stream().filter(field -> field.error() != null).toList();
    }

    /** A way to pay. */
    public record Method(String value, String name, String about, boolean isChosen) {}

    /** A saved way to pay. */
    public record Saved(String value, String label) {}

    /**
     * One entry.
     *
     * @param error sentence about it; null: nothing is wrong with it
     * @param isFixed whether the merchant has set it, so that the shopper cannot change it
     * @param choices of a list; empty: it is typed
     */
    public record Field(
            String name,
            String label,
            String type,
            String autocomplete,
            String value,
            @Nullable String error,
            boolean isRequired,
            boolean isFixed,
            List<Choice> choices) {}

    /** One entry of a list. */
    public record Choice(String value, String label, boolean isChosen) {}
}
