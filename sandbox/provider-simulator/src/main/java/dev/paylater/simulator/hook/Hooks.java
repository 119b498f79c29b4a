package dev.paylater.simulator.hook;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.http.Served;
import dev.paylater.simulator.http.Site;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Receivers for merchants' webhooks at /hooks/NAME: what arrived, as it arrived, and how they
 * answer. The latest are kept, up to a bound.
 */
public final class Hooks implements Site {

    private static final String ALL = "*";
    private static final int MAX_BYTES = 96 << 20;
    private static final long HANGING_MILLIS = 60_000;
    private static final long MAX_LATENCY_MILLIS = 60_000;
    private static final List<String> HEADERS =
            List.of(
                    "webhook-id",
                    "webhook-timestamp",
                    "webhook-signature",
                    "content-type",
                    "user-agent");

    /** How a receiver answers. */
    private record Manner(int status, long latencyMillis, boolean hangs) {
        static final Manner USUAL = new Manner(200, 0, false);
    }

    /** A request as it arrived. */
    private record Received(
            long time, String name, Map<String, String> headers, String body, int status) {

        long bytes() {
            return 500L + body.length();
        }

        ObjectNode toJson() {
            var json = BookJson.MAPPER.createObjectNode();
            json.put("name", name);
            json.put("time", BookJson.time(time));
            var all = json.putObject("headers");
            headers.forEach(all::put);
            json.put("body", body);
            json.put("status", status);
            return json;
        }
    }

    private final LongSupplier clock;
    private final Map<String, Manner> manners = new ConcurrentHashMap<>();
    private final ArrayDeque<Received> received = new ArrayDeque<>();
    private long bytes;

    public Hooks(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public Served serve(ProviderCall call) {
        var name = call.segment(0);
        var manner = manners.getOrDefault(name, manners.getOrDefault(ALL, Manner.USUAL));
        keep(received(call, name, manner));
        pause(manner.hangs() ? HANGING_MILLIS : manner.latencyMillis());
        return new Served.Text(manner.status(), "text/plain", "");
    }

    private Received received(ProviderCall call, String name, Manner manner) {
        var headers = new java.util.LinkedHashMap<String, String>();
        for (var header : HEADERS) {
            var value = call.header(header);
            if (value != null) {
                headers.put(header, value);
            }
        }
        return new Received(
                clock.getAsLong(),
                name,
                headers,
                new String(call.body(), StandardCharsets.UTF_8),
                manner.status());
    }

    private synchronized void keep(Received one) {
        received.addLast(one);
        bytes += one.bytes();
        while (bytes > MAX_BYTES) {
            bytes -= received.removeFirst().bytes();
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** What arrived, oldest first. */
    public synchronized ObjectNode list(@Nullable String name) {
        var json = BookJson.MAPPER.createObjectNode();
        var all = json.putArray("hooks");
        received.stream()
                .filter(one -> name == null || one.name().equals(name))
                .forEach(one -> all.add(one.toJson()));
        return json;
    }

    /**
     * Says how a receiver answers from now on; without a name, each that has no word of its own.
     */
    public ObjectNode behave(ObjectNode wanted) {
        var status = wanted.path("status").asInt(Manner.USUAL.status());
        var latency = wanted.path("latency_ms").asLong(0);
        if (status < 200 || status > 599 || latency < 0 || latency > MAX_LATENCY_MILLIS) {
            throw new BadRequest(
                    BadRequest.Kind.WRONG,
                    null,
                    "status is from 200 to 599, latency_ms from 0 to " + MAX_LATENCY_MILLIS);
        }
        manners.put(
                wanted.path("name").asString(ALL),
                new Manner(status, latency, wanted.path("hang").asBoolean(false)));
        return wanted;
    }
}
