package dev.paylater.api.upstream;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.kit.security.ServiceToken;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Passes a request on to another service and its answer back. */
@Component
public final class Upstream {

    private static final Logger log = LoggerFactory.getLogger(Upstream.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration TIMEOUT = Duration.ofSeconds(9);

    /** Headers that belong to one connection, or that the client sets itself. */
    private static final Set<String> NOT_PASSED_ON =
            Set.of(
                    "connection",
                    "content-length",
                    "expect",
                    "host",
                    "http2-settings",
                    "keep-alive",
                    "te",
                    "transfer-encoding",
                    "upgrade",
                    ServiceToken.HEADER);

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_TIMEOUT)
                    .build();
    private final ServiceToken tokens;

    Upstream(ServiceToken tokens) {
        this.tokens = tokens;
    }

    /** Has another service do something of a merchant's, and gives its answer as JSON. */
    public JsonNode post(Call call, String merchantId, Peer peer, String path) {
        var request =
                HttpRequest.newBuilder(URI.create(peer.url() + path))
                        .timeout(TIMEOUT)
                        .POST(BodyPublishers.noBody());
        return Json.read(ask(call, peer, merchantId, request).body());
    }

    private HttpResponse<byte[]> ask(
            Call call, Peer peer, String merchantId, HttpRequest.Builder request) {
        request.header(ServiceToken.HEADER, tokens.issue(peer.audience(), merchantId))
                .header("x-request-id", call.requestId());
        var traceparent = call.context().traceparent();
        if (traceparent != null) {
            request.header("traceparent", traceparent);
        }
        var response = send(request);
        if (response.statusCode() / 100 == 2) {
            return response;
        }
        throw error(response);
    }

    /** Passes on a request for a merchant as it came, with all its headers. */
    public Answer raw(Call call, String merchantId, Peer peer) {
        var request =
                request(call, peer)
                        .header(ServiceToken.HEADER, tokens.issue(peer.audience(), merchantId));
        for (var header : call.headers().entrySet()) {
            if (!NOT_PASSED_ON.contains(header.getKey())) {
                request.header(header.getKey(), header.getValue());
            }
        }
        var response = send(request.POST(BodyPublishers.ofByteArray(call.body())));
        return Answer.of(
                response.statusCode(),
                response.headers().firstValue("content-type").orElse("application/json"),
                response.body(),
                Map.of());
    }

    private static HttpRequest.Builder request(Call call, Peer peer) {
        var query = call.queryString();
        var uri = URI.create(peer.url() + call.path() + (query == null ? "" : "?" + query));
        return HttpRequest.newBuilder(uri).timeout(TIMEOUT);
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder builder) {
        var request = builder.build();
        try {
            return http.send(request, BodyHandlers.ofByteArray());
        } catch (IOException e) {
            log.warn("{} does not answer: {}", request.uri().getAuthority(), e.toString());
            throw ApiException.unavailable("A part of the service does not answer");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiException.unavailable("The service is stopping");
        }
    }

    private static ApiException error(HttpResponse<byte[]> response) {
        try {
            var error = Json.read(response.body()).path("error");
            var code = ErrorCode.valueOf(error.path("code").asString(""));
            var message = error.path("message").asString(code.title());
            if (response.statusCode() == 503) {
                return ApiException.unavailable(message);
            }
            return ApiException.of(
                    response.statusCode(),
                    code,
                    message,
                    nullable(error.path("param").asString("")));
        } catch (JacksonException | IllegalArgumentException _) {
            log.warn("{} answered {}", response.uri(), response.statusCode());
            return ApiException.unavailable("A part of the service does not answer");
        }
    }

    private static @Nullable String nullable(String text) {
        return text.isEmpty() ? null : text;
    }
}
