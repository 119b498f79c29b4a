package dev.paylater.options;

import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a carried field is encrypted before it leaves api-service. What is not sealed is neither
 * sealed nor opened: a text of such a field that looks sealed is only text.
 */
public enum Sealed {
    /** Nothing in it names a person. */
    NO(""),
    /** The field is one sealed text, a JSON string. */
    WHOLE("whole"),
    /** The value of each member is one, so that a change of some members can be merged. */
    MEMBERS("each member");

    /** Fields that refunds, disputes and shipments have and payments do not. */
    private static final Set<String> NOT_OF_PAYMENTS =
            Set.of("split_refunds", "evidence", "carrier", "tracking_number", "tracking_url");

    /** The name of a member is not sealed, whatever it looks like. */
    private static final Pattern PREFIXED_VALUE =
            Pattern.compile("\"([a-z]+:[A-Za-z0-9_-]+)\"(?!:)");

    private final String label;

    Sealed(String label) {
        this.label = label;
    }

    /** As the documentation spells it. */
    public String label() {
        return label;
    }

    /** Of a carried field of a payment, capture, refund, dispute or shipment. */
    public static Sealed of(String field) {
        return NOT_OF_PAYMENTS.contains(field)
                ? WHOLE
                : PaymentOption.named(field).map(PaymentOption::sealed).orElse(NO);
    }

    /**
     * A carried field's JSON text with something else in place of each sealed text.
     *
     * @param prefix what sealed texts begin with
     * @param replacement takes the sealed text and gives the JSON that is to stand there
     */
    public static String replace(
            String field, String json, String prefix, UnaryOperator<String> replacement) {
        return switch (of(field)) {
            case NO -> json;
            case WHOLE ->
                    json.startsWith('"' + prefix)
                            ? replacement.apply(json.substring(1, json.length() - 1))
                            : json;
            case MEMBERS ->
                    PREFIXED_VALUE
                            .matcher(json)
                            .replaceAll(
                                    found ->
                                            Matcher.quoteReplacement(
                                                    found.group(1).startsWith(prefix)
                                                            ? replacement.apply(found.group(1))
                                                            : found.group()));
        };
    }
}
