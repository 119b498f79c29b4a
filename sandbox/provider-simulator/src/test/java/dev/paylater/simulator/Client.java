package dev.paylater.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Speaks to a running simulator as one merchant's account at the sandbox. */
final class Client {

    static final JsonMapper MAPPER = new JsonMapper();
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** One answer; the body is parsed on demand. */
    record Got(int status, HttpResponse<String> response) {
        JsonNode json() {
            return MAPPER.readTree(response.body());
        }

        String text(String pointer) {
            return json().at(pointer).asString();
        }

        long number(String pointer) {
            return json().at(pointer).asLong();
        }

        String error() {
            return text("/error/code");
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }

    private final int port;
    private final String apiKey;

    Client(int port, String apiKey) {
        this.port = port;
        this.apiKey = apiKey;
    }

    static String fresh(String what) {
        return what + NUMBER.incrementAndGet();
    }

    String url(String path) {
        return "http://127.0.0.1:" + port + path;
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url(path)))
                .header("Authorization", "Bearer " + apiKey)
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(15));
    }

    Got get(String path) {
        return send(request(path).build());
    }

    Got post(String path, String key, String body) {
        return send(posting(path, key, body).build());
    }

    HttpRequest.Builder posting(String path, String key, String body) {
        return request("/sandbox/v1" + path)
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    /** Sends a write that nobody waits for longer than this. */
    boolean answers(String path, String key, String body, Duration patience) {
        try {
            HTTP.send(
                    posting(path, key, body).timeout(patience).build(),
                    HttpResponse.BodyHandlers.ofString());
            return true;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    CompletableFuture<HttpResponse<String>> later(HttpRequest request) {
        return HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    /** A body is JSON unless the request says otherwise. */
    Got send(HttpRequest given) {
        var request =
                given.bodyPublisher().isEmpty()
                                || given.headers().firstValue("Content-Type").isPresent()
                        ? given
                        : HttpRequest.newBuilder(given, (_, _) -> true)
                                .header("Content-Type", "application/json")
                                .build();
        try {
            var response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            return new Got(response.statusCode(), response);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Got payment(String id) {
        return get("/sandbox/v1/payments/" + id);
    }

    Got operation(String key) {
        return get("/sandbox/v1/operations?idempotency_key=" + encoded(key));
    }

    Got simulator(String method, String path, String body) {
        return send(
                HttpRequest.newBuilder(URI.create(url("/simulator" + path)))
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build());
    }

    /** The ledger of a payment, as words: {@code authorize 6540}. */
    List<String> ledger(String merchantReference) {
        var entries = new ArrayList<String>();
        get("/simulator/ledger?merchant_reference=" + encoded(merchantReference))
                .json()
                .get("entries")
                .forEach(
                        entry ->
                                entries.add(
                                        entry.get("operation").asString()
                                                + ' '
                                                + entry.get("amount").asLong()));
        return entries;
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The body of a payment of 6540 EUR; more is further fields, each with a comma before it. */
    static String order(String merchantReference, String email, String more) {
        return """
        {"merchant_reference": "%s", "attempt_reference": "%s_1", "amount": 6540, \
        "currency": "EUR", "country": "DE", "billing": {"email": "%s"}%s}
        """
                .formatted(merchantReference, merchantReference, email, more);
    }
}
