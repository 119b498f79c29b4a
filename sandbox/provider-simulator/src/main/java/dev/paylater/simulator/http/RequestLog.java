package dev.paylater.simulator.http;

import dev.paylater.simulator.book.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The latest calls to all providers, accepted or not. They lie in two rings outside the heap: as
 * objects they were what the collector spent most of its time on.
 */
public final class RequestLog {

    private static final int CALLS = 200_000;
    private static final int BYTES = 32 << 20;
    private static final int LONGEST_TEXT = 1_000;

    /** Status is what was sent or, when nothing arrived, what would have been. */
    public record Received(
            long time,
            String connector,
            String method,
            String path,
            @Nullable String idempotencyKey,
            @Nullable String merchantReference,
            int status,
            String result) {

        public ObjectNode toJson() {
            var json = Json.MAPPER.createObjectNode();
            json.put("time", Json.time(time));
            json.put("connector", connector);
            json.put("method", method);
            json.put("path", path);
            json.put("idempotency_key", idempotencyKey);
            json.put("merchant_reference", merchantReference);
            json.put("status", status);
            json.put("result", result);
            return json;
        }
    }

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES);
    private final ByteBuffer starts = ByteBuffer.allocateDirect(CALLS * Long.BYTES);
    private long written;
    private long count;

    synchronized void add(Received received) {
        var texts =
                new byte[][] {
                    encoded(received.connector()),
                    encoded(received.method()),
                    encoded(received.path()),
                    encoded(received.result()),
                    encoded(received.idempotencyKey()),
                    encoded(received.merchantReference())
                };
        var length = Long.BYTES + Short.BYTES;
        for (var text : texts) {
            length += Short.BYTES + text.length;
        }
        if (BYTES - written % BYTES < length) {
            // A call does not wrap around the end of the ring.
            written += BYTES - written % BYTES;
        }
        starts.putLong((int) (count % CALLS) * Long.BYTES, written);
        bytes.position((int) (written % BYTES));
        bytes.putLong(received.time());
        bytes.putShort((short) received.status());
        for (var text : texts) {
            bytes.putShort((short) text.length).put(text);
        }
        written += length;
        count++;
    }

    /** Oldest first. */
    public synchronized List<Received> about(String merchantReference) {
        var found = new ArrayList<Received>();
        for (var at = Math.max(0, count - CALLS); at < count; at++) {
            var start = starts.getLong((int) (at % CALLS) * Long.BYTES);
            if (written - start <= BYTES) {
                var received = read((int) (start % BYTES));
                if (merchantReference.equals(received.merchantReference())) {
                    found.add(received);
                }
            }
        }
        return found;
    }

    private Received read(int start) {
        bytes.position(start);
        var time = bytes.getLong();
        var status = bytes.getShort();
        var connector = Objects.requireNonNull(text());
        var method = Objects.requireNonNull(text());
        var path = Objects.requireNonNull(text());
        var result = Objects.requireNonNull(text());
        return new Received(time, connector, method, path, text(), text(), status, result);
    }

    private @Nullable String text() {
        var text = new byte[bytes.getShort()];
        bytes.get(text);
        return text.length == 0 ? null : new String(text, StandardCharsets.UTF_8);
    }

    private static byte[] encoded(@Nullable String text) {
        if (text == null) {
            return new byte[0];
        }
        var kept = text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
        return kept.getBytes(StandardCharsets.UTF_8);
    }
}
