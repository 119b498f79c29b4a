package dev.paylater.api.console;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The question whether an act is meant.
 *
 * @param text what the button says
 * @param consequence what follows from it
 * @param facts what it is about
 * @param address where the form goes
 * @param back where the person goes who does not mean it
 * @param fixed fields that the act is about and that nobody changes here
 * @param amount null: the act is about no amount of somebody's choice
 * @param formId makes a form that is sent twice one command
 */
public record ActView(
        String text,
        String consequence,
        List<Fact> facts,
        String address,
        String back,
        Map<String, String> fixed,
        @Nullable Amount amount,
        String formId) {

    /** A name and its value, and where more of it is shown. */
    public record Fact(String name, String value, @Nullable String address) {}

    /**
     * The amount, as the field is filled at first: the most that it can be.
     *
     * @param lines of the order, which can be chosen instead of an amount
     */
    public record Amount(String most, String currency, List<Line> lines) {}

    /**
     * A line of the order.
     *
     * @param number how the form names it
     * @param each the amount of one piece
     */
    public record Line(int number, String name, long quantity, String each) {}
}
