package dev.paylater.api.console;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A page of what was found.
 *
 * @param complaints what is wrong with a field, by its name
 * @param saved filters that can be opened by name
 * @param canBeSaved whether this filter can be saved
 * @param merchants whose payments there may be; null: the one merchant's who is signed in
 * @param complaint why nothing can be listed; null: it can
 * @param next address of the next page; null: there is none
 * @param file address of the same as CSV
 */
public record ListView(
        Map<String, String> filters,
        Map<String, String> complaints,
        List<Saved> saved,
        boolean canBeSaved,
        List<Choice> statuses,
        List<Choice> connectors,
        @Nullable List<String> merchants,
        List<Row> rows,
        @Nullable String complaint,
        @Nullable String next,
        String file) {

    public String filter(String name) {
        return filters.getOrDefault(name, "");
    }

    public boolean isFiltered() {
        return !filters.isEmpty();
    }

    /** A value that a filter can have. */
    public record Choice(String value, String text, boolean isChosen) {}

    /** A saved filter. */
    public record Saved(String name, String address, boolean isShown) {}

    /** A payment as the list shows it. */
    public record Row(
            String address,
            String paymentId,
            String merchantId,
            String created,
            String amount,
            String status,
            String colour,
            String connector,
            String error) {}
}
