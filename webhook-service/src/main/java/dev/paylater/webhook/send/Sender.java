package dev.paylater.webhook.send;

import dev.paylater.kit.log.LogKeys;
import dev.paylater.webhook.WebhookSettings;
import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.delivery.Delivery.Status;
import dev.paylater.webhook.delivery.DeliveryAttempt;
import dev.paylater.webhook.delivery.DeliveryStore;
import dev.paylater.webhook.delivery.RetrySchedule;
import dev.paylater.webhook.endpoint.Endpoint;
import dev.paylater.webhook.endpoint.Endpoints;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries deliveries to their endpoints, each on a virtual thread of its own. What is in its hands
 * is leased in the store: when this process dies, another one takes over.
 */
public final class Sender implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Sender.class);

    /** When what a body shows cannot be had; that is no attempt. */
    private static final Duration NOT_AVAILABLE = Duration.ofSeconds(2);

    /** With what an attempt takes it is less than the lease. */
    private static final Duration ROOM_PATIENCE = Duration.ofSeconds(3);

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);

    private static final List<String> OUTCOMES = List.of("2xx", "4xx", "5xx", "no_answer");
    private static final Duration[] FIRST_ATTEMPT = {
        Duration.ofMillis(200),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(30),
        Duration.ofMinutes(5)
    };

    private final DeliveryStore deliveries;
    private final Endpoints endpoints;
    private final Disabling disabling;
    private final EndpointGuards guards;
    private final WebhookBody body;
    private final BodyRoom room;
    private final Calls calls;
    private final RetrySchedule schedule;
    private final Uptime uptime;
    private final WebhookSettings settings;
    private final MeterRegistry meters;
    private final Timer firstAttempts;
    private final Clock clock;
    private volatile boolean running;

    Sender(
            DeliveryStore deliveries,
            Endpoints endpoints,
            Disabling disabling,
            EndpointGuards guards,
            WebhookBody body,
            Calls calls,
            RetrySchedule schedule,
            Uptime uptime,
            WebhookSettings settings,
            MeterRegistry meters,
            Clock clock) {
        this.deliveries = deliveries;
        this.endpoints = endpoints;
        this.disabling = disabling;
        this.guards = guards;
        this.body = body;
        this.room = new BodyRoom(settings.bodiesInHand(), ROOM_PATIENCE);
        this.calls = calls;
        this.schedule = schedule;
        this.uptime = uptime;
        this.settings = settings;
        this.meters = meters;
        this.clock = clock;
        firstAttempts =
                Timer.builder("paylater.webhooks.first.attempt")
                        .description("From an event to the first attempt to deliver it")
                        .serviceLevelObjectives(FIRST_ATTEMPT)
                        .register(meters);
        Gauge.builder("paylater.webhooks.in.hand", guards, EndpointGuards::inHand)
                .description("Deliveries that are being made")
                .register(meters);
        OUTCOMES.forEach(this::attempts);
    }

    /** Takes a place for a delivery to the endpoint; who gets one begins or gives it back. */
    public boolean enter(String endpointId) {
        return running && guards.enter(endpointId);
    }

    public void leave(String endpointId) {
        guards.leave(endpointId);
    }

    /** When the lease of what is taken up now ends. */
    public Instant leaseEnd() {
        return clock.instant().plus(settings.lease());
    }

    /**
     * Begins what was taken up and has a place; all of it has asked for what it shows before any of
     * it is sent.
     */
    public void begin(Collection<Delivery> held) {
        held.stream().map(this::thread).toList().forEach(Thread::start);
    }

    private Thread thread(Delivery held) {
        var resource = body.resource(held);
        return Thread.ofVirtual()
                .name("webhook-" + held.id())
                .unstarted(() -> carry(held, resource));
    }

    private void carry(Delivery held, Supplier<ObjectNode> resource) {
        try (var _ = keys(held)) {
            if (held.stream() == null || isNext(held)) {
                send(held, resource);
            }
        } catch (RuntimeException e) {
            // The store is away: the lease ends, and it is taken up again.
            log.warn("Delivery {} is left where it is: {}", held.id(), e.toString());
        } finally {
            guards.leave(held.endpointId());
        }
    }

    /**
     * Whether everything before it in its stream has ended; otherwise it waits for its turn. Who
     * ends the one before looks for the next: asked again after it was put back, so that neither
     * leaves it to the other.
     */
    private boolean isNext(Delivery held) {
        var before = deliveries.findBefore(held);
        if (before.isEmpty()) {
            return true;
        }
        var now = clock.instant();
        var due = before.get().due();
        deliveries.postpone(held, due != null && due.isAfter(now) ? due : now.plusSeconds(1));
        if (deliveries.findBefore(held).isEmpty()) {
            takeNext(Objects.requireNonNull(held.stream()));
        }
        return false;
    }

    private void send(Delivery held, Supplier<ObjectNode> resource) {
        var endpoint = endpoints.find(held.endpointId()).filter(Endpoint::enabled);
        if (endpoint.isEmpty()) {
            end(held, null, Status.FAILED);
            return;
        }
        var guard = guards.of(held.endpointId());
        var breaker = guard.breaker();
        if (guard.rests(clock.instant())) {
            deliveries.postpone(held, guard.restsUntil().get());
            return;
        }
        if (!breaker.tryAcquirePermission()) {
            guards.rest(held.endpointId(), clock.instant(), EndpointGuards.PAUSE);
            deliveries.postpone(held, guard.restsUntil().get());
            return;
        }
        var place = room.take();
        if (place.isEmpty()) {
            breaker.releasePermission();
            deliveries.postpone(held, clock.instant().plus(NOT_AVAILABLE));
            return;
        }
        try (var _ = place.get()) {
            send(held, resource, endpoint.get(), breaker, place.get());
        }
    }

    private void send(
            Delivery held,
            Supplier<ObjectNode> resource,
            Endpoint endpoint,
            CircuitBreaker breaker,
            BodyRoom.Place place) {
        byte[] bytes;
        try {
            bytes = body.of(held, endpoint, resource);
            place.keepFor(bytes);
        } catch (RuntimeException e) {
            breaker.releasePermission();
            log.warn("Delivery {} cannot be written now: {}", held.id(), e.toString());
            deliveries.postpone(held, clock.instant().plus(NOT_AVAILABLE));
            return;
        }
        if (held.tries() == 0) {
            firstAttempts.record(Duration.between(held.occurredAt(), clock.instant()));
        }
        var attempt = calls.send(endpoint, held, bytes);
        var nanos = attempt.latency().toNanos();
        if (attempt.status() == null) {
            breaker.onError(nanos, TimeUnit.NANOSECONDS, new IllegalStateException("no answer"));
        } else {
            breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
        }
        conclude(endpoint, held, attempt);
    }

    private static LogKeys keys(Delivery held) {
        return new LogKeys()
                .with("merchant_id", held.merchantId())
                .with("payment_id", held.ids().get("payment_id"))
                .with("refund_id", held.ids().get("refund_id"))
                .with("endpoint_id", held.endpointId())
                .with("delivery_id", held.id());
    }

    private void conclude(Endpoint endpoint, Delivery held, DeliveryAttempt attempt) {
        attempts(outcome(attempt)).increment();
        log.info(
                "Webhook {}, attempt {}: {} in {} ms",
                held.type(),
                held.tries() + 1,
                attempt.status() == null ? "no answer" : attempt.status(),
                attempt.latency().toMillis());
        if (attempt.isDelivered()) {
            endpoints.answered(endpoint);
            end(held, attempt, Status.DELIVERED);
            return;
        }
        var now = clock.instant();
        endpoints.failed(endpoint, now);
        if (attempt.retryAfter() != null && attempt.isForAll()) {
            guards.rest(endpoint.id(), now, attempt.retryAfter());
        }
        if (attempt.isGone()) {
            endpoints
                    .read(endpoint.id())
                    .ifPresent(known -> disabling.disable(known, "it answered 410 Gone", now));
            end(held, attempt, Status.FAILED);
            return;
        }
        if (hasFailedTooLong(endpoint, now)) {
            disableFailing(endpoint.id(), now);
        }
        var first = Objects.requireNonNullElse(held.triedSince(), attempt.at());
        next(held, attempt, first, now)
                .ifPresentOrElse(
                        due -> deliveries.retry(held, attempt, due),
                        () -> end(held, attempt, Status.FAILED));
    }

    /** A delivery is not given up for the time in which nobody could make it. */
    private Optional<Instant> next(
            Delivery held, DeliveryAttempt attempt, Instant first, Instant now) {
        var tries = held.tries() + 1;
        var asked = attempt.retryAfter();
        return schedule.next(tries, first, now, asked)
                .or(() -> schedule.next(tries, first.plus(uptime.pausedSince(first)), now, asked));
    }

    /** Unless it has answered since it was read, or was enabled again. */
    private void disableFailing(String endpointId, Instant now) {
        var reason = "it has failed for " + settings.disableAfter();
        endpoints
                .read(endpointId)
                .filter(endpoint -> hasFailedTooLong(endpoint, now))
                .ifPresent(endpoint -> disabling.disable(endpoint, reason, now));
    }

    private boolean hasFailedTooLong(Endpoint endpoint, Instant now) {
        var since = endpoint.failingSince();
        if (since == null || !now.isAfter(since.plus(settings.disableAfter()))) {
            return false;
        }
        // What we were down for says nothing about the endpoint.
        return now.isAfter(since.plus(settings.disableAfter()).plus(uptime.pausedSince(since)));
    }

    private Counter attempts(String outcome) {
        return Counter.builder("paylater.webhooks.attempts")
                .description("Attempts to deliver an event, by the endpoint's answer")
                .tag("outcome", outcome)
                .register(meters);
    }

    private static String outcome(DeliveryAttempt attempt) {
        var status = attempt.status();
        return status == null ? "no_answer" : status / 100 + "xx";
    }

    private void end(Delivery held, @Nullable DeliveryAttempt attempt, Status status) {
        deliveries.end(held, attempt, status);
        if (held.stream() != null) {
            takeNext(held.stream());
        }
    }

    /**
     * Begins with the next of a stream at once, unless somebody has it; without a place for it, it
     * is due now.
     */
    private void takeNext(String stream) {
        deliveries
                .findFirst(stream)
                .filter(next -> !next.isHeld(clock.instant()) && !take(next))
                .ifPresent(next -> deliveries.postpone(next, clock.instant()));
    }

    /** Takes a delivery up and begins with it, if nobody else has and there is a place. */
    private boolean take(Delivery seen) {
        var entered = enter(seen.endpointId());
        if (entered) {
            begin(claim(seen).stream().toList());
        }
        return entered;
    }

    /**
     * Takes up deliveries that have a place, all at once, and begins with those that nobody else
     * has taken up meanwhile.
     */
    void take(Collection<Delivery> entered) {
        List<Future<Optional<Delivery>>> claims;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            claims = entered.stream().map(seen -> threads.submit(() -> claim(seen))).toList();
        }
        begin(
                claims.stream()
                        .filter(Sender::isDone)
                        .flatMap(it -> it.resultNow().stream())
                        .toList());
        claims.stream()
                .filter(claim -> !isDone(claim))
                .findFirst()
                .ifPresent(
                        failed -> {
                            throw new IllegalStateException(failed.exceptionNow());
                        });
    }

    private static boolean isDone(Future<?> claim) {
        return claim.state() == Future.State.SUCCESS;
    }

    private Optional<Delivery> claim(Delivery seen) {
        Optional<Delivery> held = Optional.empty();
        try {
            held = deliveries.claim(seen, leaseEnd());
            return held;
        } finally {
            if (held.isEmpty()) {
                leave(seen.endpointId());
            }
        }
    }

    @Override
    public void start() {
        running = true;
    }

    /** Waits for what is under way; what it does not see the end of is sent once more. */
    @Override
    public void stop() {
        running = false;
        var end = System.nanoTime() + STOP_PATIENCE.toNanos();
        while (guards.inHand() > 0 && System.nanoTime() < end) {
            try {
                Thread.sleep(50);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before what takes events in, and stopped after it. */
    @Override
    public int getPhase() {
        return 0;
    }
}
