package dev.paylater.connector.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A provider that answers as it is told, one answer per request, then 200 for ever. */
final class FakeProvider implements AutoCloseable {

    interface Answer {
        void give(HttpExchange exchange) throws IOException;
    }

    private final HttpServer server;
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    final List<String> requests = Collections.synchronizedList(new ArrayList<>());

    FakeProvider() {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
    }

    FakeProvider then(Answer answer) {
        answers.add(answer);
        return this;
    }

    FakeProvider thenStatus(int status) {
        return then(exchange -> send(exchange, status, "{}", null));
    }

    FakeProvider thenBody(String body) {
        return then(exchange -> send(exchange, 200, body, null));
    }

    FakeProvider thenTooManyRequests(String retryAfter) {
        return then(exchange -> send(exchange, 429, "{}", retryAfter));
    }

    /** Says nothing until the test is over. */
    FakeProvider thenSilence() {
        return then(
                _ -> {
                    try {
                        closing.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                });
    }

    /** Sends a byte from time to time: no single read takes long. */
    FakeProvider thenDrip() {
        return then(
                exchange -> {
                    exchange.sendResponseHeaders(200, 1_000);
                    try {
                        while (closing.getCount() > 0) {
                            exchange.getResponseBody().write(' ');
                            exchange.getResponseBody().flush();
                            Thread.sleep(20);
                        }
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                });
    }

    FakeProvider thenBrokenConnection() {
        return then(
                exchange -> {
                    exchange.sendResponseHeaders(200, 1_000);
                    exchange.getResponseBody().write('{');
                    exchange.close();
                });
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var authorization = exchange.getRequestHeaders().getFirst("Authorization");
            requests.add(
                    exchange.getRequestMethod()
                            + " "
                            + exchange.getRequestURI()
                            + (authorization == null ? "" : " " + authorization));
            var answer = answers.poll();
            if (answer == null) {
                send(exchange, 200, "{}", null);
            } else {
                answer.give(exchange);
            }
        }
    }

    static void send(HttpExchange exchange, int status, String body, @Nullable String retryAfter)
            throws IOException {
        if (retryAfter != null) {
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
        }
        var bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
    }
}
