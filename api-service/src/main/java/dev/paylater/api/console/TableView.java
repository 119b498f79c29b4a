package dev.paylater.api.console;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of a merchant's: refunds, disputes, customers, mandates.
 *
 * @param columns names of the cells, and of the status
 * @param empty what is said where there are no rows
 * @param next address of the next page; null: there is none
 */
public record TableView(
        String title, List<String> columns, List<Row> rows, String empty, @Nullable String next) {

    /**
     * A row; the first cell heads it.
     *
     * @param status null: what is listed has none
     * @param acts what this person may do to it
     */
    public record Row(
            List<Cell> cells, @Nullable String status, String colour, List<ActView.Fact> acts) {}

    /** A text, and where more of it is shown. */
    public record Cell(String text, @Nullable String address) {}
}
