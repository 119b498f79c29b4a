package dev.paylater.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** What goes wrong between the caller and the provider with one request. */
interface Fault {

    /** The fields in which providers say how something stands. */
    Pattern STATUS =
            Pattern.compile("(?i)(\"[a-z_]*(?:status|state|result|result)\"\\s*:\\s*)\"[^\"]*\"");

    /** What a provider answered. */
    record Answer(int status, Map<String, List<String>> headers, String body) {}

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
                send(exchange, new Answer(500, Map.of(), ""));
            };

    /** Half of the answer, as if it were all. */
    Fault MALFORMED =
            (exchange, provider) -> {
                var answer = provider.answer();
                var half = half(answer.body());
                send(exchange, new Answer(answer.status(), answer.headers(), half));
            };

    /** Half of the answer, and the connection breaks. */
    Fault TRUNCATED =
            (exchange, provider) -> {
                var answer = provider.answer();
                exchange.sendResponseHeaders(answer.status(), answer.body().length() + 10L);
                exchange.getResponseBody().write(half(answer.body()).getBytes(UTF_8));
                exchange.getResponseBody().flush();
                exchange.close();
            };

    /** Nobody can tell from these whether the provider has acted. */
    List<Fault> LOSSES = List.of(LOST_REQUEST, LOST_ANSWER, FAILED_AFTERWARDS, MALFORMED);

    /** Every word for a status in the answer becomes one that nobody knows. */
    Fault UNKNOWN_STATUS =
            (exchange, provider) -> {
                var answer = provider.answer();
                var body = STATUS.matcher(answer.body()).replaceAll("$1\"transmogrified\"");
                send(exchange, new Answer(answer.status(), answer.headers(), body));
            };

    static Fault status(int status) {
        return (exchange, _) -> send(exchange, new Answer(status, Map.of(), "{}"));
    }

    static Fault throttled(int seconds) {
        return (exchange, _) -> {
            exchange.getResponseHeaders().set("Retry-After", String.valueOf(seconds));
            send(exchange, new Answer(429, Map.of(), ""));
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
        var body = answer.body().getBytes(UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String half(String text) {
        return text.substring(0, text.length() / 2);
    }
}
