package dev.paylater.simulation;

import dev.paylater.connector.call.Transport;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.kit.outgoing.OverdueAnswer;
import dev.paylater.schemas.RequestLifetime;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What lies between a worker and a provider. A request that was sent arrives whether or not its
 * sender still lives, at the latest {@link #LATEST_ARRIVAL_MILLIS} later.
 */
final class Network {

    static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static final long LATEST_ARRIVAL_MILLIS = 25_000;
    private static final int VERY_LATE_ONCE_IN = 12;
    private static final long VERY_LATEST_ARRIVAL_MILLIS = 6 * 60_000;
    private static final long REFUSING_MILLIS = 60_000;
    private static final int AWAY_ONCE_IN = 40;
    private static final long LONGEST_AWAY_MILLIS = 180_000;

    private static final List<String> EVER_LATE = List.of("/payments", "/captures", "/voids");

    /** In seconds, as a date, by nobody's rules, for a day, and not at all. */
    private static final List<String> RETRY_AFTER =
            List.of("1", "30", "Thu, 01 Jan 2026 00:05:00 GMT", "soon", "86400", "");

    private final World world;
    private final Map<String, ProviderModel> byHost;
    private final Map<String, Long> refusedUntil = new HashMap<>();
    private final Map<String, Away> away = new HashMap<>();
    private int calls;
    private int underWay;

    Network(World world, Map<String, ProviderModel> byHost) {
        this.world = world;
        this.byHost = byHost;
    }

    Transport usedBy(Node node) {
        return (base, call, timeout) -> send(node, base, call, timeout);
    }

    /**
     * A provider that does nothing for a while.
     *
     * @param retryAfter what it says, or null when it does not even answer
     */
    private record Away(long until, @Nullable String retryAfter) {}

    /** What its caller knows of a call. */
    private static final class Heard {
        private @Nullable HttpAnswer answer;
    }

    private HttpAnswer send(Node node, URI base, HttpCall original, Duration timeout)
            throws IOException {
        var call = sabotaged(original);
        var provider = Objects.requireNonNull(byHost.get(base.getHost()));
        node.step("calls %s", call);
        var chance = world.chance();
        if (skipsRelease(call)) {
            return new HttpAnswer(
                    201, Map.of(), "{\"id\":\"none\",\"amount\":1,\"status\":\"succeeded\"}");
        }
        if (isAccountRefused(base.getHost())) {
            world.tell(node.name, "has its credentials refused");
            return ProviderModel.error(world.chance().once(2) ? 401 : 403, "unauthorized");
        }
        if (isAway(base.getHost())) {
            return awayAnswer(node, base.getHost());
        }
        if (chance.strikes(Fault.TOO_MANY_CALLS)) {
            world.tell(node.name, "is told to wait");
            return new HttpAnswer(429, Map.of("retry-after", "30"), "");
        }
        if (chance.strikes(Fault.SERVER_ERROR)) {
            return serverError(node, provider, call);
        }
        var heard = new Heard();
        var waker = node.waker();
        if (node.isHeard()) {
            deliver(provider, call, heard, waker);
        }
        world.after(timeout.toMillis(), waker);
        Coroutine.suspend();
        node.step(heard.answer == null ? "hears nothing of %s" : "has an answer to %s", call);
        if (heard.answer == null || node.isCutOff()) {
            throw new OverdueAnswer(timeout, new IOException("timeout"));
        }
        return chance.strikes(Fault.ANSWER_GARBLED)
                ? new HttpAnswer(heard.answer.status(), Map.of(), garbled(heard.answer.body()))
                : heard.answer;
    }

    private boolean isAccountRefused(String host) {
        if (world.chance().strikes(Fault.ACCOUNT_REFUSED)) {
            refusedUntil.put(host, world.now() + REFUSING_MILLIS);
        }
        return world.now() < refusedUntil.getOrDefault(host, 0L);
    }

    private boolean isAway(String host) {
        var chance = world.chance();
        if (chance.faulty()
                && chance.knows(Circumstance.LIMITED)
                && !isKnownAway(host)
                && chance.once(AWAY_ONCE_IN)) {
            var until = world.now() + chance.between(10_000, LONGEST_AWAY_MILLIS);
            var what = new Away(until, chance.once(2) ? chance.pick(RETRY_AFTER) : null);
            away.put(host, what);
            world.tell(host, "IS AWAY: %s", what);
        }
        return isKnownAway(host);
    }

    private boolean isKnownAway(String host) {
        var known = away.get(host);
        return known != null && world.now() < known.until();
    }

    private HttpAnswer awayAnswer(Node node, String host) {
        var retryAfter = Objects.requireNonNull(away.get(host)).retryAfter();
        world.tell(node.name, "finds %s away", host);
        return retryAfter == null
                ? new HttpAnswer(503, Map.of(), "")
                : new HttpAnswer(
                        429,
                        retryAfter.isEmpty() ? Map.of() : Map.of("retry-after", retryAfter),
                        "");
    }

    private HttpAnswer serverError(Node node, ProviderModel provider, HttpCall call) {
        var withEffect = world.chance().once(2);
        world.tell(node.name, "gets a 503, %s effect", withEffect ? "with" : "without");
        if (withEffect) {
            var _ = provider.handle(call);
        }
        return new HttpAnswer(503, Map.of(), "");
    }

    private void deliver(ProviderModel provider, HttpCall call, Heard heard, Runnable waker) {
        var chance = world.chance();
        var lost = chance.strikes(Fault.CALL_LOST);
        if (lost && chance.once(2)) {
            world.tell("network", "loses %s", call);
            return;
        }
        underWay++;
        world.after(
                way(call),
                () -> {
                    underWay--;
                    var answer = provider.handle(call);
                    if (lost) {
                        world.tell("network", "loses the answer to %s", call);
                    } else {
                        world.after(
                                chance.between(1, 60),
                                () -> {
                                    heard.answer = answer;
                                    waker.run();
                                });
                    }
                });
        // Nothing but a key holds off a second arrival of the very same request.
        if (!chance.knows(Circumstance.KEYLESS) && chance.strikes(Fault.CALL_TWICE)) {
            world.tell("network", "delivers %s twice", call);
            world.after(
                    chance.between(1, LATEST_ARRIVAL_MILLIS),
                    () -> {
                        var _ = provider.handle(call);
                    });
        }
    }

    private long way(HttpCall call) {
        var chance = world.chance();
        if (isEverLate(call) && chance.once(VERY_LATE_ONCE_IN)) {
            world.tell("network", "keeps %s for minutes", call);
            return chance.between(RequestLifetime.OVER.toMillis(), VERY_LATEST_ARRIVAL_MILLIS);
        }
        return chance.strikes(Fault.CALL_SLOW)
                ? chance.between(1_000, LATEST_ARRIVAL_MILLIS)
                : chance.between(1, 60);
    }

    /**
     * Whether the provider would act once nobody waits for it any more. Without keys nothing would
     * keep that from being done twice. No webhook tells of an increment.
     */
    private boolean isEverLate(HttpCall call) {
        var chance = world.chance();
        return chance.faulty()
                && chance.knows(Circumstance.VERY_LATE)
                && !chance.knows(Circumstance.KEYLESS)
                && call.body() != null
                && EVER_LATE.stream().anyMatch(call.path()::endsWith);
    }

    /** How many requests have not arrived yet. */
    int underWay() {
        return underWay;
    }

    private static String garbled(String body) {
        return body.substring(0, body.length() / 2);
    }

    private boolean skipsRelease(HttpCall call) {
        return world.has(PlantedBug.RELEASE_SKIPPED)
                && call.path().endsWith("/voids")
                && call.body() != null
                && call.body().contains("amount");
    }

    private HttpCall sabotaged(HttpCall call) {
        var key = call.headers().get("Idempotency-Key");
        var refund = call.path().endsWith("/refunds");
        return key != null
                        && world.has(
                                refund
                                        ? PlantedBug.NEW_REFUND_KEY_ON_RETRY
                                        : PlantedBug.NEW_KEY_ON_RETRY)
                ? call.withHeader("Idempotency-Key", key + "-" + ++calls)
                : call;
    }
}
