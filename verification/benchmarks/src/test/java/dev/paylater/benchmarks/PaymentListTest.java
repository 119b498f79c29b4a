package dev.paylater.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.store.ConnectorDays;
import dev.paylater.api.store.PaymentFilter;
import dev.paylater.api.store.PaymentList;
import dev.paylater.orchestrator.mongo.Payments;
import dev.paylater.teststack.Finds;
import dev.paylater.teststack.Finds.Explained;
import dev.paylater.teststack.Stack;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which indexes serve the lists of payments: api-service's queries, orchestrator-service's indexes.
 */
class PaymentListTest {

    /** docs/makers/runs.md has a run with a million. */
    private static final int PAYMENTS = Integer.getInteger("paylater.listed-payments", 3_000);

    private static final int BATCH = 1_000;
    private static final int PAGE = 100;
    private static final int PAGES = 40;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Makes documents as large as those of payments with an ordinary history. */
    private static final String HISTORY = "x".repeat(1_000);

    private static final Finds FINDS = new Finds();

    private static MongoClient client;
    private static MongoDatabase database;
    private static PaymentList list;

    @BeforeAll
    static void fill() {
        var name = "lists-" + UUID.randomUUID();
        client = FINDS.client(Stack.shared().mongoUri(name));
        database = client.getDatabase(name);
        list = new PaymentList(database);
        var payments = database.getCollection("payments");
        new Payments(database).ensureIndexes();
        for (var from = 0; from < PAYMENTS; from += BATCH) {
            payments.insertMany(
                    IntStream.range(from, Math.min(PAYMENTS, from + BATCH))
                            .mapToObj(PaymentListTest::payment)
                            .toList());
        }
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    /** One in ten is klarna's, one in twenty has failed, a thousandth part is in SEK. */
    private static Document payment(int number) {
        var id = "pay_%026d".formatted(number);
        var intent =
                new Document("amount", 1_000L + number % 5_000)
                        .append("currency", number % 1_000 == 7 ? "SEK" : "EUR")
                        .append("customer_id", "cus_" + number / 20)
                        .append(
                                "payment_method_type",
                                number % 3 == 0 ? "invoice" : "direct_debit");
        var terms =
                new Document("merchant_order_reference_id", "\"order-%08d\"".formatted(number))
                        .append("email_hash", "\"1:%064d\"".formatted(number / 20))
                        .append("billing", "\"sealed:" + "A".repeat(300) + "\"");
        return new Document("_id", "merchant/" + id)
                .append("status", number % 20 == 3 ? "failed" : "succeeded")
                .append("connector", number % 10 == 3 ? "klarna" : "mondu")
                .append("sequence", 3L)
                .append(
                        "payment",
                        new Document("merchant_id", "merchant")
                                .append("payment_id", id)
                                .append("profile_id", "pro_" + number % 4)
                                .append("created", Date.from(START.plusMillis(number / 3)))
                                .append("intent", intent)
                                .append("terms", terms))
                .append("journal", List.of(HISTORY));
    }

    private static Bson of(PaymentFilter filter, String... values) {
        return filter.condition(List.of(values));
    }

    private static String hash(int customer) {
        return "1:%064d".formatted(customer);
    }

    static Stream<Arguments> lists() {
        return Stream.of(
                Arguments.of("payment.created", List.of(), PAGE),
                Arguments.of("status", List.of(of(PaymentFilter.STATUS, "failed")), PAGE),
                Arguments.of("connector", List.of(of(PaymentFilter.CONNECTOR, "klarna")), PAGE),
                Arguments.of(
                        "payment.intent.currency",
                        List.of(of(PaymentFilter.CURRENCY, "SEK")),
                        Math.min(PAGE, PAYMENTS / 1_000)),
                Arguments.of(
                        "payment.intent.payment_method_type",
                        List.of(of(PaymentFilter.PAYMENT_METHOD_TYPE, "invoice")),
                        PAGE),
                Arguments.of(
                        "payment.profile_id", List.of(of(PaymentFilter.PROFILE_ID, "pro_1")), PAGE),
                Arguments.of(
                        "payment.intent.customer_id",
                        List.of(of(PaymentFilter.CUSTOMER_ID, "cus_7")),
                        20),
                Arguments.of(
                        "payment.terms.merchant_order_reference_id",
                        List.of(of(PaymentFilter.MERCHANT_ORDER_REFERENCE_ID, "order-00000077")),
                        1),
                Arguments.of(
                        "payment.terms.email_hash",
                        List.of(PaymentList.emailHash(List.of(hash(7)))),
                        20),
                Arguments.of(
                        "payment.intent.amount",
                        List.of(PaymentList.amount("eq", 1_234)),
                        Math.min(PAGE, (PAYMENTS + 4_765) / 5_000)),
                // Half of klarna's have failed: all that have failed are klarna's.
                Arguments.of(
                        "status",
                        List.of(
                                of(PaymentFilter.STATUS, "failed"),
                                of(PaymentFilter.CONNECTOR, "klarna"),
                                of(PaymentFilter.CURRENCY, "EUR"),
                                PaymentList.amount("gte", 1_000),
                                PaymentList.created("gte", START)),
                        PAGE));
    }

    @ParameterizedTest(name = "by {0}: {2} payments")
    @MethodSource("lists")
    void a_page_is_read_in_its_order_from_an_index_that_begins_with_the_filter(
            String indexed, List<Bson> conditions, int found) {
        FINDS.clear();

        assertThat(list.find(query(conditions, null, null))).hasSize(found);

        var finds = FINDS.explained(database);
        assertThat(finds).hasSize(1);
        var explained = finds.getFirst();
        assertThat(explained.plan()).contains("IXSCAN").doesNotContain("SORT");
        assertThat(explained.index().keySet().stream().skip(1)).first().isEqualTo(indexed);
        assertThat(explained.examined()).isEqualTo(found);
    }

    @Test
    void a_connectors_day_reads_no_more_than_its_bound_from_the_index_of_a_merchants_list() {
        FINDS.clear();
        var date = START.atZone(ZoneOffset.UTC).toLocalDate();

        var day = new ConnectorDays(database).of("merchant", date, date);

        assertThat(day.isWhole()).isFalse();
        var explained = FINDS.explained(database).getFirst();
        assertThat(explained.plan()).contains("IXSCAN").doesNotContain("SORT");
        assertThat(explained.index().keySet().stream().skip(1))
                .first()
                .isEqualTo("payment.created");
        assertThat(explained.examined()).isEqualTo(ConnectorDays.MOST);
    }

    @Test
    void of_two_filters_the_more_selective_one_is_looked_up() {
        FINDS.clear();

        list.find(
                query(
                        List.of(
                                of(PaymentFilter.STATUS, "failed"),
                                of(PaymentFilter.CUSTOMER_ID, "cus_7")),
                        null,
                        null));

        assertThat(FINDS.explained(database).getFirst().examined()).isEqualTo(20);
    }

    @Test
    void the_next_page_is_read_from_the_same_index() {
        var failed = List.of(of(PaymentFilter.STATUS, "failed"));
        var first = list.find(query(failed, null, null));
        FINDS.clear();

        list.find(query(failed, null, first.get(PAGE / 2)));

        var finds = FINDS.explained(database);
        assertThat(finds).hasSize(2);
        for (var find : finds) {
            assertThat(find.plan()).contains("IXSCAN").doesNotContain("SORT");
        }
        assertThat(finds.stream().mapToInt(Explained::examined).sum())
                .isLessThanOrEqualTo(PAGE + 1);
    }

    @Test
    void few_payments_whose_order_reference_begins_alike_are_found_first_and_ordered_then() {
        FINDS.clear();

        assertThat(list.find(query(List.of(), "order-0000012", null)))
                .extracting(PaymentDocument::paymentId)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(120, 129)
                                .mapToObj("pay_%026d"::formatted)
                                .sorted(java.util.Comparator.reverseOrder())
                                .toList());
        assertThat(FINDS.explained(database).stream().mapToInt(Explained::examined))
                .containsOnly(10);
    }

    @Test
    void where_many_begin_alike_the_newest_of_them_are_read_in_their_order() {
        FINDS.clear();

        assertThat(list.find(query(List.of(), "order-", null))).hasSize(PAGE);

        var page = FINDS.explained(database).getLast();
        assertThat(page.plan()).contains("IXSCAN").doesNotContain("SORT");
        assertThat(page.examined()).isEqualTo(PAGE);
    }

    /** A measurement: it needs a machine that does nothing else, and many payments. */
    @Test
    @EnabledIf("isMeasured")
    void how_long_pages_take() {
        var queries =
                Map.of(
                        "no filter", query(List.of(), null, null),
                        "status", query(List.of(of(PaymentFilter.STATUS, "failed")), null, null),
                        "two statuses",
                                query(
                                        List.of(of(PaymentFilter.STATUS, "failed", "succeeded")),
                                        null,
                                        null),
                        "rare currency",
                                query(List.of(of(PaymentFilter.CURRENCY, "SEK")), null, null),
                        "status, connector, amount_gte",
                                query(
                                        List.of(
                                                of(PaymentFilter.STATUS, "failed"),
                                                of(PaymentFilter.CONNECTOR, "klarna"),
                                                PaymentList.amount("gte", 3_000)),
                                        null,
                                        null),
                        "two that seldom meet",
                                query(
                                        List.of(
                                                of(PaymentFilter.STATUS, "failed"),
                                                of(PaymentFilter.CURRENCY, "SEK")),
                                        null,
                                        null),
                        "e-mail",
                                query(List.of(PaymentList.emailHash(List.of(hash(9)))), null, null),
                        "order reference of 100", query(List.of(), "order-000012", null),
                        "order reference of all", query(List.of(), "order-", null));
        queries.forEach(PaymentListTest::measure);
    }

    static boolean isMeasured() {
        return PAYMENTS >= 100_000;
    }

    private static void measure(String name, PaymentList.Query query) {
        var millis = new double[PAGES];
        @Nullable PaymentDocument cursor = null;
        for (var i = -PAGES / 4; i < PAGES; i++) {
            var begun = System.nanoTime();
            var page = list.find(query(query.conditions(), query.orderPrefix(), cursor));
            if (i >= 0) {
                millis[i] = (System.nanoTime() - begun) / 1e6;
            }
            cursor = page.size() < PAGE ? null : page.getLast();
        }
        Arrays.sort(millis);
        System.out.printf(
                "%s: p50 %.1f ms, p95 %.1f ms%n",
                name, millis[PAGES / 2], millis[PAGES * 95 / 100]);
    }

    private static PaymentList.Query query(
            List<Bson> conditions, @Nullable String prefix, @Nullable PaymentDocument cursor) {
        return new PaymentList.Query("merchant", conditions, prefix, cursor, false, PAGE);
    }
}
