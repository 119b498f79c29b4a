package dev.paylater.api;

import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import dev.paylater.kit.security.SealedPlace;
import java.time.Instant;
import java.util.Date;
import java.util.Objects;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** DELETE /customers/{customer_id}: who it was is gone everywhere, and the figures stay. */
class CustomerDeletionTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String MERCHANT = "merchant_sandbox";

    @Test
    void what_names_the_customer_is_gone_from_everything_that_is_stored_and_the_figures_stay() {
        var ended = payment("cus_deleted", "payments", true);
        var archived = payment("cus_deleted", "payments_archive", true);
        var refund = refund(archived);
        for (var id : new String[] {ended, archived}) {
            collection("provider_exchanges")
                    .insertOne(
                            new Document("_id", id)
                                    .append("merchant_id", MERCHANT)
                                    .append("payment_id", id)
                                    .append("result", "declined")
                                    .append("exchange", "sealed:exchange")
                                    .append("version", 1L));
        }

        var answer = delete("cus_deleted");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json())
                .isEqualTo(
                        Json.read(
                                """
                                {"customer_id": "cus_deleted", "customer_deleted": true,
                                 "address_deleted": true, "payment_methods_deleted": true,
                                 "mandates_revoked": 0}
                                """));
        assertThat(API.get("/customers/cus_deleted").code()).isEqualTo("HE_02");
        for (var id : new String[] {ended, archived}) {
            var shown = API.get("/payments/" + id).json();
            for (var field : new String[] {"billing", "email", "ssn", "customer"}) {
                assertThat(shown.path(field).isNull()).as(field).isTrue();
            }
            assertThat(shown.path("metadata").toString()).isEqualTo("{\"guest\":null}");
            assertThat(shown.path("amount").intValue()).isEqualTo(6540);
            assertThat(shown.path("customer_id").asString()).isEqualTo("cus_deleted");
            assertThat(shown.path("description").asString()).isEqualTo("A lamp");
        }
        assertThat(stored("payments", ended))
                .doesNotContain("sealed:")
                .contains("\"email_hash\": \"null\"", "\"version\": 8");
        assertThat(stored("payments_archive", archived))
                .doesNotContain("sealed:")
                .contains("\"version\": 7");
        assertThat(stored("refunds", refund)).doesNotContain("sealed:");
        for (var id : new String[] {ended, archived}) {
            var exchange = collection("provider_exchanges").find(eq("_id", id)).first();
            assertThat(exchange)
                    .doesNotContainKey("exchange")
                    .containsEntry("result", "declined")
                    .containsEntry("version", 2L);
        }
    }

    @Test
    void a_customer_whose_payment_is_under_way_stays_as_they_are() {
        var id = payment("cus_busy", "payments", false);
        var before = stored("payments", id);

        var answer = delete("cus_busy");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("IR_16");
        assertThat(answer.body()).contains(id);
        assertThat(stored("payments", id)).isEqualTo(before);
        assertThat(API.get("/customers/cus_busy").json().path("name").asString()).isEqualTo("Ada");
    }

    @Test
    void a_payment_that_nothing_was_done_for_is_no_obstacle() {
        var id = payment("cus_abandoned", "payments", false);
        collection("payments")
                .updateOne(
                        eq("_id", MERCHANT + "/" + id),
                        new Document("$set", new Document("status", "requires_payment_method")));
        assertThat(delete("cus_abandoned").status()).isEqualTo(200);
        assertThat(stored("payments", id)).doesNotContain("sealed:");
    }

    @Test
    void it_may_be_repeated_and_who_comes_back_is_somebody_new() {
        var before = payment("cus_again", "payments", true);
        assertThat(delete("cus_again").status()).isEqualTo(200);
        assertThat(delete("cus_again").status()).isEqualTo(200);

        var after = payment("cus_again", "payments", true);
        assertThat(API.get("/payments/" + after).json().at("/billing/email").asString())
                .isEqualTo("ada@example.com");
        assertThat(API.get("/payments/" + before).json().path("billing").isNull()).isTrue();
    }

    @Test
    void a_customer_that_nobody_knows_is_missing() {
        assertThat(delete("cus_unknown").status()).isEqualTo(404);
        assertThat(delete("cus_unknown").code()).isEqualTo("HE_02");
    }

    @Test
    void it_is_in_the_audit_log_of_the_merchant() {
        API.post("/customers", "{\"customer_id\": \"cus_audited\", \"name\": \"Ada\"}");
        var deleted = delete("cus_audited");
        var lines = API.inspectAs(RunningApi.ADMIN, "/audit_log?action=deleteCustomer&limit=2");
        assertThat(lines.items())
                .extracting(line -> line.path("outcome").asString())
                .containsExactly("done", "requested");
        for (var line : lines.items()) {
            assertThat(line.path("actor").asString()).isEqualTo("key_sk_sandbox");
            assertThat(line.path("merchant_id").asString()).isEqualTo(MERCHANT);
            assertThat(line.path("resource_id").asString()).isEqualTo("cus_audited");
            assertThat(line.path("request_id").asString())
                    .isEqualTo(deleted.header("x-request-id"));
        }
    }

    /** As the orchestrator leaves it; at rest is what has ended and waits for nothing. */
    private static String payment(String customerId, String name, boolean isAtRest) {
        var id =
                API.create(
                                """
                                , "customer": {"id": "%s", "name": "Ada"}, "ssn": "123",
                                "email": "ada@example.com", "description": "A lamp",
                                "billing": {"email": "ada@example.com"},
                                "metadata": {"guest": "Grace"}
                                """
                                        .formatted(customerId))
                        .path("payment_id")
                        .asString();
        API.post("/payments/" + id + "/capture", "");
        var key = eq("_id", MERCHANT + "/" + id);
        var payment = Objects.requireNonNull(collection("payments").findOneAndDelete(key));
        var terms = payment.get("payment", Document.class).get("terms");
        payment.getList("journal", Document.class)
                .getFirst()
                .put(
                        "event",
                        new Document("t", "created").append("d", new Document("terms", terms)));
        payment.put("version", 7L);
        if (isAtRest) {
            payment.put("at_rest_since", Date.from(Instant.now()));
        }
        collection(name).insertOne(payment);
        return id;
    }

    private static String refund(String paymentId) {
        var metadata =
                API.bean(Sealing.class)
                        .seal(
                                new SealedPlace(MERCHANT, paymentId, "metadata"),
                                Json.read("{\"to\": \"Ada\"}"));
        collection("refunds")
                .insertOne(
                        new Document("_id", MERCHANT + "/ref_of_" + paymentId)
                                .append("version", 1L)
                                .append("merchant_id", MERCHANT)
                                .append("payment_id", paymentId)
                                .append("details", new Document("metadata", metadata)));
        return "ref_of_" + paymentId;
    }

    private static MongoCollection<Document> collection(String name) {
        return API.bean(MongoDatabase.class).getCollection(name);
    }

    private static String stored(String name, String id) {
        return Objects.requireNonNull(collection(name).find(eq("_id", MERCHANT + "/" + id)).first())
                .toJson();
    }

    private static RunningApi.Reply delete(String customerId) {
        return API.send(
                API.request("/customers/" + customerId)
                        .header("api-key", RunningApi.SECRET)
                        .DELETE());
    }
}
