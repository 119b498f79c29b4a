package dev.paylater.e2e.bench;

import dev.paylater.e2e.Crowd;
import dev.paylater.e2e.MerchantClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** The scenarios by name, made when they are wanted. */
final class ScenarioCatalogue {

    private static final String AUTOMATIC = MerchantClient.body("", "automatic");
    private static final String MANUAL = MerchantClient.body("", "manual");
    private static final String SUCCEEDED = "succeeded";
    private static final String PAYMENT = "payment";
    static final int MANY_CLIENTS = 32;
    private static final int REFUNDS_PER_PAYMENT = 65;
    private static final long CHANGES_OF_A_PAYMENT = 500;

    private ScenarioCatalogue() {}

    /**
     * What scenarios make before they are measured.
     *
     * @param payments that are read or listed
     * @param refunded payments of which each gets up to 65 refunds
     */
    record Preparation(int payments, int refunded) {

        /** For a measurement. */
        static final Preparation FULL = new Preparation(1_000, 2_000);
    }

    static Set<String> names() {
        return all(List.of(), Preparation.FULL).keySet();
    }

    /**
     * What can be measured.
     *
     * @param stored ids of payments that are read; none: some are made for the purpose
     */
    static Map<String, Supplier<BenchScenario>> all(List<String> stored, Preparation preparation) {
        var scenarios = new LinkedHashMap<String, Supplier<BenchScenario>>();
        scenarios.put("floor", () -> new FloorScenario(MANY_CLIENTS));
        scenarios.put("confirm", () -> confirm("confirm", MANY_CLIENTS));
        scenarios.put("confirm-1", () -> confirm("confirm-1", 1));
        scenarios.put("authorize-capture", ScenarioCatalogue::authorizeCapture);
        scenarios.put("get", () -> get(stored, preparation));
        scenarios.put("list", () -> list(preparation));
        scenarios.put("refund", () -> refund(preparation));
        scenarios.put("slow-provider", () -> new SlowProvider("slow-provider", 200, 256));
        scenarios.put("slow-provider-1s", () -> new SlowProvider("slow-provider-1s", 1_000, 1_280));
        scenarios.put("burst", Burst::new);
        scenarios.put("hot-payment", ScenarioCatalogue::hotPayment);
        scenarios.put("webhooks", WebhookDeliveries::new);
        return scenarios;
    }

    /** What warms up all of the way that a payment takes. */
    static BenchScenario warmUp() {
        return confirm("warm-up", MANY_CLIENTS);
    }

    private static BenchScenario confirm(String name, int clients) {
        var wire = BenchConnections.toTheApi(clients);
        return new Closed(
                name,
                PAYMENT,
                clients,
                wire,
                () -> wire.post("/payments", AUTOMATIC).expect(SUCCEEDED));
    }

    private static BenchScenario authorizeCapture() {
        var wire = BenchConnections.toTheApi(MANY_CLIENTS);
        return new Closed(
                "authorize-capture",
                "payment (two calls)",
                MANY_CLIENTS,
                wire,
                () -> {
                    var id =
                            wire.post("/payments", MANUAL)
                                    .expect("requires_capture")
                                    .member("payment_id");
                    wire.post("/payments/" + id + "/capture", "{}").expect(SUCCEEDED);
                });
    }

    private static BenchScenario get(List<String> stored, Preparation preparation) {
        var wire = BenchConnections.toTheApi(MANY_CLIENTS);
        var ids = stored.isEmpty() ? payments(wire, preparation.payments()) : stored;
        return new Closed(
                "get",
                "read",
                MANY_CLIENTS,
                wire,
                () -> wire.get("/payments/" + anyOf(ids)).expect(SUCCEEDED));
    }

    private static BenchScenario list(Preparation preparation) {
        var wire = BenchConnections.toTheApi(MANY_CLIENTS);
        payments(wire, preparation.payments());
        return new Closed(
                "list",
                "page of 20",
                MANY_CLIENTS,
                wire,
                () -> wire.get("/payments/list?limit=20").expect(""));
    }

    private static BenchScenario refund(Preparation preparation) {
        var wire = BenchConnections.toTheApi(MANY_CLIENTS);
        var ids = payments(wire, preparation.refunded());
        var next = new AtomicLong();
        return new Closed(
                "refund",
                "refund",
                MANY_CLIENTS,
                wire,
                () -> {
                    var number = next.getAndIncrement();
                    if (number >= (long) preparation.refunded() * REFUNDS_PER_PAYMENT) {
                        throw new IllegalStateException("All payments are refunded");
                    }
                    var id = ids.get((int) (number % preparation.refunded()));
                    wire.post("/refunds", "{\"payment_id\":\"%s\",\"amount\":100}".formatted(id))
                            .expect(SUCCEEDED);
                });
    }

    /**
     * Every other request changes the payment, the others read it. A payment takes a bounded number
     * of changes, so there is a new one every now and then, for all clients at once.
     */
    private static BenchScenario hotPayment() {
        var wire = BenchConnections.toTheApi(MANY_CLIENTS);
        var counter = new AtomicLong();
        var path = new AtomicReference<>(unconfirmed(wire));
        return new Closed(
                "hot-payment",
                "update or read of one payment",
                MANY_CLIENTS,
                wire,
                () -> {
                    var number = counter.incrementAndGet();
                    if (number % (2 * CHANGES_OF_A_PAYMENT) == 0) {
                        path.set(unconfirmed(wire));
                    } else if (number % 2 == 0) {
                        wire.post(path.get(), "{\"metadata\":{\"n\":\"" + number + "\"}}")
                                .expect("");
                    } else {
                        wire.get(path.get()).expect("");
                    }
                });
    }

    private static String unconfirmed(BenchConnections wire) {
        var body = MANUAL.replace("\"confirm\": true", "\"confirm\": false");
        return "/payments/" + wire.post("/payments", body).expect("").member("payment_id");
    }

    private static List<String> payments(BenchConnections wire, int count) {
        return Crowd.start(
                        count,
                        MANY_CLIENTS,
                        () ->
                                wire.post("/payments", AUTOMATIC)
                                        .expect(SUCCEEDED)
                                        .member("payment_id"))
                .stream()
                .map(Crowd::await)
                .toList();
    }

    private static String anyOf(List<String> ids) {
        return ids.get(ThreadLocalRandom.current().nextInt(ids.size()));
    }
}
