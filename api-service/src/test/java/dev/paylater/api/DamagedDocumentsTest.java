package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.kit.security.Sealer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** One document that cannot be shown never hides the others of a list. */
class DamagedDocumentsTest {

    private static final RunningApi API = RunningApi.shared();
    private static final MongoDatabase STORE = API.bean(MongoDatabase.class);

    private final String customer = "cus_" + UUID.randomUUID();

    /** What a list is selected and sorted by; a payment without it is not of the list. */
    private static final List<String> SELECTS =
            List.of(
                    "_id",
                    "payment.merchant_id",
                    "payment.intent.customer_id",
                    "payment.created",
                    "given_mandate_id");

    @Test
    void a_list_of_payments_shows_the_others_whatever_part_of_one_is_damaged() {
        var good = payment("");
        var damaged = payment(", \"description\": \"d\", \"billing\": {\"email\": \"a@b.cd\"}");
        var whole = stored(damaged);
        for (var path : paths(whole, "")) {
            replace(damaged, damage(whole, path));
            var page = API.get("/payments/list?customer_id=" + customer);

            assertThat(page.status()).as(path).isEqualTo(200);
            assertThat(page.json().at("/0/size").asInt()).as(path).isEqualTo(2);
            assertThat(page.json().at("/0/data/1/payment_id").asString()).as(path).isEqualTo(good);
        }
    }

    @Test
    void what_cannot_be_read_of_a_listed_payment_is_named_in_its_warnings() {
        var id = payment("");
        var whole = stored(id);
        replace(id, damage(whole, "status"));

        var shown = API.get("/payments/list?customer_id=" + customer).json().at("/0/data/0");

        assertThat(shown.path("payment_id").asString()).isEqualTo(id);
        assertThat(shown.path("status").isNull()).isTrue();
        assertThat(shown.at("/warnings").valueStream().map(one -> one.path("param").asString()))
                .contains("status");
        assertThat(shown.at("/warnings/0/code").asString()).isEqualTo("HE_00");
    }

    @Test
    void a_list_of_mandates_shows_the_others_whatever_part_of_one_is_damaged() {
        var damaged = giving("man_2" + customer);
        giving("man_1" + customer);
        var whole = stored(damaged);
        for (var path : paths(whole, "")) {
            replace(damaged, damage(whole, path));
            var mandates = API.get("/mandates/list?customer_id=" + customer);
            var methods = API.get("/customers/" + customer + "/payment_methods");

            assertThat(mandates.status()).as(path).isEqualTo(200);
            assertThat(texts(mandates.items(), "mandate_id"))
                    .as(path)
                    .containsExactly("man_2" + customer, "man_1" + customer);
            assertThat(methods.status()).as(path).isEqualTo(200);
            assertThat(texts(methods.items(), "payment_method_id"))
                    .as(path)
                    .contains("pm_1" + customer);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "man", "man_"})
    void a_payment_that_names_a_mandate_by_no_id_is_shown(String mandateId) {
        var id = payment("");
        STORE.getCollection("payments")
                .updateOne(
                        new Document("_id", "merchant_sandbox/" + id),
                        new Document("$set", new Document("payment.intent.mandate_id", mandateId)));

        var shown = API.get("/payments/" + id);

        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.json().path("mandate_id").asString()).isEqualTo(mandateId);
        assertThat(shown.json().path("payment_method_id").isNull()).isTrue();
        assertThat(API.get("/payments/list?customer_id=" + customer).status()).isEqualTo(200);
    }

    @Test
    void a_list_of_disputes_shows_the_others_whatever_part_of_one_is_damaged() {
        var good = disputed("dp_good" + customer);
        var damaged = disputed("dp_damaged" + customer);
        var whole = stored(damaged);
        for (var path : paths(whole, "")) {
            replace(damaged, damage(whole, path));
            var page = API.get("/disputes/list?limit=100&payment_id=" + good);

            assertThat(page.status()).as(path).isEqualTo(200);
            assertThat(texts(page.items(), "dispute_id"))
                    .as(path)
                    .containsExactly("dp_good" + customer);
        }
    }

    @Test
    void a_customer_whose_data_cannot_be_decrypted_hides_no_other() {
        API.post("/customers", "{\"customer_id\": \"" + customer + "1\", \"name\": \"Ada\"}");
        API.post("/customers", "{\"customer_id\": \"" + customer + "2\", \"name\": \"Eve\"}");
        STORE.getCollection("customers")
                .updateOne(
                        new Document("_id", "merchant_sandbox/" + customer + "2"),
                        new Document("$set", new Document("name", Sealer.PREFIX + "lost")));

        var page = API.get("/customers?limit=2").items();

        assertThat(texts(page, "customer_id")).containsExactly(customer + "2", customer + "1");
        assertThat(page.at("/1/name").asString()).isEqualTo("Ada");
        assertThat(page.at("/0/name").isNull()).isTrue();
    }

    @Test
    void an_endpoint_without_events_hides_no_other() {
        var good = API.post("/webhook_endpoints", "{\"url\": \"http://127.0.0.1:9/a\"}").json();
        var bad = API.post("/webhook_endpoints", "{\"url\": \"http://127.0.0.1:9/b\"}").json();
        STORE.getCollection("webhook_endpoints")
                .updateOne(
                        new Document("_id", bad.path("id").asString()),
                        new Document("$unset", new Document("events", "")));

        var page = API.get("/webhook_endpoints");

        assertThat(page.status()).isEqualTo(200);
        assertThat(texts(page.items(), "id")).contains(good.path("id").asString());
        STORE.getCollection("webhook_endpoints")
                .deleteOne(new Document("_id", bad.path("id").asString()));
    }

    @Test
    void a_refund_whose_metadata_cannot_be_decrypted_hides_no_other() {
        var payment = "pay_" + UUID.randomUUID();
        StoredRefund.of(payment, "r1")
                .with("details.metadata", "{\"a\":\"%slost\"}".formatted(Sealer.PREFIX))
                .store(API);
        StoredRefund.of(payment, "r2").with("details.metadata", "{\"a\":\"b\"}").store(API);
        StoredRefund.of(payment, "r3").with("details", 7L).store(API);

        var page =
                API.post(
                                "/refunds/list",
                                """
                                {"start_time": "2026-01-01T00:00:00Z", "payment_id": "%s"}
                                """
                                        .formatted(payment))
                        .json();

        assertThat(texts(page.path("data"), "refund_id")).containsExactly("r3", "r2", "r1");
        assertThat(page.at("/data/1/metadata/a").asString()).isEqualTo("b");
        assertThat(page.at("/data/2/metadata").isNull()).isTrue();
        assertThat(page.at("/data/2/warnings/0/param").asString()).isEqualTo("metadata");
    }

    private String payment(String more) {
        return API.create(", \"customer_id\": \"" + customer + "\"" + more)
                .path("payment_id")
                .asString();
    }

    private String giving(String mandate) {
        var id = payment("");
        update(
                id,
                new Document("given_mandate_id", mandate)
                        .append("attempt_statuses", List.of("charged"))
                        .append(
                                "payment.attempts",
                                List.of(
                                        new Document("attempt_id", id + "_1")
                                                .append("number", 1)
                                                .append("connector", "sandbox")
                                                .append("mandate_id", mandate))));
        return id;
    }

    private String disputed(String disputeId) {
        var id = payment("");
        update(
                id,
                new Document(
                        "payment.disputes",
                        List.of(
                                new Document("dispute_id", disputeId)
                                        .append("dispute_status", "dispute_opened")
                                        .append("amount", 5L))));
        return id;
    }

    private static void update(String id, Document changes) {
        STORE.getCollection("payments")
                .updateOne(
                        new Document("_id", "merchant_sandbox/" + id),
                        new Document("$set", changes));
    }

    private static Document stored(String id) {
        return Objects.requireNonNull(
                STORE.getCollection("payments")
                        .find(new Document("_id", "merchant_sandbox/" + id))
                        .first());
    }

    private static void replace(String id, Document damaged) {
        STORE.getCollection("payments")
                .replaceOne(new Document("_id", "merchant_sandbox/" + id), damaged);
    }

    /** Every field of a document, and of those in it, that can be damaged. */
    private static List<String> paths(Document document, String prefix) {
        var paths = new ArrayList<String>();
        document.forEach(
                (name, value) -> {
                    var path = prefix + name;
                    if (!SELECTS.contains(path)) {
                        if (value instanceof Document inner && !path.equals("journal")) {
                            paths.addAll(paths(inner, path + "."));
                        }
                        if (SELECTS.stream().noneMatch(one -> one.startsWith(path + "."))) {
                            paths.add(path);
                        }
                    }
                });
        return paths;
    }

    /** With a value of another type in one place. */
    private static Document damage(Document whole, String path) {
        var copy = Document.parse(whole.toJson());
        var names = path.split("\\.", -1);
        var at = copy;
        for (var i = 0; i < names.length - 1; i++) {
            at = at.get(names[i], Document.class);
        }
        var name = names[names.length - 1];
        at.put(name, at.get(name) instanceof List ? List.of(7L, "x") : List.of("damaged"));
        return copy;
    }

    private static List<String> texts(JsonNode items, String name) {
        return items.valueStream().map(item -> item.path(name).asString("")).toList();
    }
}
