package dev.paylater.conformance;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Stands before the simulator and spoils exactly the request that a test points at. */
final class FaultyProxy implements AutoCloseable {

    private static final Set<String> HOP =
            Set.of(
                    "host",
                    "connection",
                    "content-length",
                    "transfer-encoding",
                    "upgrade",
                    "expect");

    /** A request as it came by. */
    record Seen(String method, String path, String body) {}

    private record Armed(int from, int until, Fault fault) {}

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch over = new CountDownLatch(1);
    private final int port;
    private final List<Seen> seen = Collections.synchronizedList(new ArrayList<>());
    private @Nullable Armed armed;
    private int counted;
    private int met;

    FaultyProxy(int port) {
        this.port = port;
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    /** Nothing was sent yet and nothing goes wrong. */
    synchronized void reset() {
        armed = null;
        counted = 0;
        met = 0;
        seen.clear();
    }

    /** The n-th request from now, from 1. */
    synchronized void spoil(int nth, Fault fault) {
        counted = 0;
        met = 0;
        armed = new Armed(nth, nth, fault);
    }

    synchronized void spoilAll(Fault fault) {
        counted = 0;
        met = 0;
        armed = new Armed(1, Integer.MAX_VALUE, fault);
    }

    /** No answer comes to the next request until the test is over. */
    void silence(boolean acts) {
        spoil(1, Fault.silence(acts, over));
    }

    synchronized void heal() {
        armed = null;
    }

    /** How many requests were spoilt since a fault was last asked for. */
    synchronized int spoilt() {
        return met;
    }

    List<Seen> seen() {
        synchronized (seen) {
            return List.copyOf(seen);
        }
    }

    private synchronized @Nullable Fault due() {
        counted++;
        if (armed == null || counted < armed.from() || counted > armed.until()) {
            return null;
        }
        met++;
        return armed.fault();
    }

    private void handle(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readAllBytes();
        seen.add(
                new Seen(
                        exchange.getRequestMethod(),
                        exchange.getRequestURI().toString(),
                        new String(body, StandardCharsets.UTF_8)));
        // Logging in has no effect at a provider, and what goes wrong with it is tested elsewhere.
        var login = exchange.getRequestURI().getPath().matches(".*/oauth2?/token");
        var fault = login ? null : due();
        if (fault == null) {
            Fault.send(exchange, forward(exchange, body));
        } else {
            fault.meet(exchange, () -> forward(exchange, body));
        }
    }

    private Fault.Answer forward(HttpExchange exchange, byte[] body) throws IOException {
        var request =
                HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + port + exchange.getRequestURI()))
                        .method(
                                exchange.getRequestMethod(),
                                HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders()
                .forEach(
                        (name, values) -> {
                            if (!HOP.contains(name.toLowerCase(Locale.ROOT))) {
                                values.forEach(value -> request.header(name, value));
                            }
                        });
        try {
            var response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            var headers = new HashMap<String, List<String>>();
            response.headers()
                    .map()
                    .forEach(
                            (name, values) -> {
                                if (!HOP.contains(name.toLowerCase(Locale.ROOT))) {
                                    headers.put(name, values);
                                }
                            });
            return new Fault.Answer(
                    response.statusCode(),
                    headers,
                    new String(response.body(), StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
        client.close();
    }
}
