package dev.paylater.api.form;

import java.util.List;

/** Says what a value can be that is one of a list, such as a status or a currency. */
public final class KnownValues {

    /** Of longer lists (currencies, countries) one value is named as an example. */
    private static final int MAX_LISTED = 25;

    private KnownValues() {}

    /** Why a text is none of the values, in words that follow the name of a field. */
    public static String complaint(List<String> values, String given) {
        if (values.size() <= MAX_LISTED) {
            return "must be one of " + String.join(", ", values);
        }
        return values.stream()
                .filter(given::equalsIgnoreCase)
                .findFirst()
                .map(value -> "must be written " + value + ", in capitals")
                .orElse("is none of the codes it can have; " + values.getFirst() + " is one");
    }
}
