package dev.paylater.api.form;

import com.networknt.schema.Error;
import dev.paylater.api.error.Problem;
import tools.jackson.databind.JsonNode;

/** Turns a violation of a schema into a problem of the interface. */
final class SchemaProblems {

    /** Longer enumerations (currencies, countries) are named, not listed. */
    private static final int MAX_LISTED = 25;

    private SchemaProblems() {}

    static Problem of(Error error) {
        var path = path(error);
        return switch (error.getKeyword()) {
            case "required" -> Problem.missing(member(path, error.getProperty()));
            case "additionalProperties" ->
                    Problem.malformed(member(path, error.getProperty()), "is not a field here");
            default -> Problem.malformed(path.isEmpty() ? "body" : path, expectation(error));
        };
    }

    private static String member(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String expectation(Error error) {
        var limit = error.getSchemaNode();
        return switch (error.getKeyword()) {
            case "type" -> "must be of type " + types(limit);
            case "enum" -> enumeration(limit);
            case "minimum" -> "must be at least " + limit;
            case "maximum" -> "must be at most " + limit;
            case "minLength" -> "must have at least " + characters(limit);
            case "maxLength" -> "must have at most " + characters(limit);
            case "pattern" -> "must match " + limit.asString();
            case "format" ->
                    limit.asString().equals("iri")
                            ? AddressFormat.complaint(error.getInstanceNode().asString())
                            : "must be a valid " + limit.asString();
            case "minItems" -> "must have at least " + limit + " entries";
            case "maxItems" -> "must have at most " + limit + " entries";
            case "minProperties" -> "must have at least " + limit + " of its fields";
            case "maxProperties" -> "must have at most " + limit + " keys";
            case "propertyNames" -> "has a key with too long a name";
            default -> "does not have one of the forms it can have";
        };
    }

    private static String types(JsonNode types) {
        if (types.isString()) {
            return types.stringValue();
        }
        return String.join(" or ", types.valueStream().map(JsonNode::stringValue).toList());
    }

    private static String enumeration(JsonNode values) {
        return values.size() > MAX_LISTED
                ? "is not one of the codes it can have"
                : "must be one of "
                        + String.join(
                                ", ",
                                values.valueStream()
                                        .filter(JsonNode::isString)
                                        .map(JsonNode::stringValue)
                                        .toList());
    }

    private static String characters(JsonNode count) {
        return count + (count.intValue() == 1 ? " character" : " characters");
    }

    private static String path(Error error) {
        var location = error.getInstanceLocation();
        var path = new StringBuilder();
        for (var i = 0; i < location.getNameCount(); i++) {
            if (location.getElement(i) instanceof Integer index) {
                path.append('[').append(index).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(location.getElement(i));
            }
        }
        return path.toString();
    }
}
