package dev.paylater.connector.stack;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** As much of the sandbox provider as authorizes every payment, and waits when it is told to. */
public final class SandboxStub implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpServer server;
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private final List<String> looks = new CopyOnWriteArrayList<>();
    private final List<String> refused = new CopyOnWriteArrayList<>();
    private volatile CountDownLatch gate = new CountDownLatch(0);

    public SandboxStub() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/payments", this::pay);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** Idempotency keys in the order in which they came. */
    public List<String> keys() {
        return keys;
    }

    /** Paths of payments that were looked at, none of which is known here. */
    public List<String> looks() {
        return looks;
    }

    /** Answers this payment with 401, and the credential in it. */
    public void refuse(String paymentId) {
        refused.add(paymentId);
    }

    /** From now on answers wait until the latch is counted down. */
    public CountDownLatch hold() {
        gate = new CountDownLatch(1);
        return gate;
    }

    private void pay(HttpExchange exchange) throws IOException {
        try (exchange) {
            var sent = exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestMethod().equals("GET")) {
                looks.add(exchange.getRequestURI().getPath());
                gate.await();
                answer(exchange, 404, JSON.createObjectNode().put("code", "not_found"));
                return;
            }
            var body = JSON.readTree(sent);
            keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            gate.await();
            if (refused.contains(body.path("merchant_reference").asString())) {
                var authorization = exchange.getRequestHeaders().getFirst("Authorization");
                answer(exchange, 401, JSON.createObjectNode().put("code", authorization));
                return;
            }
            var answer =
                    JSON.createObjectNode()
                            .put("id", "sbp_" + body.path("merchant_reference").asString())
                            .put("merchant_reference", body.path("merchant_reference").asString())
                            .put("status", "authorized")
                            .put("amount_authorized", body.path("amount").asLong());
            answer(exchange, 201, answer);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static void answer(HttpExchange exchange, int status, JsonNode json)
            throws IOException {
        var bytes = json.toString().getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
