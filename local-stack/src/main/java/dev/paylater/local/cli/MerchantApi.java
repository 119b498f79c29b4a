package dev.paylater.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.paylater.local.cli.process.Problem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * The HTTP API as the sandbox's merchant sees it: JSON in, JSON out, anything but 200 a problem.
 */
final class MerchantApi implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String baseUrl;
    private final JsonMapper json = new JsonMapper();
    private final HttpClient http = HttpClient.newHttpClient();

    MerchantApi(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    JsonNode post(String path, String body) throws IOException, InterruptedException {
        return send(
                path,
                request(path)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build());
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return send(path, request(path).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(baseUrl + path))
                .timeout(PATIENCE)
                .header("api-key", Welcome.SECRET_KEY);
    }

    private JsonNode send(String path, HttpRequest request)
            throws IOException, InterruptedException {
        HttpResponse<String> response;
        try {
            response = http.send(request, BodyHandlers.ofString());
        } catch (java.net.ConnectException e) {
            throw new Problem(
                    "Nothing answers at " + baseUrl + ". './paylater up' starts everything.", e);
        }
        if (response.statusCode() != 200) {
            throw new Problem(
                    "%s %s answered %d: %s"
                            .formatted(
                                    request.method(),
                                    path,
                                    response.statusCode(),
                                    response.body()));
        }
        return json.readTree(response.body());
    }

    @Override
    public void close() {
        http.close();
    }
}
