package dev.paylater.e2e.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A small payment API with one defect, or none. */
final class PlantedDefects implements AutoCloseable {

    enum Defect {
        NONE,
        /** A browser sets the merchant's description. */
        SETS_A_SERVERS_FIELD,
        /** A browser adds a field that the merchant left out. */
        ADDS_A_SERVERS_FIELD,
        /** A body that is no JSON is answered 500. */
        FAILS,
        /** A body that is no object is not answered at all. */
        HANGS_UP,
        /** The client_secret decides whose payment it is, the path does not. */
        TOUCHES_ANOTHER,
        /** Whoever knows a payment's id may confirm it. */
        ACCEPTS_ANY_SECRET,
        /** An error has an entry, with its whole path, for each value of a list that is wrong. */
        REPEATS_EVERY_FAULT,
        /** Each field that the payment has as well takes 15 ms. */
        WORKS_FOR_EACH_FIELD,
        /** A query that decodes to nothing, or one with 1,001 parameters, is answered 500. */
        FAILS_AT_QUERIES,
        /** One answer in ten takes a second, and is quick when it is asked for again. */
        STUMBLES
    }

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String DESCRIPTION =
            """
            {"components": {"schemas": {"PaymentFields": {"properties":
              {"description": {}, "email": {}, "metadata": {}}}}}}
            """;

    private final Map<String, ObjectNode> payments = new ConcurrentHashMap<>();
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger served = new AtomicInteger();
    private final AtomicLong nanoTime = new AtomicLong();
    private final Defect defect;
    private final HttpServer server;

    PlantedDefects(Defect defect) throws IOException {
        this.defect = defect;
        var loopback = InetAddress.getLoopbackAddress();
        server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        server.createContext("/", this::serve);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    String base() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** No time passes but what an answer is planted to take. */
    long nanoTime() {
        return nanoTime.get();
    }

    private void take(Duration time) {
        nanoTime.addAndGet(time.toNanos());
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            var text = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            var path = exchange.getRequestURI().getPath();
            var key = exchange.getRequestHeaders().getFirst("api-key");
            if (path.equals("/openapi.json")) {
                answer(exchange, 200, DESCRIPTION);
            } else if (key == null || key.startsWith("pk_")) {
                serveClient(exchange, path, text);
            } else if (path.equals("/payments")) {
                answer(exchange, 200, create(JSON.readTree(text)));
            } else {
                var payment =
                        Objects.requireNonNull(payments.get(path.substring("/payments/".length())));
                synchronized (payment) {
                    answer(exchange, 200, payment.toString());
                }
            }
        }
    }

    private String create(JsonNode body) {
        var number = created.incrementAndGet();
        var payment = (ObjectNode) body;
        payment.put("payment_id", "pay_" + number).put("client_secret", "secret_" + number);
        payment.putObject("payment_link").put("link", base() + "/pay/" + number);
        payments.put("pay_" + number, payment);
        return payment.toString();
    }

    private void serveClient(HttpExchange exchange, String path, String text) throws IOException {
        if (defect == Defect.STUMBLES && served.incrementAndGet() % 10 == 0) {
            take(Duration.ofSeconds(1));
        }
        var query = exchange.getRequestURI().getRawQuery();
        if (query != null && defect == Defect.FAILS_AT_QUERIES && isHostile(query)) {
            answer(exchange, 500, "{}");
            return;
        }
        JsonNode body;
        try {
            body = JSON.readTree(text);
        } catch (JacksonException _) {
            answer(exchange, defect == Defect.FAILS ? 500 : 400, "{}");
            return;
        }
        if (!body.isObject()) {
            if (defect != Defect.HANGS_UP) {
                answer(exchange, 400, "{}");
            }
            return;
        }
        if (defect == Defect.REPEATS_EVERY_FAULT) {
            var faults = new StringBuilder();
            describe(body, "", faults);
            answer(exchange, 400, faults.toString());
            return;
        }
        if (defect == Defect.WORKS_FOR_EACH_FIELD) {
            take(Duration.ofMillis(15).multipliedBy(body.size()));
        }
        var secret = body.path("client_secret").asString("");
        var named = List.of(path.split("/"));
        for (var payment : payments.values()) {
            synchronized (payment) {
                var isMeant = named.contains(payment.path("payment_id").asString());
                var isShown = secret.equals(payment.path("client_secret").asString());
                var isTouched =
                        switch (defect) {
                            case TOUCHES_ANOTHER -> isShown;
                            case ACCEPTS_ANY_SECRET -> isMeant;
                            case NONE,
                                    SETS_A_SERVERS_FIELD,
                                    ADDS_A_SERVERS_FIELD,
                                    FAILS,
                                    HANGS_UP,
                                    REPEATS_EVERY_FAULT,
                                    WORKS_FOR_EACH_FIELD,
                                    FAILS_AT_QUERIES,
                                    STUMBLES ->
                                    isShown && isMeant;
                        };
                if (isTouched) {
                    change(payment, body, path);
                    answer(exchange, 200, "{}");
                    return;
                }
            }
        }
        answer(exchange, 401, "{}");
    }

    private static boolean isHostile(String query) {
        return query.contains("%80") || query.split("&", -1).length > 1_000;
    }

    private static void describe(JsonNode node, String path, StringBuilder faults) {
        if (node.isArray()) {
            // As large as it takes to be found.
            var room =
                    (FuzzFindings.MAX_BYTES_OF_ERROR * 2 - faults.length()) / (path.length() + 1);
            faults.append((path + "\n").repeat(Math.clamp(node.size(), 0, Math.max(0, room))));
        }
        node.forEachEntry((name, value) -> describe(value, path + "." + name, faults));
    }

    private void change(ObjectNode payment, JsonNode body, String path) {
        if (path.endsWith("/confirm")) {
            payment.put("status", "processing");
        }
        var settable =
                switch (defect) {
                    case SETS_A_SERVERS_FIELD -> Set.of("email", "description");
                    case ADDS_A_SERVERS_FIELD -> Set.of("email", "mandate_id");
                    case NONE,
                            FAILS,
                            HANGS_UP,
                            TOUCHES_ANOTHER,
                            ACCEPTS_ANY_SECRET,
                            REPEATS_EVERY_FAULT,
                            WORKS_FOR_EACH_FIELD,
                            FAILS_AT_QUERIES,
                            STUMBLES ->
                            Set.of("email");
                };
        settable.stream()
                .filter(field -> body.path(field).isString())
                .forEach(field -> payment.set(field, body.path(field)));
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        var bytes = text.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
