package dev.paylater.orchestrator.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.paylater.teststack.Stack;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the alarms count, among thousands of payments with which all is well. */
class PaymentAlarmsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    /** As many are due: docs/makers/runs.md has a run with a million. */
    private static final int DUE = Integer.getInteger("paylater.due-documents", 2_000);

    private static final Instant LONG_AGO = NOW.minus(Duration.ofMinutes(10));

    private static MongoClient client;
    private static MongoCollection<Document> documents;
    private static Payments payments;

    @BeforeAll
    static void fill() {
        var database = "alarms-" + UUID.randomUUID();
        client = MongoClients.create(Stack.shared().mongoUri(database));
        payments = new Payments(client.getDatabase(database));
        payments.ensureIndexes();
        documents = client.getDatabase(database).getCollection("payments");
        for (var from = 0; from < DUE; from += 2_000) {
            documents.insertMany(
                    IntStream.range(from, Math.min(DUE, from + 2_000))
                            .boxed()
                            .flatMap(i -> Stream.of(busy(i), done(i)))
                            .toList());
        }
        var all = new ArrayList<Document>();
        all.add(underWay("refused-1", NOW.plusSeconds(5), NOW, true));
        all.add(underWay("refused-2", NOW.plusSeconds(5), NOW, true));
        all.add(underWay("unanswered", NOW.plusSeconds(5), LONG_AGO.minusMillis(1), false));
        all.add(underWay("almost", NOW.plusSeconds(5), LONG_AGO, false));
        var forgotten = underWay("forgotten", NOW, NOW, false);
        forgotten.remove("due");
        all.add(forgotten);
        all.add(unwanted("unwanted", LONG_AGO.minusMillis(1)));
        all.add(unwanted("unwanted since just now", LONG_AGO));
        var books = new Document("captured", 6_541L).append("refunded", 0L);
        all.add(
                new Document("_id", "differing")
                        .append("status", "requires_capture")
                        .append(
                                "payment",
                                new Document(
                                        "attempts",
                                        List.of(new Document("books_differing", books)))));
        var amount = new Document("about", "p_1_authorize").append("answered", 65_400L);
        all.add(
                new Document("_id", "approved for more")
                        .append("status", "requires_capture")
                        .append(
                                "payment",
                                new Document(
                                        "attempts",
                                        List.of(new Document("amount_differing", amount)))));
        all.add(known("known to the provider", "psp_1"));
        all.add(known("known by another name", "psp_2"));
        documents.insertMany(all);
    }

    private static Document known(String id, String transactionId) {
        var data = new Document("data", new Document("transaction_id", transactionId));
        return new Document("_id", id)
                .append("status", "succeeded")
                .append("payment", new Document("attempts", List.of(data)));
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    private static Document busy(int number) {
        return underWay("busy-" + number, NOW.plusSeconds(60 + number), NOW, false);
    }

    private static Document done(int number) {
        return new Document("_id", "done-" + number).append("status", "succeeded");
    }

    private static Document underWay(String id, Instant due, Instant requestedAt, boolean refused) {
        var operation =
                new Document("requested_at", Date.from(requestedAt))
                        .append("account_refused", refused);
        return new Document("_id", id)
                .append("status", "processing")
                .append("due", Date.from(due))
                .append("payment", new Document("operations", List.of(operation)));
    }

    @Test
    void a_payment_that_nothing_will_move_is_forgotten() {
        assertThat(payments.countForgotten()).isOne();
        assertThat(examined(Payments.FORGOTTEN)).isOne();
    }

    @Test
    void a_payment_whose_request_is_older_is_unanswered() {
        assertThat(payments.countUnanswered(LONG_AGO)).isOne();
        assertThat(examined(Payments.unanswered(LONG_AGO))).isOne();
    }

    private static Document unwanted(String id, Instant since) {
        var attempt = new Document("unwanted", new Document("since", Date.from(since)));
        return new Document("_id", id)
                .append("status", "failed")
                .append("payment", new Document("attempts", List.of(new Document(), attempt)));
    }

    @Test
    void money_that_a_provider_does_not_give_back_is_counted() {
        assertThat(payments.countUnwantedMoney(LONG_AGO)).isOne();
        assertThat(examined(Payments.unwantedMoney(LONG_AGO))).isOne();
    }

    @Test
    void payments_of_accounts_that_the_provider_refuses_are_counted() {
        assertThat(payments.countAccountRefused()).isEqualTo(2);
        assertThat(examined(Payments.ACCOUNT_REFUSED)).isEqualTo(2);
    }

    @Test
    void payments_of_which_the_provider_shows_more_than_can_be_are_counted() {
        assertThat(payments.countBooksDiffer()).isOne();
        assertThat(examined(Payments.BOOKS_DIFFER)).isOne();
    }

    @Test
    void payments_that_were_answered_with_another_amount_are_counted() {
        assertThat(payments.countAmountsDiffer()).isOne();
        assertThat(examined(Payments.AMOUNTS_DIFFER)).isOne();
    }

    @Test
    void payments_that_nobody_has_looked_at_are_overdue() {
        assertThat(payments.countOverdue(NOW.plusSeconds(5))).isZero();
        assertThat(payments.countOverdue(NOW.plusSeconds(6))).isEqualTo(4);
    }

    @Test
    void a_payment_is_found_by_what_the_provider_calls_it_whosever_it_is() {
        var reference = Filters.eq("payment.attempts.data.transaction_id", "psp_1");
        assertThat(examined(reference)).isOne();
    }

    /** How many documents are looked at to answer this, all found in an index. */
    private static int examined(Bson filter) {
        var explained = documents.find(filter).explain();
        assertThat(explained.get("queryPlanner", Document.class).toJson())
                .contains("IXSCAN")
                .doesNotContain("COLLSCAN");
        return explained
                .get("executionStats", Document.class)
                .getInteger("totalDocsExamined", Integer.MAX_VALUE);
    }
}
