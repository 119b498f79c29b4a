package dev.paylater.api.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form on which a shopper pays.
 *
 * @param problem sentence about the last try; null: this is the first
 * @param returnUrl of the shop; null: none can be followed
 * @param purchase names what is bought by a reusable link; null: the link is for one payment
 */
public record PayView(
        OrderView order,
        @Nullable String problem,
        List<Method> methods,
        List<Saved> saved,
        List<Field> fields,
        @Nullable String returnUrl,
        @Nullable String purchase) {

    /** Fields that need another entry, in their order. */
    public List<Field> wrong() {
        return fields.stream().filter(field -> field.error() != null).toList();
    }

    /**
     * A way to pay.
     *
     * @param kind what is agreed, as "Invoice"
     * @param terms address of the provider's terms; null: none is known
     * @param termsLabel what the link to them says
     */
    public record Method(
            String value,
            String brand,
            String kind,
            String about,
            @Nullable String terms,
            String termsLabel,
            boolean isChosen) {}

    /** A saved way to pay. */
    public record Saved(String value, String label) {}

    /**
     * One entry.
     *
     * @param error sentence about it; null: nothing is wrong with it
     * @param isOptional whether it may be left empty
     * @param isRequired whether the browser requires it: every way to pay asks for it
     * @param onlyFor the ways to pay that ask for it; null: all
     * @param choices of a list; empty: it is typed
     */
    public record Field(
            String name,
            String label,
            String type,
            String autocomplete,
            String value,
            @Nullable String error,
            boolean isOptional,
            boolean isRequired,
            @Nullable String onlyFor,
            List<Choice> choices) {}

    /** One entry of a list. */
    public record Choice(String value, String label, boolean isChosen) {}
}
