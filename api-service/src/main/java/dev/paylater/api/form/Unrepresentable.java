package dev.paylater.api.form;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Finds what is JSON and can still not be kept: half a surrogate pair has no UTF-8 form, and a
 * number beyond 64 bits that is written with a fraction or an exponent could take gigabytes to
 * compare.
 */
final class Unrepresentable {

    private static final BigDecimal LIMIT = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final int MAX_SCALE = 100;

    private Unrepresentable() {}

    /** Adds what it finds, until there are as many problems as are told. */
    static void findIn(JsonNode node, List<Problem> problems) {
        findIn(node, Place.ROOT, problems);
    }

    /**
     * Where a value lies. Its text is made only when something is wrong with the value: a long name
     * above thousands of values would be copied for each of them.
     */
    private record Place(@Nullable Place parent, String step) {

        static final Place ROOT = new Place(null, "");

        Place member(String name) {
            return new Place(this, parent == null ? name : "." + name);
        }

        Place item(int index) {
            return new Place(this, "[" + index + "]");
        }

        @Override
        public String toString() {
            return parent == null ? step : parent + step;
        }
    }

    private static void findIn(JsonNode node, Place place, List<Problem> problems) {
        if (problems.size() > ApiException.MAX_PROBLEMS) {
            return;
        }
        if (node.isObject()) {
            for (var member : node.properties()) {
                if (isBroken(member.getKey())) {
                    problems.add(malformed(place, "has a name that is not Unicode text"));
                } else {
                    findIn(member.getValue(), place.member(member.getKey()), problems);
                }
            }
        } else if (node.isArray()) {
            for (var i = 0; i < node.size(); i++) {
                findIn(node.get(i), place.item(i), problems);
            }
        } else if (node.isString() && isBroken(node.stringValue())) {
            problems.add(malformed(place, "is not Unicode text"));
        } else if (node.isBigDecimal() && isOutsize(node.decimalValue())) {
            problems.add(malformed(place, "is a number out of range"));
        }
    }

    private static Problem malformed(Place place, String expectation) {
        return Problem.malformed(place.toString(), expectation);
    }

    private static boolean isOutsize(BigDecimal number) {
        return Math.abs(number.scale()) > MAX_SCALE || number.abs().compareTo(LIMIT) > 0;
    }

    private static boolean isBroken(String text) {
        for (var i = 0; i < text.length(); i++) {
            var character = text.charAt(i);
            if (Character.isHighSurrogate(character)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(character)) {
                return true;
            }
        }
        return false;
    }
}
