package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.schemas.RevokeMandate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Mandates, read from the payments that they came with. */
class MandateApiTest {

    private static final RunningApi API = RunningApi.shared();
    private static final MongoDatabase STORE = API.bean(MongoDatabase.class);

    private final String customer = "cus_" + UUID.randomUUID();

    @Test
    void a_mandate_is_shown_with_its_bounds_and_where_it_is_held() {
        var payment = giving("man_" + customer, "charged", bounds("multi_use", "2199-01-01"));

        var mandate = API.get("/mandates/man_" + customer).json();

        assertThat(mandate.path("status").asString()).isEqualTo("active");
        assertThat(mandate.path("payment_id").asString()).isEqualTo(payment);
        assertThat(mandate.path("customer_id").asString()).isEqualTo(customer);
        assertThat(mandate.path("connector").asString()).isEqualTo("sandbox");
        assertThat(mandate.path("merchant_connector_id").asString()).isEqualTo("mca_1");
        assertThat(mandate.path("connector_mandate_id").asString()).isEqualTo("cm_1");
        assertThat(mandate.at("/mandate_data/mandate_type/multi_use/amount").asLong())
                .isEqualTo(10_000);
        assertThat(mandate.path("revoked_at").isNull()).isTrue();
    }

    @Test
    void its_status_says_whether_it_still_pays() {
        giving("man_ended" + customer, "charged", bounds("multi_use", "2026-01-01"));
        giving("man_pending" + customer, "pending", "");
        giving("man_revoked" + customer, "charged", "");
        STORE.getCollection("payments")
                .updateOne(
                        new Document("given_mandate_id", "man_revoked" + customer),
                        new Document(
                                "$set",
                                new Document(
                                        "payment.attempts.0.mandate_revoked_at", Instant.EPOCH)));
        giving("man_free" + customer, "charged", bounds("single_use", "2199-01-01"));
        giving("man_used" + customer, "charged", bounds("single_use", "2199-01-01"));
        claim("man_used" + customer, "requires_capture");
        giving("man_left" + customer, "charged", bounds("single_use", "2199-01-01"));
        claim("man_left" + customer, "cancelled");

        assertThat(status("man_ended")).isEqualTo("inactive");
        assertThat(status("man_pending")).isEqualTo("pending");
        assertThat(status("man_revoked")).isEqualTo("revoked");
        assertThat(API.get("/mandates/man_revoked" + customer).json().path("revoked_at").asString())
                .isEqualTo("1970-01-01T00:00:00.000Z");
        assertThat(status("man_free")).isEqualTo("active");
        assertThat(status("man_used")).isEqualTo("inactive");
        assertThat(status("man_left")).isEqualTo("active");
    }

    @Test
    void walking_the_list_of_a_customer_meets_each_mandate_once_and_the_latest_consent_to_it() {
        for (var number = 1; number <= 5; number++) {
            giving("man_" + number + customer, "charged", "");
        }
        giving("man_3" + customer, "charged", bounds("multi_use", "2026-01-01"));
        var met = new ArrayList<String>();
        var after = "";
        var more = true;
        while (more) {
            var answer = API.get("/mandates/list?limit=2&customer_id=" + customer + after);
            var page = answer.items();
            more = answer.json().path("has_more").asBoolean();
            page.forEach(
                    one ->
                            met.add(
                                    one.path("mandate_id").asString().charAt(4)
                                            + " "
                                            + one.path("status").asString()));
            after = "&starting_after=" + page.get(page.size() - 1).path("mandate_id").asString();
        }
        assertThat(met)
                .containsExactly("5 active", "4 active", "3 inactive", "2 active", "1 active");
    }

    @Test
    void a_mandate_is_revoked_with_the_payment_that_it_came_with() {
        var payment = giving("man_" + customer, "charged", "");

        var answer = API.post("/mandates/revoke/man_" + customer, "{}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("mandate_id").asString()).isEqualTo("man_" + customer);
        assertThat(API.orchestrator.received(RevokeMandate.class))
                .filteredOn(command -> command.getPaymentId().equals(payment))
                .extracting(RevokeMandate::getMandateId)
                .containsExactly("man_" + customer);
        assertThat(API.post("/mandates/revoke/man_unknown", "{}").code()).isEqualTo("HE_02");
    }

    private String status(String mandate) {
        return API.get("/mandates/" + mandate + customer).json().path("status").asString();
    }

    private static String bounds(String type, String end) {
        return """
        , "mandate_data": {"mandate_type": {"%s": {"amount": 10000, "currency": "EUR",
          "end_date": "%sT00:00:00Z"}}}
        """
                .formatted(type, end);
    }

    /** A payment that a mandate came with. */
    private String giving(String mandate, String attemptStatus, String more) {
        var payment =
                API.create(", \"customer_id\": \"" + customer + "\"" + more)
                        .path("payment_id")
                        .asString();
        var attempt =
                new Document("attempt_id", payment + "_1")
                        .append("number", 1)
                        .append("connector", "sandbox")
                        .append("merchant_connector_id", "mca_1")
                        .append("mandate_id", mandate)
                        .append("data", new Document("mandate_id", "cm_1"));
        update(
                payment,
                new Document("given_mandate_id", mandate)
                        .append("attempt_statuses", List.of(attemptStatus))
                        .append("payment.attempts", List.of(attempt)));
        return payment;
    }

    /** The one use of a mandate, held by a payment of this status. */
    private static void claim(String mandate, String status) {
        var holder = API.create("").path("payment_id").asString();
        update(holder, new Document("status", status));
        STORE.getCollection("mandate_claims")
                .insertOne(
                        new Document("_id", "merchant_sandbox/" + mandate)
                                .append("payment_id", holder));
    }

    private static void update(String payment, Document changes) {
        STORE.getCollection("payments")
                .updateOne(
                        new Document("_id", "merchant_sandbox/" + payment),
                        new Document("$set", changes));
    }
}
