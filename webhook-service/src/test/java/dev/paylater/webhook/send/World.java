package dev.paylater.webhook.send;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.schemas.EventType;
import dev.paylater.teststack.Finds;
import dev.paylater.teststack.Stack;
import dev.paylater.webhook.WebhookSettings;
import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.delivery.DeliveryAttempt;
import dev.paylater.webhook.delivery.DeliveryStore;
import dev.paylater.webhook.delivery.RetrySchedule;
import dev.paylater.webhook.endpoint.AuditLines;
import dev.paylater.webhook.endpoint.Endpoint;
import dev.paylater.webhook.endpoint.Endpoints;
import dev.paylater.webhook.event.PublicEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Instances of the service over one store, endpoints that answer as a test says, and a clock. */
final class World {

    static final String MERCHANT = "merchant";

    /** Instead of a status: there is no answer. */
    static final int DEAD = 0;

    final Finds finds = new Finds();
    final MongoDatabase database =
            finds.client(Stack.shared().mongoUri("webhooks_" + UUID.randomUUID()))
                    .getDatabase("webhooks_" + UUID.randomUUID());
    final MongoCollection<Document> stored = database.getCollection("webhook_deliveries");
    final SetClock clock = new SetClock();
    final List<Sent> sent = new CopyOnWriteArrayList<>();
    final List<String> reads = new CopyOnWriteArrayList<>();
    final Map<String, Integer> answers = new ConcurrentHashMap<>();
    final Map<String, CountDownLatch> hanging = new ConcurrentHashMap<>();
    final DeliveryStore deliveries = new DeliveryStore(database, Duration.ofDays(30));
    final Endpoints endpoints = new Endpoints(database);
    final Uptime uptime = new Uptime(database, clock);
    final AtomicInteger held = new AtomicInteger();
    volatile boolean resourcesAway;

    /** A body that arrived. */
    record Sent(String endpointId, String eventId, long sequence, String body) {}

    /** A process of the service. */
    record Instance(
            Sender sender,
            Intake intake,
            Endpoints endpoints,
            DueDeliveries due,
            EndpointGuards guards) {

        /** As what reads the topics does with a poll. */
        void take(List<PublicEvent> events) {
            intake.take(events, endpoints.enabled(Set.of(MERCHANT)));
        }
    }

    static final class SetClock extends Clock {
        /** Near the store's own clock, which decides what it keeps no longer. */
        private volatile Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    Instance instance() {
        var settings =
                new WebhookSettings(
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(3),
                        100,
                        3,
                        DataSize.ofMegabytes(8),
                        Duration.ofSeconds(30),
                        List.of(Duration.ofSeconds(5), Duration.ofMinutes(5)),
                        Duration.ofDays(3),
                        Duration.ofDays(1),
                        Duration.ofDays(5),
                        Duration.ofDays(30),
                        Set.of(),
                        false);
        var guards = new EndpointGuards(settings);
        var sender =
                new Sender(
                        deliveries,
                        endpoints,
                        new Disabling(endpoints, deliveries, new AuditLines(database)),
                        guards,
                        new WebhookBody(this::read),
                        this::answer,
                        new RetrySchedule(
                                settings.retryDelays(),
                                settings.giveUpAfter(),
                                settings.longestRetryAfter(),
                                () -> 0),
                        uptime,
                        settings,
                        new SimpleMeterRegistry(),
                        clock);
        sender.start();
        return new Instance(
                sender,
                new Intake(deliveries, sender, clock),
                endpoints,
                new DueDeliveries(deliveries, sender, guards, clock),
                guards);
    }

    private DeliveryAttempt answer(Endpoint endpoint, Delivery delivery, byte[] body) {
        var latch = hanging.get(endpoint.id());
        if (latch != null) {
            held.incrementAndGet();
            try {
                latch.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        var status = answers.getOrDefault(endpoint.id(), 200);
        if (status == DEAD) {
            var late = Duration.ofSeconds(15);
            return new DeliveryAttempt(clock.instant(), late, null, null, "no answer", null);
        }
        sent.add(
                new Sent(
                        endpoint.id(),
                        delivery.eventId(),
                        delivery.sequence(),
                        new String(body, UTF_8)));
        return new DeliveryAttempt(
                clock.instant(),
                Duration.ofMillis(3),
                status,
                "",
                null,
                status == 429 ? Duration.ofMinutes(2) : null);
    }

    private byte[] read(Resources.Resource resource) {
        reads.add(resource.id());
        if (resourcesAway) {
            throw new Resources.NotAvailable("away", new IllegalStateException("away"));
        }
        return """
        {"payment_id": "%s", "status": "as GET answers later", "client_secret": "secret",
         "email": "ada@example.com"}\
        """
                .formatted(resource.id())
                .getBytes(UTF_8);
    }

    void endpoint(String id, boolean ordered, String... events) {
        database.getCollection("webhook_endpoints")
                .insertOne(
                        new Document("_id", id)
                                .append("merchant_id", MERCHANT)
                                .append("url", "https://shop.example/hooks")
                                .append("events", List.of(events))
                                .append("enabled", true)
                                .append("ordered", ordered)
                                .append("payload", "full")
                                .append("secrets", List.of())
                                .append("created_at", Date.from(clock.instant()))
                                .append("version", 0L));
    }

    void change(String endpointId, Document change) {
        database.getCollection("webhook_endpoints")
                .updateOne(new Document("_id", endpointId), change);
    }

    boolean isEnabled(String endpointId) {
        return endpoints.read(endpointId).orElseThrow().enabled();
    }

    PublicEvent event(String paymentId, long sequence) {
        return new PublicEvent(
                "evt_" + paymentId + "_" + sequence,
                EventType.PAYMENT_PROCESSING,
                MERCHANT,
                "pro_1",
                MERCHANT + "/" + paymentId,
                sequence,
                0,
                clock.instant(),
                Map.of("payment_id", paymentId),
                "{\"status\": \"processing\"}");
    }

    List<String> statuses() {
        return stored.find(new Document("merchant_id", MERCHANT))
                .sort(new Document("created_at", -1).append("_id", -1))
                .map(delivery -> delivery.getString("status"))
                .into(new ArrayList<>());
    }

    /** As api-service does it. */
    void resend(String deliveryId) {
        stored.updateOne(
                new Document("_id", deliveryId),
                new Document(
                                "$set",
                                new Document("status", "pending")
                                        .append("due", Date.from(clock.instant()))
                                        .append("tries", 0))
                        .append("$unset", new Document("holder", "").append("tried_since", "")));
    }

    static void await(BooleanSupplier condition, @Nullable String what) {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("never: " + what);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }
}
