package dev.paylater.e2e.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.paylater.e2e.MerchantClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.json.JsonMapper;

/**
 * Payments at a steady rate, and how long after each event its first attempt arrives, while one of
 * ten endpoints never answers. A payment has five events that are delivered; the endpoints that
 * answer take one kind each, or the same kind again.
 */
final class WebhookDeliveries implements BenchScenario {

    private static final double PAYMENTS_PER_SECOND = 100;
    private static final int CLIENTS = 200;
    private static final int ENDPOINTS = 10;
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(30);
    private static final String BODY = MerchantClient.body("", "automatic");

    /** None of these payments is refunded. */
    private static final String OF_NO_PAYMENT = "refund.succeeded";

    private static final List<String> EVENTS =
            List.of(
                    "payment.created",
                    "payment.processing",
                    "payment.succeeded",
                    OF_NO_PAYMENT,
                    "capture.charged");

    /** Of each payment, at the endpoints that answer. */
    private static final long DELIVERIES =
            IntStream.range(1, ENDPOINTS).filter(i -> !event(i).equals(OF_NO_PAYMENT)).count();

    private final BenchConnections wire = BenchConnections.toTheApi(CLIENTS);
    private final HttpServer receiver;
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<String> endpoints = new ArrayList<>();
    private volatile Histogram latencies = new ConcurrentHistogram(Load.newHistogram());

    WebhookDeliveries() {
        try {
            receiver =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        receiver.createContext("/hangs", this::hang);
        receiver.createContext("/hooks", this::receive);
        receiver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        receiver.start();
        endpoints.add(endpoint("/hangs", "payment.succeeded"));
        IntStream.range(1, ENDPOINTS)
                .mapToObj(i -> endpoint("/hooks/" + i, event(i)))
                .forEach(endpoints::add);
    }

    private static String event(int endpoint) {
        return EVENTS.get(endpoint % EVENTS.size());
    }

    private String endpoint(String path, String event) {
        return MerchantClient.SANDBOX
                .post(
                        "/webhook_endpoints",
                        "{\"url\": \"http://127.0.0.1:%d%s\", \"events\": [\"%s\"]}"
                                .formatted(receiver.getAddress().getPort(), path, event))
                .expect(200)
                .string("id");
    }

    private void hang(HttpExchange exchange) throws IOException {
        try (exchange) {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void receive(HttpExchange exchange) throws IOException {
        var now = Instant.now();
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            exchange.sendResponseHeaders(204, -1);
            var occurred =
                    Instant.parse(
                            JsonMapper.shared().readTree(body).path("timestamp").stringValue());
            latencies.recordValue(Math.max(0, Duration.between(occurred, now).toNanos()));
        }
    }

    @Override
    public String name() {
        return "webhooks";
    }

    @Override
    public String unit() {
        return "payment, delivery";
    }

    @Override
    public List<Phase> run(Duration length) {
        latencies = new ConcurrentHistogram(Load.newHistogram());
        var begun = System.nanoTime();
        var payments =
                Load.open(
                        PAYMENTS_PER_SECOND,
                        CLIENTS,
                        length,
                        () -> wire.post("/payments", BODY).expect("succeeded"));
        var took = Duration.ofNanos(System.nanoTime() - begun);
        var missing = awaitTheRest(payments.latencies().getTotalCount() * DELIVERIES);
        return List.of(
                new Phase("payments", payments),
                new Phase(
                        "deliveries",
                        new Load.Result(
                                latencies.copy(),
                                missing,
                                took,
                                missing == 0 ? null : "Did not arrive")));
    }

    /** Until all have arrived or nothing has for a while; returns how many have not. */
    private long awaitTheRest(long expected) {
        var arrived = -1L;
        var since = System.nanoTime();
        while (arrived < expected && System.nanoTime() - since < LONGEST_SILENCE.toNanos()) {
            if (latencies.getTotalCount() > arrived) {
                arrived = latencies.getTotalCount();
                since = System.nanoTime();
            }
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        return Math.max(0, expected - arrived);
    }

    @Override
    public void close() {
        wire.close();
        over.countDown();
        endpoints.forEach(
                id -> MerchantClient.SANDBOX.delete("/webhook_endpoints/" + id).expect(200));
        receiver.stop(0);
    }
}
