package dev.paylater.simulator.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.simulator.book.BookJson;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request as it came and its answer, as bytes. Values of headers that may be credentials are not
 * written down at all; {@link RequestRedaction} sees to the bodies when they are shown.
 */
final class Wire {

    private static final int LONGEST = 16 << 10;
    private static final byte[] LEFT_OUT =
            "\"longer than %s bytes\"".formatted(LONGEST).getBytes(UTF_8);

    /** Headers that say nothing about who calls; so do the names of single requests. */
    private static final Set<String> SHOWN =
            Set.of(
                    "accept",
                    "accept-encoding",
                    "accept-language",
                    "connection",
                    "content-encoding",
                    "content-length",
                    "content-type",
                    "country-code",
                    "host",
                    "prefer",
                    "transfer-encoding",
                    "user-agent");

    private Wire() {}

    static byte[] encoded(HttpFields headers, byte[] body, @Nullable String answer) {
        var parts =
                List.of(
                        cut(lines(headers).getBytes(UTF_8)),
                        cut(body),
                        cut(answer == null ? new byte[0] : answer.getBytes(UTF_8)));
        var length = parts.stream().mapToInt(part -> Integer.BYTES + part.length).sum();
        var encoded = ByteBuffer.allocate(length);
        parts.forEach(part -> encoded.putInt(part.length).put(part));
        return encoded.array();
    }

    private static byte[] cut(byte[] part) {
        return part.length <= LONGEST ? part : LEFT_OUT;
    }

    private static String lines(HttpFields headers) {
        var lines = new StringBuilder();
        for (var field : headers) {
            lines.append(field.getName())
                    .append(": ")
                    .append(value(field.getName(), String.valueOf(field.getValue())))
                    .append('\n');
        }
        return lines.toString();
    }

    private static String value(String name, String value) {
        var lower = name.toLowerCase(Locale.ROOT);
        if (SHOWN.contains(lower)
                || lower.endsWith("idempotency-key")
                || lower.endsWith("request-id")) {
            return value;
        }
        var space = value.indexOf(' ');
        return (lower.equals("authorization") && space > 0 ? value.substring(0, space + 1) : "")
                + RequestRedaction.SECRET;
    }

    static void show(byte[] encoded, ObjectNode json) {
        var bytes = ByteBuffer.wrap(encoded);
        var headers = json.putObject("headers");
        part(bytes)
                .lines()
                .map(line -> line.split(": ", 2))
                .filter(header -> header.length == 2)
                .forEach(header -> headers.put(header[0], header[1]));
        put(json, "body", part(bytes));
        put(json, "answer", part(bytes));
    }

    private static String part(ByteBuffer bytes) {
        var part = new byte[bytes.getInt()];
        bytes.get(part);
        return new String(part, UTF_8);
    }

    private static void put(ObjectNode json, String name, String text) {
        if (!text.isEmpty()) {
            json.set(name, RequestRedaction.of(read(text)));
        }
    }

    /** A body that is no JSON is kept as text. */
    private static JsonNode read(String text) {
        try {
            return BookJson.MAPPER.readTree(text);
        } catch (JacksonException e) {
            return BookJson.MAPPER.getNodeFactory().stringNode(text);
        }
    }
}
