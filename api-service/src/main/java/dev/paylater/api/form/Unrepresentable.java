package dev.paylater.api.form;

import dev.paylater.api.error.Problem;
import java.math.BigDecimal;
import java.util.List;
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

    static void findIn(JsonNode node, List<Problem> problems) {
        findIn(node, "", problems);
    }

    private static void findIn(JsonNode node, String path, List<Problem> problems) {
        if (node.isObject()) {
            for (var member : node.properties()) {
                var memberPath = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
                if (isBroken(member.getKey())) {
                    problems.add(Problem.malformed(path, "has a name that is not Unicode text"));
                } else {
                    findIn(member.getValue(), memberPath, problems);
                }
            }
        } else if (node.isArray()) {
            for (var i = 0; i < node.size(); i++) {
                findIn(node.get(i), path + "[" + i + "]", problems);
            }
        } else if (node.isString() && isBroken(node.stringValue())) {
            problems.add(Problem.malformed(path, "is not Unicode text"));
        } else if (node.isBigDecimal() && isOutsize(node.decimalValue())) {
            problems.add(Problem.malformed(path, "is a number out of range"));
        }
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
