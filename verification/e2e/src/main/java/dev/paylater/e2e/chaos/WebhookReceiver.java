package dev.paylater.e2e.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.paylater.e2e.MerchantClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A merchant's server that gets every event. Now and then it answers 500, gives no answer, or is
 * gone for a while. What it has answered with 2xx it remembers, in the order of the answers.
 */
final class WebhookReceiver implements AutoCloseable {

    /**
     * An event that was answered with 2xx.
     *
     * @param webhookId the same for every attempt
     * @param source the refund, for events of refunds, else the payment
     * @param status that its data show
     */
    record Received(String webhookId, String type, String source, long sequence, String status) {}

    private static final int ANSWERS_500_IN_100 = 10;
    private static final int GIVES_NO_ANSWER_IN_100 = 2;
    private static final Duration SILENCE = Duration.ofSeconds(2);
    private static final Duration AWAY = Duration.ofSeconds(2);
    private static final int LONGEST_PRESENCE_SECONDS = 40;

    private final MerchantClient merchant;
    private final boolean ordered;
    private final ChaosFindings findings;
    private final Random random;
    private final List<Received> received = new ArrayList<>();
    private final CountDownLatch well = new CountDownLatch(1);
    private final @Nullable InetAddress listensAt;
    private final int port;
    private final String endpointId;
    private final Webhook signature;
    private volatile HttpServer server;
    private int unanswered;

    /**
     * Listens, and has the merchant's events sent here.
     *
     * @param ordered whether the events of a payment are to come one after the other
     */
    WebhookReceiver(MerchantClient merchant, boolean ordered, long seed, ChaosFindings findings)
            throws IOException {
        this(merchant, ordered, seed, findings, InetAddress.getLoopbackAddress(), "127.0.0.1");
    }

    /**
     * For services in containers, whose network is not this machine's. It answers everything, as
     * the default delays between attempts are longer than a run.
     */
    static WebhookReceiver ofContainers(MerchantClient merchant, ChaosFindings findings)
            throws IOException {
        var receiver =
                new WebhookReceiver(merchant, true, 0, findings, null, "host.containers.internal");
        receiver.getWell();
        return receiver;
    }

    private WebhookReceiver(
            MerchantClient merchant,
            boolean ordered,
            long seed,
            ChaosFindings findings,
            @Nullable InetAddress listensAt,
            String host)
            throws IOException {
        this.listensAt = listensAt;
        this.merchant = merchant;
        this.ordered = ordered;
        this.findings = findings;
        this.random = new Random(seed);
        this.server = listen(0);
        this.port = server.getAddress().getPort();
        var endpoint =
                merchant.post(
                                "/webhook_endpoints",
                                "{\"url\": \"http://%s:%d/hooks\", \"ordered\": %s}"
                                        .formatted(host, port, ordered))
                        .expect(200);
        this.endpointId = endpoint.string("id");
        this.signature = signature(endpoint.string("secret"));
        Thread.ofVirtual().name("receiver-" + port).start(this::comeAndGo);
    }

    private static Webhook signature(String secret) {
        try {
            return new Webhook(secret);
        } catch (RuntimeException e) {
            throw new AssertionError("Not a secret of Standard Webhooks", e);
        }
    }

    MerchantClient merchant() {
        return merchant;
    }

    boolean isOrdered() {
        return ordered;
    }

    String endpointId() {
        return endpointId;
    }

    List<Received> received() {
        synchronized (received) {
            return List.copyOf(received);
        }
    }

    /** How many attempts were not answered with 2xx. */
    int unanswered() {
        synchronized (received) {
            return unanswered;
        }
    }

    /** From now on it answers everything. */
    void getWell() {
        well.countDown();
    }

    private HttpServer listen(int at) throws IOException {
        var created = HttpServer.create(new InetSocketAddress(listensAt, at), 0);
        created.createContext("/", this::receive);
        created.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        created.start();
        return created;
    }

    private void comeAndGo() {
        try {
            while (!well.await(1 + random.nextInt(LONGEST_PRESENCE_SECONDS), TimeUnit.SECONDS)) {
                server.stop(0);
                Thread.sleep(AWAY);
                server = listen(port);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            var status = verified(exchange, body) ? answer() : 400;
            if (status == 0) {
                well.await(SILENCE.toMillis(), TimeUnit.MILLISECONDS);
                return;
            }
            if (status == 200) {
                remember(exchange, body);
            }
            exchange.sendResponseHeaders(status, -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean verified(HttpExchange exchange, String body) {
        try {
            signature.verify(body, HttpHeaders.of(exchange.getRequestHeaders(), (_, _) -> true));
            return true;
        } catch (WebhookVerificationException e) {
            findings.add(endpointId, "an event with a wrong signature: " + e.getMessage());
            return false;
        }
    }

    private int answer() {
        var draw = random.nextInt(100);
        var status =
                draw < ANSWERS_500_IN_100
                        ? 500
                        : draw < ANSWERS_500_IN_100 + GIVES_NO_ANSWER_IN_100 ? 0 : 200;
        if (well.getCount() == 0 || status == 200) {
            return 200;
        }
        synchronized (received) {
            unanswered++;
        }
        return status;
    }

    private void remember(HttpExchange exchange, String body) {
        var event = JsonMapper.shared().readTree(body);
        var data = event.path("data");
        var type = event.path("type").asString("");
        var id = type.startsWith("refund.") ? "refund_id" : "payment_id";
        var now =
                new Received(
                        exchange.getRequestHeaders().getFirst("webhook-id"),
                        type,
                        data.path(id).asString(""),
                        event.path("sequence").asLong(),
                        data.path("status").asString(""));
        synchronized (received) {
            received.add(now);
        }
    }

    /** Nothing is sent here any more. */
    @Override
    public void close() {
        getWell();
        server.stop(0);
        merchant.delete("/webhook_endpoints/" + endpointId).expect(200);
    }

    /** The delays after which a failed attempt is repeated, in the environment of the system. */
    static Map<String, String> impatience() {
        return Map.of("PAYLATER_WEBHOOKS_RETRYDELAYS", "1s,2s,5s");
    }
}
