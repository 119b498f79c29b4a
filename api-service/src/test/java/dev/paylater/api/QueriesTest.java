package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.kit.security.CustomerAddresses;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries are read strictly, by one reader, and bodies as UTF-8. */
class QueriesTest {

    private static final RunningApi API = RunningApi.shared();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=false",
                "=",
                "limit=1&=x",
                "customer_id=%zz",
                "customer_id=%4",
                "customer_id=%",
                "%zz=a",
                "customer_id=%C3",
                "customer_id=%C0%AF",
                "customer_id=%ED%A0%80",
                "customer_id=%FF"
            })
    void a_query_that_cannot_be_read_is_400_on_every_list(String query) {
        for (var list :
                new String[] {
                    "/payments/list",
                    "/mandates/list",
                    "/disputes/list",
                    "/customers",
                    "/webhook_deliveries",
                    "/webhook_endpoints",
                    "/refunds/none"
                }) {
            var answer = raw(list + "?" + query);
            assertThat(answer).as(list).startsWith("HTTP/1.1 400").contains("\"IR_06\"");
        }
    }

    @Test
    void more_than_a_thousand_parts_are_400() {
        assertThat(raw("/payments/list?limit=1" + "&".repeat(999))).startsWith("HTTP/1.1 200");
        assertThat(raw("/payments/list?limit=1" + "&".repeat(1000))).startsWith("HTTP/1.1 400");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "customer_id=",
                "customer_id",
                "status=",
                "profile_id=",
                "created_lte=",
                "created.gt=",
                "amount=",
                "q=",
                "starting_after="
            })
    void a_filter_without_a_value_is_refused(String query) {
        refused("/payments/list?" + query, query.replace("=", ""), "IR_05");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "/payments/list?limit=, limit, IR_06",
                "/payments/list?limit=%D9%A5, limit, IR_06",
                "/payments/list?limit=+5, limit, IR_06",
                "/payments/list?limit=0x5, limit, IR_06",
                "/payments/list?limit=5.0, limit, IR_06",
                "/payments/list?limit=101, limit, IR_06",
                "/payments/list?amount=%D9%A5, amount, IR_05",
                "/payments/list?amount_gte=1e3, amount_gte, IR_05",
                "/payments/list?created=yesterday, created, IR_05",
                "/payments/list?created_gte=2026-01-01, created_gte, IR_05",
                "/payments/list?created_gte=%2B999999999-01-01T00:00:00Z, created_gte, IR_05",
                "/payments/list?customer_id=a%2Fb, customer_id, IR_05",
                "/payments/list?customer_id=a&customer_id=b, customer_id, IR_05",
                "/disputes/list?dispute_status=lost, dispute_status, IR_05",
                "/disputes/list?dispute_stage=x, dispute_stage, IR_05",
                "/mandates/list?customer_id=.., customer_id, IR_05",
                "/webhook_deliveries?limit=%D9%A5, limit, IR_06",
                "/webhook_deliveries?status=gone, status, IR_05",
                "/refunds/none?force_sync=null, force_sync, IR_05",
                "/refunds/none?force_sync=1, force_sync, IR_05",
                "/refunds/none?force_sync=, force_sync, IR_05",
                "/refunds/none?force_sync=TRUE, force_sync, IR_05",
                "/payments/none?expand_attempts=yes, expand_attempts, IR_05"
            })
    void a_value_of_another_form_is_refused_by_its_name(String path, String param, String code) {
        refused(path, param, code);
    }

    @Test
    void raw_characters_that_browsers_and_providers_send_are_taken_in_queries() {
        var id = API.create("").path("payment_id").asString();
        var back = API.bean(CustomerAddresses.class).wayBack(id, "merchant_sandbox", "sandbox");
        var all = "a|b[c]{d}^`\"<e>\\";

        assertThat(raw(back.substring(back.indexOf("/payments/")) + "&x=" + all + "&y=%zz&=z"))
                .startsWith("HTTP/1.1 200");
        assertThat(raw("/payments/list?merchant_order_reference_id=" + all))
                .startsWith("HTTP/1.1 200");
        assertThat(raw("/webhook_deliveries?payment_id=" + all)).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @CsvSource({
        "created=2026-02-03T04:05:06.789Z, 1",
        "created=2026-02-03T04:05:06.7891Z, 0",
        "created_gte=2026-02-03T04:05:06.7881Z, 1",
        "created_gte=2026-02-03T04:05:06.789Z, 1",
        "created_gte=2026-02-03T04:05:06.7891Z, 0",
        "created_gt=2026-02-03T04:05:06.789Z, 0",
        "created_gt=2026-02-03T04:05:06.788999Z, 1",
        "created_lt=2026-02-03T04:05:06.789Z, 0",
        "created_lt=2026-02-03T04:05:06.789001Z, 1",
        "created_lte=2026-02-03T04:05:06.789001Z, 1",
        "created_lte=2026-02-03T04:05:06.788999Z, 0"
    })
    void a_time_finer_than_milliseconds_keeps_its_comparison_true(String filter, int found) {
        var customer = "cus_" + UUID.randomUUID();
        var id = API.create(", \"customer_id\": \"" + customer + "\"").path("payment_id");
        API.bean(MongoDatabase.class)
                .getCollection("payments")
                .updateOne(
                        new Document("_id", "merchant_sandbox/" + id.asString()),
                        new Document(
                                "$set",
                                new Document(
                                        "payment.created",
                                        Date.from(Instant.parse("2026-02-03T04:05:06.789Z")))));

        var page = API.get("/payments/list?customer_id=" + customer + "&" + filter);

        assertThat(page.json().at("/0/size").asInt()).isEqualTo(found);
    }

    @Test
    void a_time_beyond_the_years_of_four_digits_is_refused() {
        var answer =
                API.post(
                        "/payments",
                        """
                        {"amount": 1, "currency": "EUR",
                         "capture_on": "+999999999-12-31T23:59:59Z"}
                        """);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().at("/error/param").asString()).isEqualTo("capture_on");
    }

    @ParameterizedTest
    @CsvSource({"gzip, 415", "br, 415", "'identity, gzip', 415", "identity, 200", "IDENTITY, 200"})
    void a_body_in_a_content_coding_is_415(String coding, int status) {
        var answer =
                API.post(
                        "/payments",
                        "{\"amount\": 1, \"currency\": \"EUR\"}",
                        "content-encoding",
                        coding);
        assertThat(answer.status()).isEqualTo(status);
        if (status == 415) {
            assertThat(answer.header("accept-encoding")).isEqualTo("identity");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"C0AF", "C080", "EDA080", "FF", "C3", "E28C", "F8888080", "00"})
    void a_body_that_is_not_utf_8_is_400(String bytes) {
        var middle = java.util.HexFormat.of().parseHex(bytes);
        var head = "{\"amount\": 1, \"currency\": \"EUR\", \"description\": \"";
        var body = new java.io.ByteArrayOutputStream();
        body.writeBytes(head.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        body.writeBytes(middle);
        body.writeBytes("\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        var answer = send(body.toByteArray());
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("IR_06");
    }

    @Test
    void utf_16_is_not_guessed() {
        var body = "{\"amount\": 1, \"currency\": \"EUR\"}";
        assertThat(send(body.getBytes(java.nio.charset.StandardCharsets.UTF_16BE)).status())
                .isEqualTo(400);
        assertThat(send(body.getBytes(java.nio.charset.StandardCharsets.UTF_16)).status())
                .isEqualTo(400);
    }

    private static RunningApi.Reply send(byte[] body) {
        return API.send(
                API.request("/payments")
                        .header("api-key", RunningApi.SECRET)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofByteArray(body)));
    }

    private static void refused(String path, String param, String code) {
        var answer = API.get(path);
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.json().at("/error/param").asString()).isEqualTo(param);
    }

    /** What a client sends that checks no addresses; the head and body of the answer. */
    private static String raw(String target) {
        var address = API.request("/").build().uri();
        return exchange(address, target, "api-key: " + RunningApi.SECRET);
    }

    static String exchange(URI address, String target, String header) {
        try (var socket = new java.net.Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream()
                    .write(
                            ("GET "
                                            + target
                                            + " HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
                                            + header
                                            + "\r\n\r\n")
                                    .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
            return new String(
                    socket.getInputStream().readAllBytes(),
                    java.nio.charset.StandardCharsets.UTF_8);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
