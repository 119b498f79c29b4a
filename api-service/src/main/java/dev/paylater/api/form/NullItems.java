package dev.paylater.api.form;

import dev.paylater.api.error.Problem;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Finds null among the items of the interface's lists: it is none of the values of any. */
final class NullItems {

    private NullItems() {}

    static void findIn(JsonNode body, Shape declared, List<Problem> problems) {
        findIn(body, declared, "", problems);
    }

    private static void findIn(
            JsonNode value, Shape declared, String path, List<Problem> problems) {
        if (value.isArray() && declared.items() != null) {
            for (var i = 0; i < value.size(); i++) {
                var itemPath = path + "[" + i + "]";
                if (value.get(i).isNull()) {
                    problems.add(Problem.malformed(itemPath, "must not be null"));
                } else {
                    findIn(value.get(i), declared.ofItems(), itemPath, problems);
                }
            }
        } else if (value.isObject()) {
            for (var member : value.properties()) {
                var name = member.getKey();
                if (declared.members().containsKey(name)) {
                    findIn(
                            member.getValue(),
                            declared.ofMember(name),
                            path.isEmpty() ? name : path + "." + name,
                            problems);
                }
            }
        }
    }
}
