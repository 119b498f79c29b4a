package dev.paylater.api.http;

import tools.jackson.databind.node.ObjectNode;

/** What a GET asks for, in its query and in its body; the query wins. */
public final class Parameters {

    private Parameters() {}

    /** Adds query parameters to the fields of the body; true and false become booleans. */
    public static ObjectNode merge(Call call, ObjectNode body, String... names) {
        for (var name : names) {
            var value = call.query(name);
            if (value == null) {
                continue;
            }
            switch (value) {
                case "true" -> body.put(name, true);
                case "false" -> body.put(name, false);
                default -> body.put(name, value);
            }
        }
        return body;
    }
}
