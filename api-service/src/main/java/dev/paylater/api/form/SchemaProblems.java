package dev.paylater.api.form;

import com.networknt.schema.Error;
import dev.paylater.api.error.Problem;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Turns a violation of a schema into a problem of the interface. */
final class SchemaProblems {

    /** A problem names no more of the path, however deep it is. */
    private static final int MAX_PATH = 1_000;

    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,15}[.][0-9]{2,3}");

    private final OpenApi api;

    SchemaProblems(OpenApi api) {
        this.api = api;
    }

    Problem of(Error error) {
        var path = path(error);
        return switch (error.getKeyword()) {
            case "required" -> Problem.missing(member(path, error.getProperty()));
            case "additionalProperties" ->
                    Problem.malformed(member(path, error.getProperty()), "is not a field here");
            default -> Problem.malformed(path.isEmpty() ? "body" : path, expectation(error));
        };
    }

    /** Of a value that has none of several forms, by what is wrong with it in one of them. */
    static Problem ofAlternative(Error error) {
        var path = path(error);
        return Problem.malformed(
                path.isEmpty() ? "body" : path, "does not have one of the forms it can have");
    }

    private static String member(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private String expectation(Error error) {
        var limit = error.getSchemaNode();
        return switch (error.getKeyword()) {
            case "type" -> type(limit, error.getInstanceNode());
            case "enum" ->
                    KnownValues.complaint(names(limit), error.getInstanceNode().asString(""));
            case "minimum" -> "must be at least " + limit;
            case "maximum" -> "must be at most " + limit;
            case "minLength" -> "must have at least " + characters(limit);
            case "maxLength" -> "must have at most " + characters(limit);
            case "pattern" -> api.wordsOfPattern(limit.stringValue());
            case "format" -> format(limit.asString(), error.getInstanceNode().asString());
            case "minItems" -> "must have at least " + limit + " entries";
            case "maxItems" -> "must have at most " + limit + " entries";
            case "minProperties" -> "must have at least " + limit + " of its fields";
            case "maxProperties" -> "must have at most " + limit + " keys";
            case "propertyNames" -> "has a key with too long a name";
            default -> "does not have one of the forms it can have";
        };
    }

    private static String format(String name, String value) {
        return switch (name) {
            case "iri" -> AddressFormat.complaint(value);
            case "idn-email" -> "must be an e-mail address";
            case "date" -> "must be a date, for example 2026-01-31";
            case "date-time" ->
                    "must be an ISO 8601 date-time with its time zone, for example"
                            + " 2026-01-31T00:00:00Z";
            default -> "must be a valid " + name;
        };
    }

    /** That a field may also be null helps nobody who has sent something else. */
    private static String type(JsonNode types, JsonNode given) {
        var names = types.isString() ? List.of(types.stringValue()) : names(types);
        var wanted = String.join(" or ", names.stream().filter(it -> !it.equals("null")).toList());
        return wanted.equals("integer")
                ? "must be an integer" + minorUnits(given)
                : "must be of type " + wanted;
    }

    /** A decimal such as 65.40, which is an amount in major units by mistake. */
    private static String minorUnits(JsonNode given) {
        var text = given.asString("");
        return DECIMAL.matcher(text).matches()
                ? "; amounts are in minor units: " + text.replace(".", "") + " for " + text
                : "";
    }

    private static List<String> names(JsonNode values) {
        return values.valueStream().filter(JsonNode::isString).map(JsonNode::stringValue).toList();
    }

    private static String characters(JsonNode count) {
        return count + (count.intValue() == 1 ? " character" : " characters");
    }

    private static String path(Error error) {
        var location = error.getInstanceLocation();
        var path = new StringBuilder();
        for (var i = 0; i < location.getNameCount() && path.length() < MAX_PATH; i++) {
            if (location.getElement(i) instanceof Integer index) {
                path.append('[').append(index).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(location.getElement(i));
            }
        }
        return path.toString();
    }
}
