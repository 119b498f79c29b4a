package dev.paylater.api.console.merchant;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The health of the connectors.
 *
 * @param merchant whose payments are counted; null: all merchants', or nobody's where there are too
 *     many
 * @param merchants to choose from
 * @param counted whether days were counted
 * @param limit how many payments of a merchant and day are read; null: all of them were
 * @param idle connectors without attempts and without trouble, in one text
 */
public record ConnectorsView(
        @Nullable String merchant,
        List<String> merchants,
        boolean counted,
        @Nullable String limit,
        List<Health> connectors,
        String idle) {

    /**
     * A connector.
     *
     * @param id of its heading
     * @param chart what the picture shows, in words
     * @param from the first day
     * @param most attempts of a day, which the picture's height stands for
     * @param errors the most frequent ones of all days
     */
    public record Health(
            String id,
            String connector,
            List<Sign> now,
            String today,
            String days,
            String errors,
            String chart,
            String from,
            String until,
            long most,
            List<Bar> bars,
            List<Row> rows) {}

    /**
     * A badge that names one trouble of a connector, or says that it works.
     *
     * @param address where more of it is shown
     */
    public record Sign(String text, String colour, @Nullable String address) {}

    /** A part of a day's column in the picture. */
    public record Bar(String colour, int x, String y, String height) {}

    /** A day in numbers. */
    public record Row(
            String day,
            long attempts,
            String rate,
            long approved,
            long declined,
            long failed,
            long left,
            String errors) {}
}
