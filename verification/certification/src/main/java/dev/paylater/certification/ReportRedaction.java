package dev.paylater.certification;

import dev.paylater.connector.kit.Account;
import dev.paylater.connectors.Exchanges;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes credentials, tokens and personal data out of whatever is shown or written. The same value
 * becomes the same stand-in everywhere, so that what is written still fits together.
 */
final class ReportRedaction {

    private static final Pattern TOKEN =
            Pattern.compile("(?i).*(token|secret|password|signature|jwt|api_?key|session_?key).*");
    private static final Pattern PERSONAL =
            Pattern.compile(
                    "(?i).*(e_?mail|phone|mobile|given_?name|first_?name|last_?name|full_?name"
                            + "|surname|birth|dob|ssn|iban|street|address_?line|line[12]|post_?code"
                            + "|postal|zip|city|identification|payer_?id).*");
    private static final Pattern PERSON =
            Pattern.compile("(?i).*(customer|consumer|buyer|payer|person|address|recipient).*");
    private static final Set<String> CODES =
            Set.of("country", "country_code", "locale", "gender", "currency", "buyer_type");
    private static final Pattern QUERY =
            Pattern.compile("(?i)[?&][^=&\\s]*(?:token|key|secret|sig|jwt)[^=&\\s]*=([^&\\s#]+)");
    private static final Pattern JWT = Pattern.compile("eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*");
    private static final Pattern EMAIL =
            Pattern.compile("[\\w.+-]+@(?!(?:[\\w-]+\\.)*example\\b)[\\w-]+(?:\\.[\\w-]+)+");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

    /**
     * Shorter values are replaced only where they are all of a text; a shop's code may be short.
     */
    private static final int DISTINCT = 6;

    private static final int DISTINCT_CREDENTIAL = 4;

    /** Longest first: an id may begin with another one. */
    private final TreeMap<String, String> standIns =
            new TreeMap<>(
                    Comparator.comparingInt(String::length)
                            .reversed()
                            .thenComparing(Comparator.naturalOrder()));

    private final Set<String> harmless;
    private final Set<String> credentials = new HashSet<>();

    /**
     * For one account and purchase.
     *
     * @param documented the connector's exchanges, whose persons and credentials are made up
     * @param purchase the fields of the payment that may be about somebody
     */
    ReportRedaction(Account account, JsonNode documented, JsonNode purchase) {
        harmless = new HashSet<>();
        strings("", documented, (_, text) -> harmless.add(text));
        account.credentials()
                .forEach(
                        (name, secret) ->
                                credential(
                                        secret.value(),
                                        documented.at("/credentials/" + name).asString(name)));
        var webhook = account.webhookSecret();
        if (webhook != null) {
            credential(webhook.value(), "webhook_secret");
        }
        strings(
                "",
                purchase,
                (key, text) -> {
                    if (!CODES.contains(key)) {
                        learnPersonal(text);
                    }
                });
    }

    private ReportRedaction(ReportRedaction other) {
        harmless = other.harmless;
        credentials.addAll(other.credentials);
        standIns.putAll(other.standIns);
    }

    /** With what that one knows, too; what the new one learns, this does not. */
    ReportRedaction with(@Nullable ReportRedaction other) {
        var both = new ReportRedaction(this);
        if (other != null) {
            other.standIns.forEach(both.standIns::putIfAbsent);
        }
        return both;
    }

    private void credential(String secret, String standIn) {
        credentials.add(secret);
        standIns.put(secret, standIn);
    }

    /** From now on this text is shown as that. */
    void learn(String text, String standIn) {
        if (!text.equals(standIn)) {
            standIns.putIfAbsent(text, standIn);
        }
    }

    /** Learns the tokens and the personal data of an answer, by the names of its fields. */
    void learn(JsonNode answer) {
        strings(
                "",
                answer,
                (key, text) -> {
                    QUERY.matcher(text).results().forEach(match -> learnToken(match.group(1)));
                    if (TOKEN.matcher(key).matches()) {
                        learnToken(text);
                    } else if (PERSONAL.matcher(key).matches() && !CODES.contains(key)) {
                        learnPersonal(text);
                    }
                });
    }

    private void learnToken(String text) {
        if (!text.isBlank() && !standIns.containsKey(text)) {
            standIns.put(text, "token-" + (standIns.size() + 1));
        }
    }

    private void learnPersonal(String text) {
        if (!text.isBlank() && !harmless.contains(text)) {
            learn(text, masked(text));
        }
    }

    /** As long, and made of letters and digits where it was. */
    private static String masked(String text) {
        return EMAIL.matcher(text).matches()
                ? "customer@example.com"
                : DATE.matcher(text).matches()
                        ? "2000-01-01"
                        : text.replaceAll("\\p{L}", "x").replaceAll("\\p{N}", "0");
    }

    String apply(String text) {
        var shown = text;
        for (var row : standIns.entrySet()) {
            if (isDistinct(row.getKey())) {
                shown = shown.replace(row.getKey(), row.getValue());
            } else if (shown.equals(row.getKey())) {
                shown = row.getValue();
            }
        }
        return EMAIL.matcher(JWT.matcher(shown).replaceAll("removed"))
                .replaceAll("customer@example.com");
    }

    /** The JSON with its texts redacted; numbers and names of fields stay. */
    JsonNode apply(JsonNode json) {
        return switch (json) {
            case ObjectNode object -> {
                var shown = Exchanges.JSON.createObjectNode();
                object.forEachEntry((name, value) -> shown.set(name, apply(value)));
                yield shown;
            }
            case ArrayNode array -> {
                var shown = Exchanges.JSON.createArrayNode();
                array.forEach(value -> shown.add(apply(value)));
                yield shown;
            }
            default ->
                    json.isString()
                            ? Exchanges.JSON.getNodeFactory().stringNode(apply(json.asString()))
                            : json;
        };
    }

    /** Whether something is left in a text that must not be. */
    boolean leaks(String text) {
        return standIns.entrySet().stream()
                .filter(row -> isDistinct(row.getKey()))
                .filter(row -> !row.getValue().contains(row.getKey()))
                .anyMatch(row -> text.contains(row.getKey()));
    }

    private boolean isDistinct(String text) {
        return text.length() >= (credentials.contains(text) ? DISTINCT_CREDENTIAL : DISTINCT);
    }

    /** Every text with the name of its field; a person's name is a field of a person. */
    private static void strings(String key, JsonNode json, BiConsumer<String, String> each) {
        if (json.isString()) {
            each.accept(key, json.asString());
        } else if (json.isArray()) {
            json.forEach(one -> strings(key, one, each));
        } else {
            var person = PERSON.matcher(key).matches();
            json.forEachEntry(
                    (name, value) ->
                            strings(
                                    person && name.equals("name") ? "full_name" : name,
                                    value,
                                    each));
        }
    }
}
