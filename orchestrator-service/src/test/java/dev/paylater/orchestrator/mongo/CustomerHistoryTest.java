package dev.paylater.orchestrator.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import dev.paylater.orchestrator.payment.CustomerHistory;
import dev.paylater.orchestrator.payment.CustomerHistory.Customer;
import dev.paylater.orchestrator.payment.CustomerHistory.Earlier;
import dev.paylater.teststack.Stack;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
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

        assertThat(of("cus", "now")).contains(new CustomerHistory(day(1), day(2), 2));
        assertThat(of("cus", "new")).isPresent();
        assertThat(of("nobody", "now")).isEmpty();
    }

    @Test
    void payments_of_long_ago_count_too() {
        add(archive, "m", "cus", "old", 1, "succeeded");
        add(documents, "m", "cus", "p2", 2, "succeeded");

        assertThat(of("cus", "now")).contains(new CustomerHistory(day(1), day(1), 2));
    }

    @Test
    void of_many_payments_the_latest_hundred_count() {
        IntStream.rangeClosed(1, 120)
                .forEach(i -> add(documents, "m", "cus", "p" + i, i, "succeeded"));

        assertThat(of("cus", "now")).contains(new CustomerHistory(day(21), day(21), 100));
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

    @Test
    void the_histories_of_many_customers_are_read_at_once() {
        var customers = IntStream.range(0, 16).mapToObj(i -> new Customer("m", "c" + i)).toList();
        var asked = new CountDownLatch(customers.size());
        try (var histories =
                new CustomerHistories(
                        customer -> {
                            asked.countDown();
                            await(asked);
                            return List.of(new Earlier("p1", day(1), true));
                        },
                        Duration.ofMinutes(1))) {
            histories.read(customers);
            customers.forEach(one -> assertThat(histories.of(one, "now")).isPresent());
        }
    }

    @Test
    void a_history_that_takes_too_long_is_not_waited_for_and_not_asked_for_again_in_deciding() {
        var asked = new AtomicInteger();
        var never = new CountDownLatch(1);
        try (var histories =
                new CustomerHistories(
                        customer -> {
                            asked.incrementAndGet();
                            await(never);
                            return List.of();
                        },
                        Duration.ofMillis(1))) {
            histories.read(List.of(new Customer("m", "cus")));
            assertThat(histories.of(new Customer("m", "cus"), "now")).isEmpty();
            assertThat(histories.of(new Customer("m", "cus"), "now")).isEmpty();
            assertThat(asked).hasValueLessThanOrEqualTo(1);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<CustomerHistory> of(String customerId, String paymentId) {
        return Optional.ofNullable(
                CustomerHistory.before(
                        paymentId, payments.latestOf(new Customer("m", customerId))));
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
