package dev.paylater.webhook.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import com.sun.net.httpserver.HttpServer;
import dev.paylater.kit.outgoing.BoundedHttp;
import dev.paylater.kit.outgoing.PublicAddresses;
import dev.paylater.kit.security.EndpointSecrets;
import dev.paylater.schemas.EventType;
import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.delivery.DeliveryAttempt;
import dev.paylater.webhook.endpoint.Endpoint;
import dev.paylater.webhook.event.PublicEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Calls of a real receiver on this machine. */
class HttpCallsTest {

    private static final byte[] BODY = "{\"type\":\"payment.succeeded\"}".getBytes(UTF_8);
    private static final PublicAddresses LOOPBACK_TOO =
            new PublicAddresses(Set.of()).withLoopback();

    private final EndpointSecrets secrets = EndpointSecrets.in(environment());
    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    private volatile Answer answer = new Answer(200, "", Map.of());
    private HttpServer receiver;

    private static StandardEnvironment environment() {
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(
                        new MapPropertySource(
                                "test",
                                Map.of(
                                        "paylater.webhook-key",
                                        "1:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")));
        return environment;
    }

    private record Received(Map<String, List<String>> headers, String body) {}

    private record Answer(int status, String body, Map<String, String> headers) {}

    @BeforeEach
    void listen() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext(
                "/",
                exchange -> {
                    received.add(
                            new Received(
                                    Map.copyOf(exchange.getRequestHeaders()),
                                    new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
                    answer.headers().forEach(exchange.getResponseHeaders()::set);
                    var bytes = answer.body().getBytes(UTF_8);
                    exchange.sendResponseHeaders(
                            answer.status(), bytes.length == 0 ? -1 : bytes.length);
                    try (var out = exchange.getResponseBody()) {
                        out.write(bytes);
                    }
                });
        receiver.start();
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    private String here() {
        return "http://localhost:" + receiver.getAddress().getPort() + "/hooks";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:99999/",
                "http://localhost:0/",
                "about:invalid",
                "http://[::1%25nowhere]:9/"
            })
    void whatever_goes_wrong_with_a_call_is_an_attempt_that_says_so(String url) {
        var attempt = send(LOOPBACK_TOO, url, secrets.create());

        assertThat(attempt.status()).isNull();
        assertThat(attempt.error()).isNotBlank();
        assertThat(attempt.isDelivered()).isFalse();
    }

    @Test
    void a_secret_that_cannot_be_decrypted_is_an_attempt_that_says_so() {
        var attempt = sendSealed(LOOPBACK_TOO, here(), BODY, List.of("enc:lost"));

        assertThat(attempt.error()).isNotBlank();
        assertThat(received).isEmpty();
    }

    private DeliveryAttempt send(PublicAddresses addresses, String url, String... keys) {
        return send(addresses, url, BODY, keys);
    }

    private DeliveryAttempt send(
            PublicAddresses addresses, String url, byte[] body, String... keys) {
        return sendSealed(
                addresses,
                url,
                body,
                List.of(keys).stream().map(key -> secrets.seal("merchant", "we_1", key)).toList());
    }

    private DeliveryAttempt sendSealed(
            PublicAddresses addresses, String url, byte[] body, List<String> sealed) {
        var endpoint =
                new Endpoint(
                        "we_1",
                        "merchant",
                        null,
                        URI.create(url),
                        List.of("*"),
                        true,
                        false,
                        false,
                        "2026-11-01",
                        sealed.stream().map(key -> new Endpoint.Secret(key, null)).toList(),
                        Instant.EPOCH,
                        null);
        var now = Instant.now();
        var event =
                new PublicEvent(
                        "evt_1",
                        EventType.PAYMENT_SUCCEEDED,
                        "merchant",
                        "pro_1",
                        "merchant/pay_1",
                        1,
                        0,
                        now,
                        Map.of("payment_id", "pay_1"),
                        "{}");
        try (var http = new BoundedHttp(addresses, Duration.ofSeconds(1))) {
            return new HttpCalls(
                            http, addresses, secrets, Duration.ofSeconds(20), Clock.systemUTC())
                    .send(endpoint, Delivery.of(event, endpoint, now, now), body);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private DeliveryAttempt answered(int status, String body, Map<String, String> headers) {
        answer = new Answer(status, body, headers);
        return send(LOOPBACK_TOO, here(), secrets.create());
    }

    @Test
    void what_arrives_is_verified_by_the_standards_own_library_with_either_secret()
            throws Exception {
        var newer = secrets.create();
        var older = secrets.create();
        assertThat(send(LOOPBACK_TOO, here(), newer, older).isDelivered()).isTrue();

        var request = received.take();
        assertThat(request.body()).isEqualTo(new String(BODY, UTF_8));
        verify(request, newer);
        verify(request, older);
    }

    @Test
    void nothing_stands_above_the_body_but_what_the_standard_says() throws Exception {
        send(LOOPBACK_TOO, here(), secrets.create());

        var headers = received.take().headers();
        assertThat(headers.keySet())
                .containsExactlyInAnyOrder(
                        "Accept-encoding",
                        "Connection",
                        "Content-length",
                        "Content-type",
                        "Host",
                        "User-agent",
                        "Webhook-id",
                        "Webhook-signature",
                        "Webhook-timestamp");
        assertThat(headers.values()).allSatisfy(values -> assertThat(values).hasSize(1));
        assertThat(headers)
                .containsEntry("Accept-encoding", List.of("gzip"))
                .containsEntry("Content-length", List.of(String.valueOf(BODY.length)))
                .containsEntry("Content-type", List.of("application/json; charset=UTF-8"));
    }

    /** As the catalogue's examples do that docs/merchants/webhooks.md names. */
    @ParameterizedTest
    @EnumSource(EventType.class)
    void the_example_of_every_event_is_sent_and_verified(EventType type) throws Exception {
        var secret = secrets.create();
        var example = type.example();
        assertThat(send(LOOPBACK_TOO, here(), example.getBytes(UTF_8), secret).isDelivered())
                .isTrue();

        var request = received.take();
        assertThat(request.body()).isEqualTo(example);
        verify(request, secret);
    }

    private static void verify(Received request, String secret) throws Exception {
        var headers =
                HttpHeaders.of(
                        Map.of(
                                "webhook-id", request.headers().get("Webhook-id"),
                                "webhook-timestamp", request.headers().get("Webhook-timestamp"),
                                "webhook-signature", request.headers().get("Webhook-signature")),
                        (_, _) -> true);
        new Webhook(secret).verify(request.body(), headers);
    }

    /** In all the ways that they can be written. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/",
                "https://127.1/",
                "https://2130706433/",
                "https://localhost/",
                "https://[::1]/",
                "https://[::ffff:127.0.0.1]/",
                "https://[::ffff:7f00:1]/",
                "https://0.0.0.0/",
                "https://10.1.2.3/",
                "https://172.31.0.1/",
                "https://192.168.0.1/",
                "https://100.64.0.1/",
                "https://169.254.169.254/latest/meta-data/",
                "https://[fd00::1]/",
                "https://[fe80::1]/",
                "https://[64:ff9b::a00:1]/"
            })
    void an_internal_address_is_not_called(String url) {
        var attempt = send(new PublicAddresses(Set.of()), url);

        assertThat(attempt.status()).isNull();
        assertThat(attempt.error()).containsAnyOf("internal address", "plain address");
        assertThat(received).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://shop.example/", "https://user@shop.example/"})
    void outside_local_only_plain_https_is_called(String url) {
        var attempt = send(new PublicAddresses(Set.of()), url);

        assertThat(attempt.error()).startsWith("url ");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void a_redirect_is_a_failure_and_not_followed(int status) {
        var attempt = answered(status, "", Map.of("location", here() + "/internal"));

        assertThat(attempt.status()).isEqualTo(status);
        assertThat(attempt.isDelivered()).isFalse();
        assertThat(received).hasSize(1);
    }

    @Test
    void of_an_answer_the_first_words_are_kept() {
        var attempt = answered(200, "x".repeat(300_000), Map.of());

        assertThat(attempt.isDelivered()).isTrue();
        assertThat(attempt.answer()).isEqualTo("x".repeat(200));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "no such order|no such order",
                "500 Internal Server Error|500 Internal Server Error",
                "{\"error\":\"bad signature\"}|{\"error\":\"bad signature\"}",
                "unknown customer ada.lovelace+1@mail.example!|unknown customer ***!",
                "ada%40mail.example is known|*** is known",
                "{\"mail\":\"x\\u0040mail.example\"}|{\"mail\":\"***\"}",
                "call +49 (30) 123-456 now|call *** now",
                "born 1815-12-10|born ***",
                "Cannot ship to Ada Lovelace|Cannot ship to *** ***",
                "cannot ship to ADA LOVELACE, St. James's Square|cannot ship to *** ***, ***",
                "Jörgensen is not $1 of us|*** is not $1 of us",
                "payment.succeeded is not handled|payment.succeeded is not handled"
            })
    void an_answer_that_repeats_who_the_customer_is_is_kept_without_it(
            String answered, String kept) {
        var body =
                """
                {"type": "payment.succeeded", "data": {"status": "succeeded", "billing": {
                 "first_name": "Ada", "address": {"last_name": "Lovelace", "line1": "St. James's Square"}},
                 "order_details": [{"product_name": "Jörgensen"}], "customer": {"name": " "}}}
                """;
        answer = new Answer(500, answered, Map.of());

        var attempt = send(LOOPBACK_TOO, here(), body.getBytes(UTF_8), secrets.create());

        assertThat(attempt.status()).isEqualTo(500);
        assertThat(attempt.answer()).isEqualTo(kept);
    }

    @Test
    void no_half_of_what_is_taken_out_stays_at_the_end_of_an_answer() {
        answer = new Answer(500, "x".repeat(195) + " ada@mail.example", Map.of());

        assertThat(send(LOOPBACK_TOO, here(), secrets.create()).answer())
                .isEqualTo("x".repeat(195) + " ***");
    }

    @ParameterizedTest
    @CsvSource({"120, 120", "0, 0", "soon,", "-5,"})
    void the_endpoint_says_in_seconds_when_to_come_back(String header, Long seconds) {
        var attempt = answered(429, "", Map.of("retry-after", header));

        assertThat(attempt.retryAfter())
                .isEqualTo(seconds == null ? null : Duration.ofSeconds(seconds));
    }

    @Test
    void or_as_a_date() {
        var attempt = answered(503, "", Map.of("retry-after", "Fri, 31 Dec 2100 23:59:59 GMT"));

        assertThat(attempt.retryAfter()).isGreaterThan(Duration.ofDays(365));
    }

    @Test
    void one_that_is_not_there_is_an_attempt_without_an_answer() {
        receiver.stop(0);
        var attempt = send(LOOPBACK_TOO, here());

        assertThat(attempt.status()).isNull();
        assertThat(attempt.error()).contains("refused");
    }
}
