package dev.paylater.orchestrator.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import dev.paylater.orchestrator.payment.CustomerHistory;
import dev.paylater.teststack.Stack;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.UUID;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a customer has bought of a merchant before, and nothing of anybody else. */
class CustomerHistoryTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private MongoClient client;
    private MongoCollection<Document> documents;
    private MongoCollection<Document> archive;
    private Payments payments;

    @BeforeEach
    void connect() {
        var database = "history-" + UUID.randomUUID();
        client = MongoClients.create(Stack.shared().mongoUri(database));
        MongoDatabase stored = client.getDatabase(database);
        payments = new Payments(stored);
        payments.ensureIndexes();
        documents = stored.getCollection("payments");
        archive = stored.getCollection("payments_archive");
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void it_says_since_when_they_come_and_how_many_orders_they_paid() {
        add(documents, "m", "cus", "p1", 1, "failed");
        add(documents, "m", "cus", "p2", 2, "succeeded");
        add(documents, "m", "cus", "p3", 3, "partially_captured");
        add(documents, "m", "cus", "p4", 4, "requires_capture");
        add(documents, "m", "cus", "now", 5, "requires_confirmation");
        add(documents, "m", "other", "p5", 0, "succeeded");
        add(documents, "n", "cus", "p6", 0, "succeeded");

        assertThat(payments.historyOf("m", "cus", "now"))
                .contains(new CustomerHistory(day(1), day(2), 2));
        assertThat(payments.historyOf("m", "cus", "new")).isPresent();
        assertThat(payments.historyOf("m", "nobody", "now")).isEmpty();
    }

    @Test
    void payments_of_long_ago_count_too() {
        add(archive, "m", "cus", "old", 1, "succeeded");
        add(documents, "m", "cus", "p2", 2, "succeeded");

        assertThat(payments.historyOf("m", "cus", "now"))
                .contains(new CustomerHistory(day(1), day(1), 2));
    }

    @Test
    void of_many_payments_the_latest_hundred_count() {
        IntStream.rangeClosed(1, 120)
                .forEach(i -> add(documents, "m", "cus", "p" + i, i, "succeeded"));

        assertThat(payments.historyOf("m", "cus", "now"))
                .contains(new CustomerHistory(day(21), day(21), 100));
    }

    @Test
    void it_is_read_from_an_index() {
        IntStream.rangeClosed(1, 50)
                .forEach(i -> add(documents, "m", "cus" + i, "p" + i, i, "succeeded"));

        var explained =
                documents
                        .find(Payments.ofCustomer("m", "cus7"))
                        .sort(Sorts.descending("payment.created", "payment.payment_id"))
                        .explain();

        assertThat(explained.get("queryPlanner", Document.class).toJson())
                .contains("IXSCAN")
                .doesNotContain("COLLSCAN");
        assertThat(
                        explained
                                .get("executionStats", Document.class)
                                .getInteger("totalDocsExamined", Integer.MAX_VALUE))
                .isOne();
    }

    private static Instant day(int day) {
        return NOW.plus(Duration.ofDays(day));
    }

    private static void add(
            MongoCollection<Document> to,
            String merchantId,
            String customerId,
            String paymentId,
            int day,
            String status) {
        to.insertOne(
                new Document("_id", merchantId + "/" + paymentId)
                        .append("status", status)
                        .append(
                                "payment",
                                new Document("merchant_id", merchantId)
                                        .append("payment_id", paymentId)
                                        .append("created", Date.from(day(day)))
                                        .append(
                                                "intent",
                                                new Document("customer_id", customerId))));
    }
}
