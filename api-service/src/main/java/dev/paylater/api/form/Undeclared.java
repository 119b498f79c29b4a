package dev.paylater.api.form;

import dev.paylater.api.error.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Finds what a body has and the interface does not, and the name that may have been meant: a field
 * with a slip in its name would be ignored without a word.
 */
final class Undeclared {

    private static final String SDK_SUFFIX = "_sdk";
    private static final int MOST = 50;
    private static final int LONGEST_NAME = 64;
    private static final int MAX_SLIPS = 3;

    private final List<Problem> found = new ArrayList<>();

    private Undeclared() {}

    static List<Problem> in(JsonNode body, Shape shape) {
        var search = new Undeclared();
        search.search(body, shape, "");
        return search.found;
    }

    private void search(JsonNode value, Shape declared, String path) {
        if (value.isArray()) {
            for (var i = 0; i < value.size(); i++) {
                search(value.get(i), declared.ofItems(), path + "[" + i + "]");
            }
        } else if (value.isObject() && !declared.members().isEmpty()) {
            for (var member : value.properties()) {
                var name = member.getKey();
                var memberPath = path.isEmpty() ? shown(name) : path + "." + shown(name);
                if (declared.members().containsKey(name)) {
                    search(member.getValue(), declared.ofMember(name), memberPath);
                } else if (!name.endsWith(SDK_SUFFIX) && found.size() < MOST) {
                    found.add(problem(memberPath, name, declared.members().keySet()));
                }
            }
        }
    }

    private static String shown(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
    }

    private static Problem problem(String path, String name, Collection<String> declared) {
        return Problem.malformed(
                path,
                "is not a field of this request and does nothing"
                        + closest(name, declared)
                                .map(it -> ": did you mean " + it + "?")
                                .orElse(""));
    }

    /** The declared name that most resembles this one, if any does. */
    static Optional<String> closest(String name, Collection<String> declared) {
        if (name.length() > LONGEST_NAME) {
            return Optional.empty();
        }
        var most = Math.clamp(name.length() / 3, 1, MAX_SLIPS);
        return declared.stream()
                .filter(other -> distance(name, other) <= most)
                .min(Comparator.comparingInt(other -> distance(name, other)));
    }

    /** How many letters have to be added, left out or changed. */
    private static int distance(String one, String other) {
        var row = new int[other.length() + 1];
        for (var j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (var i = 1; i <= one.length(); i++) {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= other.length(); j++) {
                var changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
