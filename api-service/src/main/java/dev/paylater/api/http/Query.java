package dev.paylater.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a query, read strictly: what one reader skips and another takes is how a filter
 * is lost on the way.
 */
final class Query {

    private static final int MAX_PARTS = 1_000;

    private final Map<String, List<String>> values;

    private Query(Map<String, List<String>> values) {
        this.values = values;
    }

    /**
     * Reads a query as it was sent.
     *
     * @throws ApiException 400 when it is none
     */
    static Query of(@Nullable String raw) {
        var values = new LinkedHashMap<String, List<String>>();
        if (raw == null || raw.isEmpty()) {
            return new Query(values);
        }
        var parts = raw.split("&", -1);
        if (parts.length > MAX_PARTS) {
            throw unreadable("has more than " + MAX_PARTS + " parts");
        }
        for (var part : parts) {
            if (part.isEmpty()) {
                continue;
            }
            var equals = part.indexOf('=');
            var name = decoded(equals < 0 ? part : part.substring(0, equals));
            if (name.isEmpty()) {
                throw unreadable("has a value without a name");
            }
            values.computeIfAbsent(name, _ -> new ArrayList<>())
                    .add(equals < 0 ? "" : decoded(part.substring(equals + 1)));
        }
        return new Query(values);
    }

    /** By application/x-www-form-urlencoded, where a plus sign is a space. */
    private static String decoded(String text) {
        var bytes = new ByteArrayOutputStream(text.length());
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c == '%') {
                bytes.write(decodedByte(text, i));
                i += 2;
            } else {
                bytes.write(c == '+' ? ' ' : c);
            }
        }
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
        } catch (CharacterCodingException _) {
            throw unreadable("has percent-encoded bytes that are no UTF-8 text");
        }
    }

    private static int decodedByte(String text, int at) {
        var high = at + 2 < text.length() ? Character.digit(text.charAt(at + 1), 16) : -1;
        var low = at + 2 < text.length() ? Character.digit(text.charAt(at + 2), 16) : -1;
        if (high < 0 || low < 0) {
            throw unreadable("has a % that no two hexadecimal digits follow");
        }
        return high * 16 + low;
    }

    private static ApiException unreadable(String reason) {
        return ApiException.of(400, ErrorCode.IR_06, "The query " + reason);
    }

    /** Without the values that are empty. */
    Query withoutEmpty() {
        var kept = new LinkedHashMap<String, List<String>>();
        values.forEach(
                (name, all) -> {
                    var given = all.stream().filter(value -> !value.isBlank()).toList();
                    if (!given.isEmpty()) {
                        kept.put(name, given);
                    }
                });
        return new Query(kept);
    }

    Set<String> names() {
        return values.keySet();
    }

    /** All values of a parameter, in their order; none when it is absent. */
    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }
}
