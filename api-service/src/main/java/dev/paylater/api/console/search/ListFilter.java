package dev.paylater.api.console.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;

import dev.paylater.api.console.Menu;
import dev.paylater.api.form.CalendarTime;
import dev.paylater.api.http.Call;
import dev.paylater.schemas.Topic;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the list of payments is narrowed by.
 *
 * @param values by the names of their fields, in the order of the list's address
 */
record ListFilter(Map<String, String> values) {

    static final List<String> STATUSES =
            List.of(
                    "succeeded",
                    "requires_capture",
                    "processing",
                    "partially_captured",
                    "partially_captured_and_capturable",
                    "requires_customer_action",
                    "requires_merchant_action",
                    "requires_payment_method",
                    "requires_confirmation",
                    "failed",
                    "cancelled");
    private static final String MERCHANT = "merchant_id";
    private static final String FROM = "created.gte";
    private static final String UNTIL = "created.lte";
    private static final int MAX_NAME = 60;
    private static final List<String> FIELDS =
            List.of("find", MERCHANT, "customer_id", "status", "connector", FROM, UNTIL);

    /** Of a call's query. */
    static ListFilter of(Call call) {
        var values = new LinkedHashMap<String, String>();
        for (var field : FIELDS) {
            var value = call.filter(field);
            if (value != null) {
                values.put(field, value);
            }
        }
        return new ListFilter(values);
    }

    /**
     * What may be saved of a form or is left of what was saved. What is searched for and customers'
     * ids are left out: they may name a person whose data is deleted one day.
     *
     * @param value of each field; null without it
     */
    static ListFilter kept(Call call, Function<String, @Nullable String> value) {
        var values = new LinkedHashMap<String, String>();
        for (var field : FIELDS) {
            var given = value.apply(field);
            if (given != null && isKept(call, field, given)) {
                values.put(field, given);
            }
        }
        return new ListFilter(values);
    }

    private static boolean isKept(Call call, String field, String value) {
        return switch (field) {
            case MERCHANT -> call.keysMerchant() == null && isName(value);
            case "status" -> STATUSES.contains(value);
            case "connector" -> Topic.CONNECTORS.contains(value);
            case FROM, UNTIL -> isTime(value);
            default -> false;
        };
    }

    private static boolean isTime(String value) {
        return CalendarTime.readTyped(value, false).isPresent();
    }

    /** The message for each field whose text cannot be read, by the name of the field. */
    Map<String, String> complaints() {
        return Stream.of(FROM, UNTIL)
                .filter(
                        field ->
                                values.containsKey(field)
                                        && !isTime(values.getOrDefault(field, "")))
                .collect(toMap(field -> field, _ -> "This " + CalendarTime.HOW_TO_TYPE + "."));
    }

    /** Printable text without what turns or hides other text. */
    static boolean isName(String text) {
        return !text.isBlank()
                && text.codePointCount(0, text.length()) <= MAX_NAME
                && text.codePoints().allMatch(ListFilter::isPrintable);
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }

    /** Whether all of it may be saved. */
    boolean canBeSaved(Call call) {
        return !values.isEmpty() && kept(call, values::get).equals(this);
    }

    String address() {
        return address(Menu.PAYMENTS, null);
    }

    String address(String path, @Nullable String cursor) {
        var query = new StringJoiner("&");
        values.forEach((name, value) -> query.add(name + "=" + URLEncoder.encode(value, UTF_8)));
        if (cursor != null) {
            query.add("cursor=" + URLEncoder.encode(cursor, UTF_8));
        }
        return query.length() == 0 ? path : path + "?" + query;
    }
}
