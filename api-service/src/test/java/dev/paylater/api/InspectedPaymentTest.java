package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.OpenApi;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** GET /admin/payments/{payment_id}: what support sees of a payment, and what it does not. */
class InspectedPaymentTest {

    private static final RunningApi API = RunningApi.shared();
    private static final Date AT = Date.from(Instant.parse("2026-03-01T10:00:00Z"));
    private static final String TIME = "2026-03-01T10:00:00.000Z";

    /** Each canary stands in a field that names a person or is the merchant's own. */
    private static final String PERSONAL =
            """
            {"payment_id": "%s", "amount": 6540, "currency": "EUR", "customer_id": "cus_1",
             "merchant_order_reference_id": "order-1", "description": "canary",
             "email": "canary@example.com", "name": "canary", "phone": "canary",
             "birth_date": "1815-12-10", "metadata": {"canary": "canary"},
             "connector_metadata": {"canary": "canary"},
             "billing": {"address": {"first_name": "canary", "line1": "canary", "zip": "canary"},
                         "email": "canary@example.com", "phone": {"number": "canary"}},
             "shipping": {"address": {"last_name": "canary"}},
             "order_details": [{"product_name": "canary", "quantity": 1, "amount": 6540}]}
            """;

    private final String id =
            ("pay_" + UUID.randomUUID().toString().replace("-", "")).substring(0, 30);

    @Test
    void nothing_that_names_a_person_is_shown_and_what_is_withheld_is_named() {
        create();
        change("payment.attempts", List.of(attempt()));
        change("payment.refunds", List.of(refund()));
        change("journal", List.of(event()));

        var answer = open("");

        assertThat(answer.body()).doesNotContain("canary", "1815-12-10", "client_secret");
        assertThat(answer.json().path("withheld").valueStream().map(JsonNode::stringValue))
                .contains("billing", "shipping", "email", "name", "phone", "birth_date", "metadata")
                .doesNotContain("merchant_order_reference_id", "email_hash");
        new Forms(new OpenApi()).of("InspectedPayment").check((ObjectNode) answer.json());
    }

    private static Document attempt() {
        var action = new Document("type", "redirect").append("url", "https://psp.example/canary");
        var error = new Document("code", "no_credit").append("message", "declined by score");
        return new Document("attempt_id", "a_1")
                .append("number", 1L)
                .append("connector", "klarna")
                .append("amount", 6540L)
                .append(
                        "data",
                        new Document("transaction_id", "psp_1")
                                .append("metadata", "{\"a\": \"canary\"}"))
                .append(
                        "stage",
                        new Document("t", "declined")
                                .append(
                                        "d",
                                        new Document("error", error)
                                                .append("next_action", action)));
    }

    private static Document refund() {
        return new Document("refund_id", "ref_1")
                .append("attempt_id", "a_1")
                .append("status", "pending")
                .append("amount", 100L)
                .append("details", new Document("metadata", "{\"a\": \"canary\"}"));
    }

    private static Document event() {
        var details =
                new Document("refund_id", "ref_1")
                        .append("metadata", "{\"a\": \"canary\"}")
                        .append("terms", new Document("email", "\"canary\""));
        return new Document("sequence", 1L)
                .append("at", AT)
                .append("cause", "cmd_1")
                .append("event", new Document("t", "refund_updated").append("d", details));
    }

    @Test
    void it_tells_what_happened_what_is_waited_for_and_what_is_due_next() {
        create();
        change("status", "processing");
        change("due", AT);
        change("attempt_statuses", List.of("failure"));
        change("payment.attempts", List.of(attempt()));
        change("payment.refunds", List.of(refund()));
        change(
                "payment.captures",
                List.of(
                        new Document("capture_id", "cap_1")
                                .append("attempt_id", "a_0")
                                .append("capture_sequence", 1L)
                                .append("status", "charged")
                                .append("amount", 6540L)));
        change(
                "payment.disputes",
                List.of(new Document("dispute_id", "dp_1").append("amount", 1L)));
        change("journal", List.of(event()));
        change(
                "payment.operations",
                List.of(
                        new Document("operation_id", "a_1_capture_1")
                                .append("kind", "capture")
                                .append("attempt_id", "a_1")
                                .append("purpose", "requested")
                                .append("amount", 6540L)
                                .append("requested_at", AT)
                                .append("next_inquiry_at", AT)
                                .append("inquiries", 3L)
                                .append("awaiting_answer", true)
                                .append("account_refused", false)));

        var shown = open("").json();

        assertThat(shown.path("payment_id").asString()).isEqualTo(id);
        assertThat(shown.path("merchant_id").asString()).isEqualTo("merchant_sandbox");
        assertThat(shown.path("status").asString()).isEqualTo("processing");
        assertThat(shown.path("amount").longValue()).isEqualTo(6540);
        assertThat(shown.path("currency").asString()).isEqualTo("EUR");
        assertThat(shown.path("customer_id").asString()).isEqualTo("cus_1");
        assertThat(shown.path("merchant_order_reference_id").asString()).isEqualTo("order-1");
        assertThat(shown.path("connector").asString()).isEqualTo("klarna");
        assertThat(shown.path("connector_transaction_id").asString()).isEqualTo("psp_1");
        assertThat(shown.path("error_code").asString()).isEqualTo("no_credit");
        assertThat(shown.path("error_message").asString()).isEqualTo("declined by score");
        assertThat(shown.path("due_at").asString()).isEqualTo(TIME);
        var waits = shown.at("/waits_for/0");
        assertThat(waits.path("operation_id").asString()).isEqualTo("a_1_capture_1");
        assertThat(waits.path("kind").asString()).isEqualTo("capture");
        assertThat(waits.path("attempt_id").asString()).isEqualTo("a_1");
        assertThat(waits.path("purpose").asString()).isEqualTo("requested");
        assertThat(waits.path("amount").longValue()).isEqualTo(6540);
        assertThat(waits.path("requested_at").asString()).isEqualTo(TIME);
        assertThat(waits.path("next_inquiry_at").asString()).isEqualTo(TIME);
        assertThat(waits.path("inquiries").intValue()).isEqualTo(3);
        assertThat(waits.path("awaiting_answer").booleanValue()).isTrue();
        assertThat(waits.path("account_refused").isBoolean()).isTrue();
        assertThat(shown.at("/attempts/0/error_code").asString()).isEqualTo("no_credit");
        assertThat(shown.at("/captures/0/capture_id").asString()).isEqualTo("cap_1");
        assertThat(shown.at("/refunds/0/refund_id").asString()).isEqualTo("ref_1");
        assertThat(shown.at("/disputes/0/dispute_id").asString()).isEqualTo("dp_1");
        assertThat(shown.at("/events/0/type").asString()).isEqualTo("refund_updated");
        assertThat(shown.at("/events/0/at").asString()).isEqualTo(TIME);
        assertThat(shown.at("/events/0/details/refund_id").asString()).isEqualTo("ref_1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "payment.profile_id | profile_id | pro_x",
                "cancellation_reason | cancellation_reason | twice",
                "payment.intent.payment_method | payment_method | pay_later",
                "payment.intent.payment_method_type | payment_method_type | invoice",
                "payment.intent.capture_method | capture_method | manual",
                "payment.attempts.0.merchant_connector_id | merchant_connector_id | mca_1",
                "payment.attempts.0.data.reference_id | reference_id | R-1",
                "payment.attempts.0.stage.d.error.unified | unified_code | fraud_suspected"
            })
    void a_text_is_shown(String stored, String shown, String value) {
        create();
        change("payment.attempts", List.of(attempt()));
        change(stored, value);
        assertThat(open("").json().path(shown).asString()).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "net_amount",
                "amount_capturable",
                "amount_received",
                "amount_refunded",
                "amount_cancelled"
            })
    void an_amount_is_shown(String name) {
        create();
        change(name, 41L);
        assertThat(open("").json().path(name).longValue()).isEqualTo(41);
    }

    @ParameterizedTest
    @ValueSource(strings = {"created", "updated", "expires_on"})
    void a_time_is_shown(String name) {
        create();
        change("payment." + name, AT);
        assertThat(open("").json().path(name).asString()).isEqualTo(TIME);
    }

    @Test
    void what_an_error_means_at_every_provider_is_shown_in_words() {
        create();
        change("payment.attempts", List.of(attempt()));
        change("payment.attempts.0.stage.d.error.unified", "fraud_suspected");
        assertThat(open("").json().path("unified_message").asString()).isNotEmpty();
    }

    @Test
    void it_says_whether_the_shop_has_heard_of_it() {
        create();
        assertThat(open("").json().path("webhook_deliveries")).isEmpty();
        StoredDelivery.of("whd_" + id)
                .ofPayment(id)
                .failed(
                        StoredDelivery.attempt("2026-03-01T09:00:00Z", 500, "timeout"),
                        StoredDelivery.attempt("2026-03-01T10:00:00Z", 503, "refused"))
                .with("status", "pending")
                .with("due", Date.from(Instant.parse("2026-03-01T10:00:05Z")))
                .store(API);

        var answer = open("");

        assertThat(answer.body()).doesNotContain("canary");
        var delivery = answer.json().at("/webhook_deliveries/0");
        assertThat(delivery.path("delivery_id").asString()).isEqualTo("whd_" + id);
        assertThat(delivery.path("endpoint_id").asString()).isEqualTo("we_1");
        assertThat(delivery.path("event_type").asString()).isEqualTo("payment.succeeded");
        assertThat(delivery.path("status").asString()).isEqualTo("pending");
        assertThat(delivery.path("attempts").intValue()).isEqualTo(2);
        assertThat(delivery.path("last_status").intValue()).isEqualTo(503);
        assertThat(delivery.path("last_error").asString()).isEqualTo("refused");
        assertThat(delivery.path("last_attempt_at").asString()).isEqualTo(TIME);
        assertThat(delivery.path("next_attempt_at").asString())
                .isEqualTo("2026-03-01T10:00:05.000Z");
    }

    @Test
    void each_opening_is_in_the_audit_log_before_anything_is_shown() {
        create();
        var opened = open("?merchant_id=merchant_sandbox");

        var lines =
                API.inspectAs(
                                RunningApi.ADMIN,
                                "/audit_log?action=inspectPayment&merchant_id=merchant_sandbox&limit=2")
                        .items();

        assertThat(lines.size()).isEqualTo(2);
        for (var line : lines) {
            assertThat(line.path("resource_id").asString()).isEqualTo(id);
            assertThat(line.path("actor").asString()).isEqualTo("key_admin_sandbox");
            assertThat(line.path("request_id").asString()).isEqualTo(opened.header("x-request-id"));
        }
        assertThat(lines.at("/0/outcome").asString()).isEqualTo("done");
        assertThat(lines.at("/1/outcome").asString()).isEqualTo("requested");
    }

    @Test
    void an_id_that_several_merchants_have_is_opened_with_the_merchant() {
        create();
        var other =
                API.postAs(RunningApi.OTHER_SECRET, "/payments", PERSONAL.formatted(id))
                        .json()
                        .path("merchant_id")
                        .asString();

        var ambiguous = inspect("");
        assertThat(ambiguous.status()).isEqualTo(422);
        assertThat(ambiguous.json().at("/error/param").asString()).isEqualTo("merchant_id");
        assertThat(ambiguous.json().at("/error/message").asString())
                .contains("merchant_sandbox", other);
        assertThat(open("?merchant_id=" + other).json().path("merchant_id").asString())
                .isEqualTo(other);
    }

    @Test
    void a_payment_that_there_is_not_is_404_whichever_merchant_is_named() {
        assertThat(inspect("").code()).isEqualTo("HE_02");
        create();
        assertThat(inspect("?merchant_id=merchant_nobody").code()).isEqualTo("HE_02");
    }

    private void create() {
        var answer = API.post("/payments", PERSONAL.formatted(id));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    private void change(String field, Object value) {
        var changed =
                API.bean(MongoDatabase.class)
                        .getCollection("payments")
                        .findOneAndUpdate(
                                new Document("_id", "merchant_sandbox/" + id),
                                new Document("$set", new Document(field, value)));
        Objects.requireNonNull(changed);
    }

    private RunningApi.Reply open(String query) {
        var answer = inspect(query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private RunningApi.Reply inspect(String query) {
        return API.inspectAs(RunningApi.ADMIN, "/admin/payments/" + id + query);
    }
}
