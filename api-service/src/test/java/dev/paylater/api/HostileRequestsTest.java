package dev.paylater.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.form.OpenApi;
import dev.paylater.api.key.KeyKind;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Whatever stands in a path, a query or a header is the caller's fault and never a 500. */
class HostileRequestsTest {

    private static final RunningApi API =
            new RunningApi(
                    "--paylater.address-limits.visits-burst=100000",
                    "--paylater.address-limits.notifications-burst=100000",
                    "--paylater.address-limits.failed-keys-burst=100000",
                    "--paylater.api.burst=100000",
                    "--paylater.api.first-look=20ms",
                    "--paylater.api.max-wait=50ms");
    private static final JsonNode PATHS = new OpenApi().document().required("paths");

    private static final int AT_ONCE = 16;
    private static final String PLAIN = "X-Anything: x";

    private static final List<String> QUERIES =
            List.of(
                    "x=%zz",
                    "%zz",
                    "x=%",
                    "x=%C3",
                    "x=%00",
                    "=x",
                    "x=1&x=2",
                    "x=a|b[c]{d}^`\"<e>\\",
                    parts(1_001));

    private static final List<String> VALUES =
            List.of(
                    "999999999999999999999",
                    "-999999999999999999999",
                    "9223372036854775807",
                    "9223372036854775808",
                    "-9223372036854775809",
                    "9999999999999999999",
                    "2147483648",
                    "-2147483648",
                    "-1",
                    "0",
                    "1e999",
                    "NaN",
                    "%00",
                    "%2B999999999-12-31T23:59:59.999999999Z",
                    "-999999999-01-01T00:00:00Z",
                    "9999-12-31T23:59:59.999999999-18:00",
                    "0000-01-01T00:00:00%2B18:00",
                    "999999999999999999999-01-01T00:00:00Z",
                    "2026-01-01T00:00:00Z&created_gte=2026-01-01T00:00:00Z",
                    "pay_" + "9".repeat(2_000),
                    "%F0%9F%98%80",
                    "$where",
                    "a.b.c");

    private static final List<String> IDS =
            List.of(
                    "%zz",
                    "%",
                    "%C3",
                    "%FF",
                    "%00",
                    "%0D%0A",
                    "%25",
                    "%2e%2e",
                    "x;y=z",
                    "|",
                    "{}",
                    "%F0%9F%98%80",
                    "9".repeat(4_000));

    private static final List<String> HEADERS =
            List.of(
                    "X-Anything: \u00ff\u00fe",
                    "X-Anything:",
                    "X-Anything: a\tb",
                    "Idempotency-Key: " + "k".repeat(5_000),
                    "Idempotency-Key: \u00ff",
                    "Idempotency-Key:",
                    "traceparent: 00-zz-zz-zz",
                    "x-request-id: \u00ff",
                    "x-request-id: " + "r".repeat(5_000),
                    "Accept: gibberish",
                    "Accept: */*;q=abc",
                    "Accept-Language: \u00ff;q=x",
                    "Accept-Language: " + "de-".repeat(1_000),
                    "Content-Type: gibberish",
                    "Content-Type: application/json; charset=none",
                    "Content-Type: multipart/form-data",
                    "Content-Encoding: \u00ff",
                    "Cookie: \u00ff=\u00fe; =",
                    "Origin: \u00ff",
                    "Origin: null",
                    "Range: bytes=9-1",
                    "If-Modified-Since: yesterday",
                    "If-None-Match: \u00ff",
                    "Prefer: \u00ff",
                    "Forwarded: for=\u00ff",
                    "X-Forwarded-For: %zz, 999.9.9.9",
                    "X-HTTP-Method-Override: NOTHING",
                    "Authorization: Bearer",
                    "Authorization: Bearer a.b.c",
                    "Authorization: \u00ff",
                    "Date: never",
                    "Via: \u00ff",
                    "Expect: nothing");

    @AfterAll
    static void stop() {
        API.close();
    }

    static Stream<Arguments> endpoints() {
        return Endpoint.of(API).map(endpoint -> Arguments.of(endpoint.name(), endpoint));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endpoints")
    void no_path_query_or_header_of_mine_is_answered_with_500(String name, Endpoint endpoint)
            throws ExecutionException, InterruptedException {
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            var complaints = new ArrayList<String>();
            for (var answered :
                    threads.invokeAll(
                            hostile(endpoint).stream()
                                    .<Callable<String>>map(
                                            request -> () -> request.complaint(endpoint))
                                    .toList())) {
                complaints.add(answered.get());
            }
            assertThat(complaints).isNotEmpty().containsOnly("");
        }
    }

    private static List<Hostile> hostile(Endpoint endpoint) {
        var all = new ArrayList<Hostile>();
        var plain = endpoint.path().replaceAll("\\{\\w+}", "x");
        QUERIES.forEach(query -> all.add(new Hostile(plain + "?" + query, PLAIN)));
        for (var parameter : parameters(endpoint)) {
            for (var value : VALUES) {
                all.add(new Hostile(plain + "?" + parameter + "=" + value, PLAIN));
            }
        }
        if (endpoint.path().contains("{")) {
            for (var id : IDS) {
                all.add(new Hostile(endpoint.path().replaceAll("\\{\\w+}", id), PLAIN));
            }
        }
        if (endpoint.kinds().isEmpty() || endpoint.verb().equals("GET")) {
            HEADERS.forEach(header -> all.add(new Hostile(plain, header)));
        }
        return all;
    }

    private record Hostile(String target, String header) {

        /** Empty when it is answered as it should be. */
        String complaint(Endpoint endpoint) throws IOException {
            var answer = answer(endpoint, target, header);
            var isError = !answer.isEmpty() && answer.charAt("HTTP/1.1 ".length()) >= '4';
            var isUnshaped =
                    isError && !answer.contains("{\"error\":{") && !answer.contains("<html");
            var isWrong =
                    answer.isEmpty()
                            || isUnshaped
                            || answer.startsWith("HTTP/1.1 500")
                            || answer.startsWith("HTTP/1.1 429");
            return isWrong ? beginning(target) + " " + beginning(header) + ": " + answer : "";
        }

        private static String beginning(String text) {
            return text.substring(0, Math.min(text.length(), 120));
        }
    }

    private static List<String> parameters(Endpoint endpoint) {
        return PATHS.properties().stream()
                .filter(path -> unnamed(path.getKey()).equals(unnamed(endpoint.path())))
                .flatMap(
                        path ->
                                path.getValue()
                                        .path(endpoint.verb().toLowerCase(Locale.ROOT))
                                        .path("parameters")
                                        .valueStream())
                .filter(parameter -> parameter.path("in").asString("").equals("query"))
                .map(parameter -> parameter.path("name").asString())
                .toList();
    }

    private static String unnamed(String path) {
        return path.replaceAll("\\{\\w+}", "{}");
    }

    private static String parts(int count) {
        return String.join("&", IntStream.range(0, count).mapToObj(i -> "p" + i + "=1").toList());
    }

    /** What a client sends that checks nothing; gives the head and body of the answer. */
    private static String answer(Endpoint endpoint, String target, String header)
            throws IOException {
        var address = API.request("/").build().uri();
        var key =
                endpoint.kinds().contains(KeyKind.ADMIN)
                        ? "admin-api-key: " + RunningApi.ADMIN
                        : endpoint.kinds().contains(KeyKind.SECRET)
                                ? "api-key: " + RunningApi.SECRET
                                : "api-key: " + RunningApi.PUBLISHABLE;
        try (var socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream().write(request(endpoint, target, key, header));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static byte[] request(Endpoint endpoint, String target, String key, String header) {
        return "%s %s HTTP/1.1\r\nHost: here\r\nConnection: close\r\n%s\r\n%s\r\nContent-Length: 2\r\n\r\n{}"
                .formatted(endpoint.verb(), target, key, header)
                .getBytes(ISO_8859_1);
    }
}
