package dev.paylater.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * JSON in one form whatever the order of its members, its spaces, its escapes and the spelling of
 * its numbers (RFC 8785, JSON Canonicalization Scheme), to compare it by. Numbers are not rounded
 * to doubles as there: two amounts that only a double cannot tell apart are different.
 */
public final class CanonicalJson {

    private CanonicalJson() {}

    /** The canonical form of a body; a body that is not JSON is its own. */
    public static byte[] of(byte[] body) {
        if (body.length == 0) {
            return body;
        }
        try {
            var text = new StringBuilder(body.length);
            write(Json.read(body), text);
            return text.toString().getBytes(UTF_8);
        } catch (JacksonException _) {
            return body;
        }
    }

    private static void write(JsonNode value, StringBuilder text) {
        if (value.isObject()) {
            var members = new TreeMap<String, JsonNode>();
            value.forEachEntry(members::put);
            text.append('{');
            members.forEach(
                    (name, member) -> {
                        separate(text, '{');
                        text.append(Json.text(name)).append(':');
                        write(member, text);
                    });
            text.append('}');
        } else if (value.isArray()) {
            text.append('[');
            for (var item : value) {
                separate(text, '[');
                write(item, text);
            }
            text.append(']');
        } else if (value.isNumber()) {
            text.append(number(value.decimalValue()));
        } else {
            text.append(Json.text(value));
        }
    }

    private static void separate(StringBuilder text, char opening) {
        if (text.charAt(text.length() - 1) != opening) {
            text.append(',');
        }
    }

    /** Never written out: a number with a large exponent would be as long as that. */
    private static String number(BigDecimal number) {
        var bare = number.stripTrailingZeros();
        return bare.signum() == 0 ? "0" : bare.unscaledValue() + "e" + -(long) bare.scale();
    }
}
