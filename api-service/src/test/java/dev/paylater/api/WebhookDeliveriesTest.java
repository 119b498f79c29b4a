package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.json.Json;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The delivery log, read from the store in which webhook-service keeps it. */
class WebhookDeliveriesTest {

    private static final RunningApi API = RunningApi.shared();

    private final String id = "whd_" + UUID.randomUUID();
    private final String payment = "pay_" + UUID.randomUUID();

    @Test
    void a_delivery_is_shown_with_its_attempts() {
        StoredDelivery.of(id)
                .ofPayment(payment)
                .failed(StoredDelivery.attempt("2026-03-01T09:00:00Z", 500, "refused"))
                .store(API);

        assertThat(API.get("/webhook_deliveries/" + id).json())
                .isEqualTo(
                        Json.read(
                                """
                                {"id": "%s", "endpoint_id": "we_1", "event_id": "evt_of_%s",
                                 "event_type": "payment.succeeded", "payment_id": "%s",
                                 "refund_id": null, "sequence": 3, "status": "failed",
                                 "attempts": [{"time": "2026-03-01T09:00:00.000Z", "status": 500,
                                  "latency_ms": 12, "answer": "canary", "error": "refused"}],
                                 "next_attempt_at": null,
                                 "occurred_at": "2026-03-01T08:00:00.000Z",
                                 "created_at": "2026-03-01T08:00:00.000Z"}
                                """
                                        .formatted(id, id, payment)));
    }

    @Test
    void pages_are_the_newest_first_and_go_on_behind_a_delivery() {
        for (var n = 0; n < 5; n++) {
            StoredDelivery.of(id + n)
                    .ofPayment(payment)
                    // Two of one millisecond: their ids decide.
                    .with("created_at", Date.from(StoredDelivery.CREATED.plusMillis(n / 2)))
                    .store(API);
        }
        assertThat(ids("limit=2")).containsExactly(id + 4, id + 3);
        assertThat(ids("limit=2&starting_after=" + id + 3)).containsExactly(id + 2, id + 1);
        assertThat(list("limit=2&starting_after=" + id + 3).path("has_more").booleanValue())
                .isTrue();
        assertThat(ids("limit=2&starting_after=" + id + 1)).containsExactly(id + 0);
        assertThat(list("limit=5").path("has_more").booleanValue()).isFalse();
        assertThat(API.get("/webhook_deliveries?starting_after=whd_none").code())
                .isEqualTo("HE_02");
    }

    @Test
    void a_list_is_narrowed_by_payment_endpoint_and_status() {
        StoredDelivery.of(id + 1).ofPayment(payment).store(API);
        StoredDelivery.of(id + 2).ofPayment(payment).failed().store(API);
        StoredDelivery.of(id + 3).ofPayment(payment).with("endpoint_id", "we_2").store(API);
        StoredDelivery.of(id + 4).ofPayment(payment).with("merchant_id", "another").store(API);

        assertThat(ids("")).containsExactly(id + 3, id + 2, id + 1);
        assertThat(ids("status=failed")).containsExactly(id + 2);
        assertThat(ids("endpoint_id=we_2")).containsExactly(id + 3);
        assertThat(ids("endpoint_id=we_2&status=delivered")).isEmpty();
    }

    @Test
    void a_damaged_delivery_is_left_out_of_a_list() {
        StoredDelivery.of(id + 1).ofPayment(payment).store(API);
        StoredDelivery.of(id + 2).ofPayment(payment).with("attempts", "none").store(API);

        assertThat(ids("")).containsExactly(id + 1);
    }

    @Test
    void a_delivery_that_is_sent_again_is_due_now_and_keeps_its_attempts() {
        var endpoint = endpoint();
        var before = Instant.now().minus(Duration.ofSeconds(1));
        StoredDelivery.of(id)
                .with("endpoint_id", endpoint)
                .with("holder", "somebody")
                .failed(StoredDelivery.attempt("2026-03-01T09:00:00Z", 500, "refused"))
                .store(API);

        var sent = API.post("/webhook_deliveries/" + id + "/resend", "").json();

        assertThat(sent.path("status").asString()).isEqualTo("pending");
        assertThat(sent.path("attempts")).hasSize(1);
        var stored = stored(id);
        assertThat(stored.getDate("due").toInstant()).isAfter(before);
        assertThat(stored.getInteger("tries")).isZero();
        assertThat(stored).doesNotContainKeys("holder", "tried_since");
    }

    @Test
    void what_has_failed_since_a_time_is_sent_again() {
        var endpoint = endpoint();
        var since = StoredDelivery.CREATED.plusSeconds(10);
        for (var second : List.of(9, 10, 11)) {
            StoredDelivery.of(id + second)
                    .with("endpoint_id", endpoint)
                    .with("created_at", Date.from(StoredDelivery.CREATED.plusSeconds(second)))
                    .failed()
                    .store(API);
        }
        StoredDelivery.of(id + "delivered")
                .with("endpoint_id", endpoint)
                .with("status", "delivered")
                .with("created_at", Date.from(since))
                .store(API);

        var answer =
                API.post(
                        "/webhook_endpoints/" + endpoint + "/resend_failed",
                        "{\"since\": \"" + since + "\"}");

        assertThat(answer.json().path("resent").intValue()).isEqualTo(2);
        assertThat(stored(id + 9).getString("status")).isEqualTo("failed");
        assertThat(stored(id + 10).getString("status")).isEqualTo("pending");
        assertThat(stored(id + "delivered").getString("status")).isEqualTo("delivered");
    }

    @Test
    void a_time_that_is_none_or_missing_is_refused() {
        var path = "/webhook_endpoints/" + endpoint() + "/resend_failed";
        assertThat(API.post(path, "{\"since\": \"yesterday\"}").code()).isEqualTo("IR_05");
        for (var body : List.of("{}", "{\"since\": null}")) {
            var answer = API.post(path, body);
            assertThat(answer.code()).as(body).isEqualTo("IR_04");
            assertThat(answer.json().at("/error/param").asString()).isEqualTo("since");
        }
    }

    @Test
    void a_test_is_a_delivery_that_is_due_now() {
        var endpoint = endpoint();
        var made = API.post("/webhook_endpoints/" + endpoint + "/test", "").json();

        assertThat(made.path("event_type").asString()).isEqualTo("webhook_endpoint.test");
        assertThat(made.path("status").asString()).isEqualTo("pending");
        var stored = stored(made.path("id").asString());
        assertThat(stored.getString("endpoint_id")).isEqualTo(endpoint);
        assertThat(stored.getDate("due")).isEqualTo(stored.getDate("created_at"));
        assertThat(stored.get("ids")).isEqualTo(new Document("endpoint_id", endpoint));
    }

    @Test
    void nothing_is_sent_to_a_disabled_endpoint() {
        var endpoint = endpoint();
        StoredDelivery.of(id).with("endpoint_id", endpoint).failed().store(API);
        API.send(
                API.request("/webhook_endpoints/" + endpoint)
                        .header("api-key", RunningApi.SECRET)
                        .header("content-type", "application/json")
                        .method("POST", BodyPublishers.ofString("{\"enabled\": false}")));

        for (var path :
                List.of(
                        "/webhook_endpoints/" + endpoint + "/test",
                        "/webhook_endpoints/" + endpoint + "/resend_failed",
                        "/webhook_deliveries/" + id + "/resend")) {
            var answer = API.post(path, "{\"since\": \"2026-01-01T00:00:00Z\"}");
            assertThat(answer.status()).as(path).isEqualTo(404);
            assertThat(answer.code()).isEqualTo("HE_02");
        }
        assertThat(stored(id).getString("status")).isEqualTo("failed");
    }

    private static String endpoint() {
        return API.post("/webhook_endpoints", "{\"url\": \"http://127.0.0.1:9/\"}")
                .json()
                .path("id")
                .asString();
    }

    private List<String> ids(String query) {
        return list(query)
                .path("data")
                .valueStream()
                .map(delivery -> delivery.path("id").asString())
                .toList();
    }

    private JsonNode list(String query) {
        return API.get("/webhook_deliveries?payment_id=" + payment + "&" + query).json();
    }

    private static Document stored(String id) {
        return Objects.requireNonNull(
                API.bean(MongoDatabase.class)
                        .getCollection("webhook_deliveries")
                        .find(new Document("_id", id))
                        .first());
    }
}
