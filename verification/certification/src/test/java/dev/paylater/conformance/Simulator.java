package dev.paylater.conformance;

import dev.paylater.simulator.ProviderSimulator;
import dev.paylater.simulator.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The provider simulator in this process, its ledger and its pages. */
final class Simulator implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ProviderSimulator running;
    private final HttpClient client = HttpClient.newHttpClient();

    Simulator(Path data) {
        running = ProviderSimulator.start(new Settings("127.0.0.1", 0, data, null));
    }

    int port() {
        return running.port();
    }

    /** As "operation amount currency", in order. */
    List<String> ledger(String paymentId) {
        var lines = new ArrayList<String>();
        for (var entry : entries(paymentId)) {
            lines.add(
                    entry.path("operation").asString()
                            + " "
                            + entry.path("amount").asLong()
                            + " "
                            + entry.path("currency").asString());
        }
        return lines;
    }

    private JsonNode entries(String paymentId) {
        return JSON.readTree(get(url("/simulator/ledger?merchant_reference=" + paymentId)).body())
                .path("entries");
    }

    /** Where webhooks go of providers that are told once, by the account of the kit. */
    void subscribe(String connector, String url) {
        var body =
                "{\"connector\": \"%s\", \"account\": \"kit\", \"url\": \"%s\"}"
                        .formatted(connector, url);
        send(
                HttpRequest.newBuilder(url("/simulator/webhooks"))
                        .POST(BodyPublishers.ofString(body)));
    }

    /** Further copies of each webhook. */
    void duplicateWebhooks(String connector, int copies) {
        var body =
                "{\"connector\": \"%s\", \"webhook_duplicates\": %d}".formatted(connector, copies);
        send(
                HttpRequest.newBuilder(url("/simulator/behaviour"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body)));
    }

    void behaveNormally() {
        send(HttpRequest.newBuilder(url("/simulator/behaviour")).DELETE());
    }

    /** The customer opens the page, presses a button, and is sent away to the address returned. */
    String decide(String page, String decision) {
        var shown = get(URI.create(page));
        if (shown.statusCode() != 200 || !shown.body().contains(decision)) {
            throw new IllegalStateException(
                    "no page with a button to " + decision + " at " + page + ": " + shown);
        }
        var mark = page.contains("?") ? "&" : "?";
        var pressed = get(URI.create(page + mark + "decision=" + decision));
        return pressed.headers()
                .firstValue("Location")
                .orElseThrow(
                        () -> new IllegalStateException(page + " does not lead back: " + pressed));
    }

    /** The provider's id of a dispute of 500, of a captured payment. */
    String openDispute(String paymentId, Instant challengeRequiredBy) {
        var body =
                "{\"merchant_reference\": \"%s\", \"amount\": 500, \"challenge_required_by\": \"%s\"}"
                        .formatted(paymentId, challengeRequiredBy);
        var opened =
                send(
                        HttpRequest.newBuilder(url("/simulator/disputes"))
                                .POST(BodyPublishers.ofString(body)));
        return JSON.readTree(opened.body()).required("dispute_id").asString();
    }

    private URI url(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    private HttpResponse<String> get(URI url) {
        return send(HttpRequest.newBuilder(url).GET());
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        client.close();
        running.close();
    }
}
