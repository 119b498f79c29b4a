package dev.paylater.webhook.send;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What an endpoint answered, as it is kept: its first words, for the engineer who looks why a
 * delivery failed. Receivers that are broken tend to answer with what they were sent, so whatever
 * says who the customer is is taken out: e-mail addresses, long numbers, and the texts of the body
 * that stand in fields of a person.
 */
final class MaskedAnswer {

    private static final int LONGEST = 200;
    private static final String MASK = "***";

    /** A word that is shorter stands in too many others. */
    private static final int SHORTEST_WORD = 3;

    private static final Pattern EMAIL =
            Pattern.compile(
                    "[^\\s@\"'<>()\\[\\]{}:;,=&]{1,254}(?:@|%40|\\\\u0040)[\\w.\\-%]{1,254}");

    /** Phone numbers and dates of birth are written with blanks, points and dashes in between. */
    private static final Pattern LONG_NUMBER = Pattern.compile("\\+?\\d(?:[ .\\-/()]{0,2}\\d){5,}");

    private static final Pattern OF_A_PERSON =
            Pattern.compile(
                    "(?:.*_)?(?:name|email|phone|number|birth|line[123]|zip|city)|"
                            + "date_of_birth|description|care_of|ip_address|tax_id|vat_id");

    private MaskedAnswer() {}

    /** The beginning of an answer to a body, without what says who the customer is. */
    static String of(String answer, byte[] sent) {
        if (answer.isBlank()) {
            return "";
        }
        var masked = EMAIL.matcher(answer).replaceAll(MASK);
        masked = LONG_NUMBER.matcher(masked).replaceAll(MASK);
        for (var text : personal(sent)) {
            masked =
                    Pattern.compile(
                                    Pattern.quote(text),
                                    Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                            .matcher(masked)
                            .replaceAll(Matcher.quoteReplacement(MASK));
        }
        return masked.length() > LONGEST ? masked.substring(0, LONGEST) : masked;
    }

    /** The longest first: a short one may be part of a longer one. */
    private static Set<String> personal(byte[] sent) {
        var texts =
                new TreeSet<String>(
                        (one, other) ->
                                one.length() == other.length()
                                        ? one.compareTo(other)
                                        : other.length() - one.length());
        try {
            collect(null, WebhookBody.JSON.readTree(sent), texts);
        } catch (JacksonException _) {
            texts.clear();
        }
        return texts;
    }

    private static void collect(@Nullable String name, JsonNode node, Set<String> texts) {
        if (node.isObject()) {
            node.properties().forEach(field -> collect(field.getKey(), field.getValue(), texts));
        } else if (node.isArray()) {
            node.forEach(item -> collect(name, item, texts));
        } else if (node.isString()
                && name != null
                && OF_A_PERSON.matcher(name.toLowerCase(Locale.ROOT)).matches()) {
            var text = node.stringValue().strip();
            if (text.length() >= SHORTEST_WORD) {
                texts.add(text);
            }
        }
    }
}
