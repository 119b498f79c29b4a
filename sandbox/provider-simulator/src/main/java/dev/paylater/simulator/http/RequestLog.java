package dev.paylater.simulator.http;

import dev.paylater.simulator.book.BookJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The latest calls to all providers, accepted or not; of the last of them, all that was sent. */
public final class RequestLog {

    private static final int CALLS = 200_000;
    private static final int BYTES = 32 << 20;
    private static final int WHOLE_CALLS = 4_000;
    private static final int WHOLE_BYTES = 16 << 20;
    private static final int LONGEST_TEXT = 1_000;

    /** Status is what was sent or, when nothing arrived, what would have been. */
    record Received(
            long time,
            String connector,
            String method,
            String path,
            @Nullable String idempotencyKey,
            @Nullable String merchantReference,
            int status,
            String result) {

        ObjectNode toJson() {
            var json = BookJson.MAPPER.createObjectNode();
            json.put("time", BookJson.time(time));
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

    private final Ring calls = new Ring(CALLS, BYTES);
    private final Ring wires = new Ring(WHOLE_CALLS, WHOLE_BYTES);

    /** A call, and all of it as {@link Wire} writes it down. */
    void add(Received received, byte[] wire) {
        var call = encoded(received);
        synchronized (this) {
            calls.add(call);
            wires.add(wire);
        }
    }

    private static byte[] encoded(Received received) {
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
        var bytes = ByteBuffer.allocate(length);
        bytes.putLong(received.time());
        bytes.putShort((short) received.status());
        for (var text : texts) {
            bytes.putShort((short) text.length).put(text);
        }
        return bytes.array();
    }

    /** Oldest first. */
    public synchronized List<ObjectNode> about(String merchantReference) {
        var found = new ArrayList<ObjectNode>();
        for (var number = calls.first(); number < calls.count(); number++) {
            var call = calls.get(number);
            var received = call == null ? null : decoded(ByteBuffer.wrap(call));
            if (received != null && merchantReference.equals(received.merchantReference())) {
                var json = received.toJson();
                var wire = wires.get(number);
                if (wire != null) {
                    Wire.show(wire, json);
                }
                found.add(json);
            }
        }
        return found;
    }

    private static Received decoded(ByteBuffer bytes) {
        var time = bytes.getLong();
        var status = bytes.getShort();
        var connector = Objects.requireNonNull(text(bytes));
        var method = Objects.requireNonNull(text(bytes));
        var path = Objects.requireNonNull(text(bytes));
        var result = Objects.requireNonNull(text(bytes));
        return new Received(
                time, connector, method, path, text(bytes), text(bytes), status, result);
    }

    private static @Nullable String text(ByteBuffer bytes) {
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
