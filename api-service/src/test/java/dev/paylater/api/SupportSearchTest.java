package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** GET /admin/payments, among two payments of one merchant and one of another. */
class SupportSearchTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String RUN = UUID.randomUUID().toString().substring(0, 8);
    private static final String LAMP = id("lamp");
    private static final String CHAIR = id("chair");
    private static final String TABLE = id("table");

    private static String other = "";

    @BeforeAll
    static void make_three_payments() {
        create(RunningApi.SECRET, LAMP, 6540, "2026-03-01T00:00:00.000Z");
        create(RunningApi.SECRET, CHAIR, 7000, "2026-03-02T00:00:00.000Z");
        other = create(RunningApi.OTHER_SECRET, TABLE, 6540, "2026-03-03T00:00:00.000Z");
        set("merchant_sandbox", LAMP, "connector", "klarna");
        set("merchant_sandbox", CHAIR, "connector", "mondu");
        set("merchant_sandbox", CHAIR, "status", "failed");
        set("merchant_sandbox", CHAIR, "payment.attempts", List.of(declined()));
    }

    private static String id(String name) {
        return (name + "_" + RUN + "_" + "0".repeat(30)).substring(0, 30);
    }

    private static String create(String key, String id, long amount, String created) {
        var merchant =
                API.postAs(
                                key,
                                "/payments",
                                """
                                {"payment_id": "%s", "amount": %d, "currency": "EUR",
                                 "email": "ada@example.com",
                                 "merchant_order_reference_id": "order-%s"}
                                """
                                        .formatted(id, amount, RUN))
                        .json()
                        .path("merchant_id")
                        .asString();
        set(merchant, id, "payment.created", Date.from(Instant.parse(created)));
        return merchant;
    }

    private static Document declined() {
        var error = new Document("code", "no_credit").append("unified", "declined");
        return new Document("attempt_id", "a_1")
                .append(
                        "stage",
                        new Document("t", "declined").append("d", new Document("error", error)))
                .append("data", new Document("transaction_id", "psp_" + RUN));
    }

    private static MongoCollection<Document> payments() {
        return API.bean(MongoDatabase.class).getCollection("payments");
    }

    private static void set(String merchant, String id, String field, Object value) {
        payments()
                .updateOne(
                        new Document("_id", merchant + "/" + id),
                        new Document("$set", new Document(field, value)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "payment_id=LAMP | lamp",
                "payment_id=TABLE | table",
                "payment_id=TABLE&merchant_id=merchant_sandbox | ''",
                "payment_id=LAMP&status=failed | ''",
                "payment_id=LAMP&connector_transaction_id=psp_RUN | ''",
                "merchant_order_reference_id=order-RUN | table chair lamp",
                "merchant_order_reference_id=order-RUN&amount=6540 | table lamp",
                "merchant_order_reference_id=order-RUN&merchant_id=merchant_sandbox | chair lamp",
                "merchant_order_reference_id=order-RUN&connector=klarna | lamp",
                "merchant_order_reference_id=order-RUN&status=failed | chair",
                "merchant_order_reference_id=order-RUN&created.gte=2026-03-02T00:00:00Z"
                        + " | table chair",
                "merchant_order_reference_id=order-RUN&created.lte=2026-03-02T00:00:00Z"
                        + " | chair lamp",
                "connector_transaction_id=psp_RUN | chair",
                "connector_transaction_id=psp_RUN&merchant_id=merchant_sandbox | chair",
                "connector_transaction_id=psp_RUN&merchant_id=OTHER | ''",
                "merchant_id=merchant_sandbox&connector=mondu&amount=7000&status=failed"
                        + "&created.gte=2026-03-02T00:00:00Z&created.lte=2026-03-02T00:00:00Z"
                        + " | chair"
            })
    void payments_of_all_merchants_are_found_by(String query, String names) {
        assertThat(names(search(query))).isEqualTo(names);
    }

    @Test
    void a_row_says_how_the_payment_stands_and_not_whose_it_is() {
        var row = search("payment_id=CHAIR").at("/data/0");

        assertThat(row.propertyNames())
                .containsExactlyInAnyOrder(
                        "payment_id",
                        "merchant_id",
                        "status",
                        "amount",
                        "currency",
                        "connector",
                        "created",
                        "updated",
                        "error_code");
        assertThat(row.path("payment_id").asString()).isEqualTo(CHAIR);
        assertThat(row.path("merchant_id").asString()).isEqualTo("merchant_sandbox");
        assertThat(row.path("status").asString()).isEqualTo("failed");
        assertThat(row.path("amount").longValue()).isEqualTo(7000);
        assertThat(row.path("currency").asString()).isEqualTo("EUR");
        assertThat(row.path("connector").asString()).isEqualTo("mondu");
        assertThat(row.path("created").asString()).isEqualTo("2026-03-02T00:00:00.000Z");
        assertThat(row.path("updated").asString()).endsWith("Z");
        assertThat(row.path("error_code").asString()).isEqualTo("no_credit");
    }

    /** Both ways: what lies across merchants, and what is one merchant's. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "merchant_order_reference_id=order-RUN | table chair lamp",
                "merchant_id=merchant_sandbox&merchant_order_reference_id=order-RUN | chair lamp"
            })
    void pages_are_walked_to_the_last_one(String query, String names) {
        var met = new ArrayList<String>();
        var page = search(query + "&limit=1");
        while (page.path("next_cursor").isString()) {
            met.add(names(page));
            page = search(query + "&limit=1&cursor=" + page.path("next_cursor").asString());
        }
        met.add(names(page));
        assertThat(String.join(" ", met)).isEqualTo(names);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "merchant_id=merchant_sandbox&cursor=merchant_sandbox/nothing",
                "merchant_id=merchant_sandbox&cursor=OTHER/TABLE",
                "payment_id=LAMP&cursor=OTHER/TABLE"
            })
    void a_cursor_of_another_search_is_none(String query) {
        assertThat(ask(query).code()).isEqualTo("HE_02");
    }

    /** A search across merchants that reads every payment would be felt by all of them. */
    @ParameterizedTest
    @ValueSource(strings = {"", "status=failed", "connector=klarna", "amount=6540"})
    void what_no_index_serves_across_merchants_needs_the_merchant(String query) {
        var answer = ask(query);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().at("/error/param").asString()).isEqualTo("merchant_id");
        assertThat(answer.json().at("/error/message").asString()).contains("index");
    }

    @Test
    void an_archived_payment_is_found_by_its_id() {
        var id = id("archived");
        create(RunningApi.SECRET, id, 1, "2026-03-04T00:00:00.000Z");
        var moved = payments().findOneAndDelete(new Document("_id", "merchant_sandbox/" + id));
        API.bean(MongoDatabase.class).getCollection("payments_archive").insertOne(moved);

        assertThat(search("payment_id=" + id).at("/data/0/payment_id").asString()).isEqualTo(id);
    }

    private static JsonNode search(String query) {
        var answer = ask(query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private static RunningApi.Reply ask(String query) {
        var filled =
                query.replace("RUN", RUN)
                        .replace("LAMP", LAMP)
                        .replace("CHAIR", CHAIR)
                        .replace("TABLE", TABLE)
                        .replace("OTHER", other);
        return API.inspectAs(RunningApi.ADMIN, "/admin/payments?" + filled);
    }

    private static String names(JsonNode page) {
        return String.join(
                " ",
                page.path("data")
                        .valueStream()
                        .map(row -> row.path("payment_id").asString().replaceAll("_.*", ""))
                        .toList());
    }
}
