package dev.paylater.ops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.paylater.ops.console.UserProblem;
import dev.paylater.ops.environment.ApiAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;

/** JSON over HTTP; whatever is not an answer of 200 is a problem to tell. */
public final class OpsJson implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(5);
    private static final int SHOWN_CHARACTERS = 1_000;

    public static final JsonMapper MAPPER = new JsonMapper();

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT_PATIENCE).build();

    public static HttpRequest.Builder request(String url) {
        return HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE);
    }

    /** Of an administrator. */
    static HttpRequest.Builder request(ApiAddress api, String path) {
        return request(api.url() + path).header("admin-api-key", api.adminKey());
    }

    static HttpRequest post(ApiAddress api, String path, JsonNode body) {
        return request(api, path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
    }

    public JsonNode ask(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response;
        try {
            response = http.send(request, BodyHandlers.ofString());
        } catch (ConnectException | HttpTimeoutException | UnresolvedAddressException e) {
            throw new UserProblem(
                    "Nothing answers at %s:%s."
                            .formatted(request.uri().getHost(), request.uri().getPort()),
                    e);
        }
        if (response.statusCode() != 200) {
            String body = response.body();
            throw new UserProblem(
                    "%s %s answered %s: %s"
                            .formatted(
                                    request.method(),
                                    request.uri().getPath(),
                                    response.statusCode(),
                                    body.substring(0, Math.min(body.length(), SHOWN_CHARACTERS))));
        }
        return MAPPER.readTree(response.body());
    }

    @Override
    public void close() {
        http.close();
    }
}
