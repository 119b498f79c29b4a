package dev.paylater.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.paylater.launcher.process.Problem;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** JSON over HTTP; whatever is not an answer of 200 is a problem to tell. */
final class Json implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    static final JsonMapper MAPPER = new JsonMapper();

    private final HttpClient http = HttpClient.newHttpClient();

    static HttpRequest.Builder request(String url) {
        return HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE);
    }

    JsonNode ask(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response;
        try {
            response = http.send(request, BodyHandlers.ofString());
        } catch (ConnectException e) {
            throw new Problem(
                    "Nothing answers at %s:%s. './paylater up' starts everything."
                            .formatted(request.uri().getHost(), request.uri().getPort()),
                    e);
        }
        if (response.statusCode() != 200) {
            throw new Problem(
                    "%s %s answered %s: %s"
                            .formatted(
                                    request.method(),
                                    request.uri().getPath(),
                                    response.statusCode(),
                                    response.body()));
        }
        return MAPPER.readTree(response.body());
    }

    @Override
    public void close() {
        http.close();
    }
}
