package dev.paylater.simulator.http;

import dev.paylater.simulator.book.BookJson;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A body without secrets and without what tells who somebody is: of a name, a number or a street
 * its form is left, as {@code +00 000 0000} of a phone number.
 */
final class RequestRedaction {

    static final String SECRET = "***";

    private static final Pattern SECRETS =
            Pattern.compile(
                    "(?i).*(secret|password|api_?key|private_key|public_key|client_id|iban"
                            + "|bank_?account|access_token).*");

    /** Objects in which every text is personal data. */
    private static final Pattern PERSONS =
            Pattern.compile(
                    "(?i)(billing|shipping|delivery|company)?_?address|billing|shipping|customer"
                            + "|consumer|buyer|debtor(_company|_person)?|deliveryCustomer"
                            + "|representative|company|person|payer|name");

    private static final Pattern PERSONAL =
            Pattern.compile(
                    "(?i)(given|first|last|sur|family|full|holder)_?names?|.*e_?mail.*|.*phone.*"
                            + "|.*birth.*|street.*|(address_?)?line_?[123]|ssn|.*ip_?address"
                            + "|identificationNumber|.*(organization|registration)_(id|number)");

    private static final Pattern TEXTS =
            Pattern.compile("grant_type=[\\w%:.-]+|longer than \\d+ bytes|pong");

    /** Of a person, and of many. */
    private static final Set<String> COMMON =
            Set.of(
                    "country",
                    "country_code",
                    "countryCode",
                    "country_prefix",
                    "currency",
                    "customerCategory",
                    "type");

    private RequestRedaction() {}

    static JsonNode of(JsonNode node) {
        return node.isString() ? text(node.asString()) : within(node, false);
    }

    /** A login's form, and that something was left out; no other text is shown. */
    private static JsonNode text(String text) {
        return BookJson.MAPPER
                .getNodeFactory()
                .stringNode(TEXTS.matcher(text).matches() ? text : SECRET);
    }

    private static JsonNode within(JsonNode node, boolean person) {
        return switch (node) {
            case ObjectNode object -> {
                var shown = BookJson.MAPPER.createObjectNode();
                object.forEachEntry((name, value) -> shown.set(name, member(name, value, person)));
                yield shown;
            }
            case ArrayNode array -> {
                var shown = BookJson.MAPPER.createArrayNode();
                array.forEach(value -> shown.add(within(value, person)));
                yield shown;
            }
            default ->
                    person && node.isValueNode() && !node.isBoolean() && !node.isNull()
                            ? BookJson.MAPPER.getNodeFactory().stringNode(form(node.asString()))
                            : node;
        };
    }

    private static JsonNode member(String name, JsonNode value, boolean person) {
        if (SECRETS.matcher(name).matches()) {
            return BookJson.MAPPER.getNodeFactory().stringNode(SECRET);
        }
        var about =
                (person && !COMMON.contains(name))
                        || PERSONAL.matcher(name).matches()
                        || (value.isObject() && PERSONS.matcher(name).matches());
        return within(value, about);
    }

    /** Capital letters become X, others x, digits 0; other characters stay. */
    private static String form(String text) {
        var form = new StringBuilder();
        text.codePoints()
                .map(
                        letter -> {
                            if (Character.isDigit(letter)) {
                                return '0';
                            }
                            if (Character.isUpperCase(letter)) {
                                return 'X';
                            }
                            return Character.isLetter(letter) ? 'x' : letter;
                        })
                .forEach(form::appendCodePoint);
        return form.toString();
    }
}
