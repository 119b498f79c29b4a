package dev.paylater.connector.conformance;

import com.sun.net.httpserver.HttpExchange;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What goes wrong between the caller and the provider with one request. */
interface Fault {

    /** What a provider answered. */
    record Answer(int status, java.util.Map<String, java.util.List<String>> headers, byte[] body) {}

    /** Lets the request reach the provider. */
    interface Provider {
        Answer answer() throws IOException;
    }

    void meet(HttpExchange exchange, Provider provider) throws IOException;

    /** The connection breaks before the provider has the request. */
    Fault LOST_REQUEST = (exchange, _) -> exchange.close();

    /** The provider acts, and the connection breaks. */
    Fault LOST_ANSWER =
            (exchange, provider) -> {
                provider.answer();
                exchange.close();
            };

    /** The provider acts, and then fails. */
    Fault FAILED_AFTERWARDS =
            (exchange, provider) -> {
                provider.answer();
                send(exchange, new Answer(500, java.util.Map.of(), new byte[0]));
            };

    /** Half of the answer, as if it were all. */
    Fault MALFORMED =
            (exchange, provider) -> {
                var answer = provider.answer();
                var half = Arrays.copyOf(answer.body(), answer.body().length / 2);
                send(exchange, new Answer(answer.status(), answer.headers(), half));
            };

    /** Half of the answer, and the connection breaks. */
    Fault TRUNCATED =
            (exchange, provider) -> {
                var answer = provider.answer();
                exchange.sendResponseHeaders(answer.status(), answer.body().length + 10L);
                exchange.getResponseBody().write(answer.body(), 0, answer.body().length / 2);
                exchange.getResponseBody().flush();
                exchange.close();
            };

    /** Every word for a status in the answer becomes one that nobody knows. */
    Fault UNKNOWN_STATUS =
            (exchange, provider) -> {
                var answer = provider.answer();
                var body =
                        new String(answer.body(), StandardCharsets.UTF_8)
                                .replaceAll(
                                        "(?i)(\"[a-z_]*(?:status|state|result|outcome)\"\\s*:\\s*)"
                                                + "\"[^\"]*\"",
                                        "$1\"transmogrified\"");
                send(
                        exchange,
                        new Answer(
                                answer.status(),
                                answer.headers(),
                                body.getBytes(StandardCharsets.UTF_8)));
            };

    static Fault status(int status) {
        return (exchange, _) ->
                send(exchange, new Answer(status, java.util.Map.of(), "{}".getBytes()));
    }

    static Fault throttled(int seconds) {
        return (exchange, _) -> {
            exchange.getResponseHeaders().set("Retry-After", String.valueOf(seconds));
            send(exchange, new Answer(429, java.util.Map.of(), new byte[0]));
        };
    }

    /** No answer until the test is over, whether the provider acts or not. */
    static Fault silence(boolean acts, CountDownLatch over) {
        return (exchange, provider) -> {
            if (acts) {
                provider.answer();
            }
            try {
                over.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        };
    }

    static void send(HttpExchange exchange, Answer answer) throws IOException {
        answer.headers().forEach((name, values) -> exchange.getResponseHeaders().put(name, values));
        var length = answer.body().length;
        exchange.sendResponseHeaders(answer.status(), length == 0 ? -1 : length);
        if (length > 0) {
            exchange.getResponseBody().write(answer.body());
        }
        exchange.close();
    }
}
