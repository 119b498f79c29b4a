package dev.paylater.simulator.http;

import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The latest calls to all providers, accepted or not: a ring, so that memory has a bound. */
public final class RequestLog {

    private static final int CAPACITY = 200_000;

    /** Status is what was sent or, when nothing arrived, what would have been. */
    public record Received(
            long time,
            String connector,
            String method,
            String path,
            @Nullable String idempotencyKey,
            @Nullable String merchantReference,
            int status,
            Reply.Delivery result) {

        public ObjectNode toJson() {
            var json = Json.MAPPER.createObjectNode();
            json.put("time", Json.time(time));
            json.put("connector", connector);
            json.put("method", method);
            json.put("path", path);
            json.put("idempotency_key", idempotencyKey);
            json.put("merchant_reference", merchantReference);
            json.put("status", status);
            json.put("result", result.name().toLowerCase(Locale.ROOT));
            return json;
        }
    }

    private final AtomicReferenceArray<@Nullable Received> ring =
            new AtomicReferenceArray<>(CAPACITY);
    private final AtomicLong count = new AtomicLong();

    void add(Received received) {
        ring.set((int) (count.getAndIncrement() % CAPACITY), received);
    }

    /** Oldest first. */
    public List<Received> about(String merchantReference) {
        var found = new ArrayList<Received>();
        var end = count.get();
        for (var at = Math.max(0, end - CAPACITY); at < end; at++) {
            var received = ring.get((int) (at % CAPACITY));
            if (received != null && merchantReference.equals(received.merchantReference())) {
                found.add(received);
            }
        }
        return found;
    }
}
