package dev.paylater.options;

import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where sealed texts lie in carried fields. What is not declared here is neither sealed nor opened:
 * a text of another place that looks sealed is only text.
 */
public enum SealedMembers {
    /** Nothing in the field is sealed. */
    NONE("nothing"),
    /** The field itself is one sealed text. */
    WHOLE("the field itself"),
    /** Objects of the merchant's own: members named ssn and birth_date, at any depth. */
    PERSONAL("members named ssn or birth_date"),
    /** Members whose names end with _sdk: tokens that are as good as a signature. */
    SDK_ENTRIES("members whose names end with _sdk"),
    /** The member connector_account_details. */
    CREDENTIALS("connector_account_details");

    private static final Set<String> PERSONAL_NAMES = Set.of("ssn", "birth_date");
    private static final Set<String> OWN_OBJECTS =
            Set.of(
                    "metadata",
                    "capture_metadata",
                    "connector_metadata",
                    "frm_metadata",
                    "feature_metadata",
                    "split_payments",
                    "split_refunds",
                    "ctp_service_details",
                    "recurring_details",
                    "mandate_data");

    private static final String SDK_SUFFIX = "_sdk";

    private final String label;

    SealedMembers(String label) {
        this.label = label;
    }

    /** As the documentation spells it. */
    public String label() {
        return label;
    }

    /** What is sealed in a carried field of a payment, capture or refund. */
    public static SealedMembers of(String field) {
        return switch (field) {
            case "payment_method_data" -> SDK_ENTRIES;
            case "merchant_connector_details" -> CREDENTIALS;
            default -> {
                if (PERSONAL_NAMES.contains(field)) {
                    yield WHOLE;
                }
                yield OWN_OBJECTS.contains(field) ? PERSONAL : NONE;
            }
        };
    }

    /** Whether a member of the field, at whatever depth, is sealed because of its name. */
    public boolean includes(String member) {
        return switch (this) {
            case NONE, WHOLE -> false;
            case PERSONAL -> PERSONAL_NAMES.contains(member);
            case SDK_ENTRIES -> member.endsWith(SDK_SUFFIX);
            case CREDENTIALS -> member.equals("connector_account_details");
        };
    }

    /**
     * A carried field's JSON text with another text in place of each sealed one. What only looks
     * sealed, because it stands elsewhere, stays as it is.
     *
     * @param prefix what sealed texts begin with
     * @param replacement takes where the text stands ({@code ssn}, {@code metadata.ssn}) and the
     *     sealed text, and gives the JSON that is to stand there
     */
    public static String replaceSealed(
            String field, String json, String prefix, BinaryOperator<String> replacement) {
        var members = of(field);
        if (members == NONE || !json.contains(prefix)) {
            return json;
        }
        var sealed = "\"(" + Pattern.quote(prefix) + "[A-Za-z0-9_-]+)\"";
        if (members == WHOLE) {
            var whole = Pattern.compile(sealed).matcher(json);
            return whole.matches() ? replacement.apply(field, whole.group(1)) : json;
        }
        return Pattern.compile("\"(\\w+)\":" + sealed)
                .matcher(json)
                .replaceAll(found -> replaced(members, field, found, replacement));
    }

    private static String replaced(
            SealedMembers members,
            String field,
            MatchResult found,
            BinaryOperator<String> replacement) {
        var name = found.group(1);
        return Matcher.quoteReplacement(
                members.includes(name)
                        ? '"' + name + "\":" + replacement.apply(field + "." + name, found.group(2))
                        : found.group());
    }
}
