package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.http.Allows;
import dev.paylater.api.key.KeyKind;
import dev.paylater.kit.security.CustomerAddresses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;

/**
 * What a browser is forbidden on whatever this API answers: each endpoint is called, those that are
 * added later too.
 */
class SecurityHeadersTest {

    private static final RunningApi API = RunningApi.shared();
    private static final Pattern INLINE =
            Pattern.compile("<(?:script|style)(?![^>]*\\ssrc=)[^>]*>");
    private static final Pattern HANDLER = Pattern.compile("\\s(?:on[a-z]+|style)=|javascript:");
    private static final Map<String, String> values = new TreeMap<>();
    private static String token = "";

    @BeforeAll
    static void make_a_payment_with_a_link() {
        var payment = API.create(", \"payment_link\": true, \"customer\": {\"id\": \"cus_page\"}");
        values.put("merchantId", "merchant_sandbox");
        values.put("paymentId", payment.path("payment_id").asString());
        values.put("linkId", payment.at("/payment_link/payment_link_id").asString());
        values.put("attemptId", values.get("paymentId") + "_1");
        values.put("customerId", "cus_page");
        values.put("connector", "sandbox");
        values.put("code", "IR_05");
        values.put("name", "swagger-ui.css");
        var secure = payment.at("/payment_link/secure_link").asString();
        token = secure.substring(secure.indexOf('?'));
    }

    record Served(String verb, String pattern, List<KeyKind> kinds) {

        boolean isForAnybody() {
            return kinds.isEmpty();
        }

        String path() {
            var addresses = API.bean(CustomerAddresses.class);
            var paymentId = values.getOrDefault("paymentId", "unknown");
            var merchantId = values.getOrDefault("merchantId", "unknown");
            if (pattern.startsWith("/payments/redirect/")) {
                return local(addresses.wayOut(paymentId, merchantId, "unknown"));
            }
            if (pattern.contains("/redirect/response/")) {
                return local(addresses.wayBack(paymentId, merchantId, "unknown"));
            }
            var path = pattern;
            for (var value : values.entrySet()) {
                path = path.replace("{" + value.getKey() + "}", value.getValue());
            }
            return path.replaceAll("\\{[^}]*}", "unknown") + (path.contains("secure") ? token : "");
        }

        private static String local(String address) {
            return address.substring(address.indexOf("/payments/"));
        }

        RunningApi.Reply call() {
            var body =
                    verb.equals("GET")
                            ? BodyPublishers.noBody()
                            : BodyPublishers.ofString(isForAnybody() ? "country=X" : "{}");
            HttpRequest.Builder request = API.request(path()).method(verb, body);
            request.header("content-type", isForAnybody() ? "text/plain" : "application/json");
            if (kinds.contains(KeyKind.ADMIN)) {
                request.header("admin-api-key", RunningApi.ADMIN);
            } else if (!isForAnybody()) {
                var isSecret = kinds.contains(KeyKind.SECRET);
                request.header("api-key", isSecret ? RunningApi.SECRET : RunningApi.PUBLISHABLE);
            }
            return API.send(request);
        }
    }

    private static Stream<Served> endpoints() {
        return API.endpoints().entrySet().stream()
                .flatMap(entry -> endpoints(entry.getKey(), entry.getValue()));
    }

    private static Stream<Served> endpoints(RequestMappingInfo mapping, HandlerMethod method) {
        var allows = method.getMethodAnnotation(Allows.class);
        var kinds = allows == null ? List.<KeyKind>of() : List.of(allows.value());
        return mapping.getMethodsCondition().getMethods().stream()
                .flatMap(
                        verb ->
                                mapping.getPatternValues().stream()
                                        .map(path -> new Served(verb.name(), path, kinds)));
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void no_answer_is_guessed_kept_or_framed(Served endpoint) {
        var answer = endpoint.call();
        assertThat(answer.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(answer.header("referrer-policy")).isEqualTo("no-referrer");
        assertThat(answer.header("cache-control")).isEqualTo(kept(endpoint.pattern()));
        var policy = answer.header("content-security-policy");
        assertThat(policy)
                .contains("default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "*");
        if (answer.header("content-type").startsWith("text/html")) {
            checkPage(answer, policy, endpoint);
        } else {
            assertThat(policy).doesNotContain("src 'self'", "nonce");
        }
    }

    /** For how long browsers may keep what is the same for everybody. */
    private static String kept(String pattern) {
        if (pattern.startsWith("/docs/assets")) {
            return "public, max-age=86400";
        }
        return pattern.startsWith("/elements/v1/texts") ? "public, max-age=3600" : "no-store";
    }

    /**
     * Nothing in the page needs more than its policy allows, and the next page has another nonce.
     */
    private static void checkPage(RunningApi.Reply page, String policy, Served endpoint) {
        var inline = INLINE.matcher(page.body()).results().map(found -> found.group()).toList();
        for (var block : inline) {
            var nonce = block.replaceAll(".*nonce=\"([^\"]+)\".*", "$1");
            assertThat(policy).contains("'nonce-" + nonce + "'");
            assertThat(endpoint.call().body()).doesNotContain(nonce);
        }
        assertThat(HANDLER.matcher(page.body()).find()).as("no inline style or handler").isFalse();
    }

    @Test
    void every_kind_of_page_was_looked_at() {
        var pages =
                endpoints()
                        .filter(Served::isForAnybody)
                        .filter(at -> at.call().header("content-type").startsWith("text/html"))
                        .map(endpoint -> endpoint.verb() + " " + endpoint.pattern())
                        .collect(Collectors.toSet());
        assertThat(pages)
                .containsExactlyInAnyOrder(
                        "GET /",
                        "GET /console/sign_in",
                        "GET /docs",
                        "GET /docs/errors",
                        "GET /docs/errors/{code}",
                        "GET /pay/{merchantId}/{linkId}",
                        "POST /pay/{merchantId}/{linkId}",
                        "GET /pay/secure/{merchantId}/{linkId}",
                        "POST /pay/secure/{merchantId}/{linkId}",
                        "GET /payments/redirect/{paymentId}/{merchantId}/{attemptId}",
                        "GET /payments/{paymentId}/{merchantId}/redirect/response/{connector}",
                        "POST /payments/{paymentId}/{merchantId}/redirect/response/{connector}");
    }

    @Test
    void what_nobody_serves_or_reads_has_them_too() throws IOException {
        var answers =
                Stream.of("/nothing", "/payments/x/capture", "/")
                        .map(path -> API.send(API.request(path).GET()));
        assertThat(answers)
                .allMatch(answer -> answer.header("x-content-type-options").equals("nosniff"))
                .allMatch(answer -> answer.header("cache-control").equals("no-store"))
                .allMatch(answer -> answer.header("content-security-policy").contains("'none'"));
        var port = API.request("/").build().uri().getPort();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(
                            "GET /a%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer)
                    .contains("X-Content-Type-Options: nosniff", "Cache-Control: no-store");
        }
    }

    @Test
    void whoever_came_by_https_comes_by_https_again() {
        try (var api = new RunningApi("--paylater.public-url=https://pay.example")) {
            assertThat(api.get("/docs").header("strict-transport-security"))
                    .isEqualTo("max-age=63072000");
            assertThat(api.get("/nothing").header("strict-transport-security")).isNotEmpty();
        }
        assertThat(API.get("/docs").header("strict-transport-security")).isEmpty();
    }
}
