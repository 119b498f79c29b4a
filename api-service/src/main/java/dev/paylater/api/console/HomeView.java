package dev.paylater.api.console;

import dev.paylater.api.store.Attention;
import java.util.List;

/**
 * The first page.
 *
 * @param mayInspect whether this person may see payments
 */
public record HomeView(boolean mayInspect, List<Group> groups) {

    public long count() {
        return groups.stream().mapToLong(group -> group.rows().size()).sum();
    }

    /**
     * All of a kind.
     *
     * @param advice what to do about it
     */
    public record Group(String id, String title, String advice, List<Row> rows) {

        /** As it is written beside the title; there may be more than are read. */
        public String size() {
            return rows.size() < Attention.MOST
                    ? String.valueOf(rows.size())
                    : rows.size() + " or more";
        }
    }

    /** One thing to look at. */
    public record Row(
            String address,
            String paymentId,
            String merchantId,
            String amount,
            String connector,
            String since,
            String until,
            String reason) {}
}
