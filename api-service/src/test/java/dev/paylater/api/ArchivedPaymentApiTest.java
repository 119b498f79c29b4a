package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** A payment that lies in the archive is read by its id as every other one. */
class ArchivedPaymentApiTest {

    private static final RunningApi API = RunningApi.shared();

    private final String dispute = "dp_" + UUID.randomUUID();
    private final MongoCollection<Document> present = collection("payments");
    private final MongoCollection<Document> archived = collection("payments_archive");

    @Test
    void it_is_retrieved_with_its_history_its_link_and_its_disputes() {
        var payment = disputed();
        var paths =
                List.of(
                        "/payments/" + payment,
                        "/payments/" + payment + "/timeline",
                        "/payment_link/" + linkOf(payment),
                        "/disputes/" + dispute);
        var before = paths.stream().map(path -> API.get(path).json()).toList();
        archive(payment);

        for (var i = 0; i < paths.size(); i++) {
            var reply = API.get(paths.get(i));
            assertThat(reply.status()).as(paths.get(i)).isEqualTo(200);
            assertThat(reply.json()).as(paths.get(i)).isEqualTo(before.get(i));
        }
        assertThat(API.getAs(RunningApi.OTHER_SECRET, paths.getFirst()).code()).isEqualTo("HE_02");
    }

    @Test
    void a_refund_of_it_is_decided_by_the_orchestrator() {
        var payment = disputed();
        archive(payment);

        assertThat(API.post("/refunds", "{\"payment_id\": \"" + payment + "\"}").code())
                .isEqualTo("IR_14");
    }

    @Test
    void lists_leave_it_out_and_go_on_behind_it() {
        var older = API.create("").path("payment_id").asString();
        var payment = disputed();
        archive(payment);

        assertThat(API.get("/payments/list?limit=100").body()).contains(older);
        assertThat(API.get("/payments/list?limit=100").body()).doesNotContain(payment);
        assertThat(API.get("/payments/list?limit=1&starting_after=" + payment).body())
                .contains(older);
    }

    @Test
    void all_its_disputes_are_listed_once_as_they_are_outside_of_the_archive() {
        var payment = disputed();
        archive(payment);
        assertThat(listed()).isEqualTo("dispute_won");

        var back = Objects.requireNonNull(archived.find(new Document("_id", id(payment))).first());
        back.get("payment", Document.class)
                .getList("disputes", Document.class)
                .getFirst()
                .put("dispute_status", "dispute_lost");
        present.insertOne(back);
        assertThat(listed()).isEqualTo("dispute_lost");
    }

    /** The status of the one dispute in the list. */
    private String listed() {
        var found =
                API.get("/disputes/list").json().findParents("dispute_id").stream()
                        .filter(one -> one.path("dispute_id").asString().equals(dispute))
                        .toList();
        assertThat(found).hasSize(1);
        return found.getFirst().path("dispute_status").asString();
    }

    private String disputed() {
        var payment =
                API.create(", \"payment_link\": true, \"customer\": {\"name\": \"Ada\"}")
                        .path("payment_id")
                        .asString();
        var won =
                new Document("dispute_id", dispute)
                        .append("dispute_stage", "dispute")
                        .append("dispute_status", "dispute_won")
                        .append("amount", 1L)
                        .append("currency", "EUR");
        present.updateOne(
                new Document("_id", id(payment)),
                new Document("$set", new Document("payment.disputes", List.of(won))));
        return payment;
    }

    private static String linkOf(String payment) {
        return API.get("/payments/" + payment)
                .json()
                .at("/payment_link/payment_link_id")
                .asString();
    }

    /** As orchestrator-service moves it. */
    private void archive(String payment) {
        var document =
                Objects.requireNonNull(present.findOneAndDelete(new Document("_id", id(payment))));
        archived.insertOne(document.append("archived_at", Instant.now()));
    }

    private static String id(String payment) {
        return "merchant_sandbox/" + payment;
    }

    private static MongoCollection<Document> collection(String name) {
        return API.bean(MongoDatabase.class).getCollection(name);
    }
}
