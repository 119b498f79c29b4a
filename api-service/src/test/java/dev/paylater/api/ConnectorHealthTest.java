package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.store.ConnectorDays;
import dev.paylater.api.store.ConnectorDays.Tally;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What operators see of the connectors. */
class ConnectorHealthTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String MERCHANT = "connector_health";
    private static final String WEEKS = "connector_weeks";

    /** Of what {@link #storeTwoWeeks} has stored. */
    static final String WEEKS_PAGE = "/console/connectors?merchant_id=" + WEEKS;

    @AfterAll
    static void take_them_away() {
        payments().deleteMany(new Document("payment.merchant_id", MERCHANT));
        payments().deleteMany(new Document("payment.merchant_id", WEEKS));
    }

    /**
     * As many as make pictures: one connector with all that can come of attempts, one with less.
     */
    static void storeTwoWeeks() {
        var today = today();
        var stored = new ArrayList<Document>();
        for (var day = 0; day < 14; day++) {
            var at = begin(today.minusDays(day));
            for (var i = 0; i < 12 + (day * 7) % 9; i++) {
                stored.add(payment(WEEKS, at, klarnas(i)));
            }
            if (day % 4 == 1) {
                stored.add(payment(WEEKS, at, attempt("afterpay_clearpay", "authorized")));
            }
        }
        stored.add(refused(WEEKS, "afterpay_clearpay"));
        payments().insertMany(stored);
    }

    private static Instant now() {
        return API.bean(Clock.class).instant();
    }

    private static LocalDate today() {
        return now().atZone(ZoneOffset.UTC).toLocalDate();
    }

    private static Document klarnas(int number) {
        return switch (number % 8) {
            case 1, 5 -> declined("klarna", "insufficient_credit");
            case 3 -> declined("klarna", "provider_unavailable");
            case 6 -> declined("klarna", "expired");
            default -> attempt("klarna", "authorized");
        };
    }

    private static Document refused(String merchant, String connector) {
        var operation = new Document("operation_id", "o_1").append("account_refused", true);
        var payment = payment(merchant, now(), attempt(connector, "pending"));
        payment.get("payment", Document.class).append("operations", List.of(operation));
        return payment.append("connector", connector);
    }

    private static MongoCollection<Document> payments() {
        return API.bean(MongoDatabase.class).getCollection("payments");
    }

    private static Document attempt(String connector, String stage) {
        return new Document("connector", connector)
                .append("stage", new Document("t", stage).append("d", new Document()));
    }

    private static Document declined(String connector, String unified) {
        var error = new Document("code", "x").append("unified", unified);
        return new Document("connector", connector)
                .append(
                        "stage",
                        new Document("t", "declined").append("d", new Document("error", error)));
    }

    private static Document released(long authorized) {
        return attempt("klarna", "voided")
                .append("amounts", new Document("authorized", authorized));
    }

    private static Document payment(Instant created, Document... attempts) {
        return payment(MERCHANT, created, attempts);
    }

    private static Document payment(String merchant, Instant created, Document... attempts) {
        var id = "pay_" + UUID.randomUUID();
        return new Document("_id", merchant + "/" + id)
                .append("status", "failed")
                .append(
                        "payment",
                        new Document("merchant_id", merchant)
                                .append("payment_id", id)
                                .append("created", Date.from(created))
                                .append("intent", new Document("currency", "EUR"))
                                .append("attempts", Arrays.asList(attempts)));
    }

    private static Instant begin(LocalDate date) {
        return date.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static ConnectorDays.Day day(LocalDate date) {
        return API.bean(ConnectorDays.class).of(MERCHANT, date, today());
    }

    @Test
    void each_attempt_counts_for_its_own_connector_on_the_day_of_its_payment() {
        var date = LocalDate.of(2025, 3, 1);
        payments()
                .insertMany(
                        List.of(
                                payment(
                                        begin(date).minusMillis(1),
                                        attempt("klarna", "authorized")),
                                payment(begin(date)),
                                payment(begin(date), new Document("number", 1L)),
                                payment(
                                        begin(date),
                                        declined("klarna", "insufficient_credit"),
                                        attempt("riverty", "authorized")),
                                payment(begin(date), attempt("klarna", "capture_failed")),
                                payment(begin(date), released(6540)),
                                payment(begin(date), released(0)),
                                payment(begin(date), attempt("klarna", "awaiting_customer")),
                                payment(begin(date), declined("klarna", "provider_unavailable")),
                                payment(begin(date), declined("klarna", "provider_unavailable")),
                                payment(begin(date), declined("klarna", "expired")),
                                payment(
                                        begin(date.plusDays(1)).minusMillis(1),
                                        declined("klarna", "fraud_suspected")),
                                payment(begin(date.plusDays(1)), attempt("klarna", "authorized"))));

        var counted = day(date);

        assertThat(counted.isWhole()).isTrue();
        assertThat(counted.connectors())
                .containsOnly(
                        Map.entry(
                                "klarna",
                                new Tally(
                                        9,
                                        2,
                                        2,
                                        2,
                                        2,
                                        Map.of(
                                                "insufficient_credit", 1L,
                                                "fraud_suspected", 1L,
                                                "provider_unavailable", 2L,
                                                "expired", 1L))),
                        Map.entry("riverty", new Tally(1, 1, 0, 0, 0, Map.of())));
    }

    @Test
    void of_a_day_with_more_payments_than_are_read_the_newest_are_counted() {
        var date = LocalDate.of(2025, 3, 10);
        payments()
                .insertMany(
                        IntStream.range(0, ConnectorDays.MOST + 5)
                                .mapToObj(
                                        i ->
                                                payment(
                                                        begin(date).plusSeconds(i),
                                                        i < 5
                                                                ? declined("klarna", "declined")
                                                                : attempt("klarna", "authorized")))
                                .toList());

        var counted = day(date);

        assertThat(counted.isWhole()).isFalse();
        assertThat(counted.connectors())
                .containsOnly(
                        Map.entry(
                                "klarna",
                                new Tally(
                                        ConnectorDays.MOST,
                                        ConnectorDays.MOST,
                                        0,
                                        0,
                                        0,
                                        Map.of())));
    }

    @Test
    void a_day_that_is_over_is_remembered_and_today_is_not() {
        var date = LocalDate.of(2025, 3, 20);
        var days = API.bean(ConnectorDays.class);
        assertThat(days.of(MERCHANT, date, date.plusDays(1)).connectors()).isEmpty();
        payments().insertOne(payment(begin(date), attempt("klarna", "authorized")));

        assertThat(days.of(MERCHANT, date, date.plusDays(1)).connectors()).isEmpty();
        assertThat(days.of(MERCHANT, date, date).connectors()).containsKey("klarna");
    }

    @Test
    void the_page_shows_numbers_by_day_and_what_is_wrong_now() {
        var today = today();
        payments()
                .insertMany(
                        List.of(
                                refused(MERCHANT, "sezzle"),
                                payment(begin(today), attempt("tamara", "authorized")),
                                payment(begin(today), attempt("tamara", "authorized")),
                                payment(begin(today), declined("tamara", "declined")),
                                payment(begin(today), declined("tamara", "unknown")),
                                payment(
                                        begin(today.minusDays(13)),
                                        attempt("tamara", "authorized")),
                                payment(
                                        begin(today.minusDays(13)).minusMillis(1),
                                        attempt("tamara", "authorized"))));
        worker("tabby", 0, 3);
        worker("tamara", 1, 0);

        var page = page();
        assumeTrue(today().equals(today), "A new day has begun");

        assertThat(section(page, "tamara"))
                .contains(
                        "<dt>Today</dt><dd>4 attempts, 2 approved of 3 decided (66\u00A0%)",
                        "<dt>14 days</dt><dd>5 attempts, 3 approved of 4 decided (75\u00A0%)",
                        "<dd>declined 1, unknown 1",
                        "role=\"img\" aria-label=\"tamara from ",
                        "<rect class=\"good\"",
                        "Works");
        assertThat(section(page, "sezzle")).contains("Account refused: 1 payment waiting");
        assertThat(section(page, "tabby"))
                .contains("Worker: nobody works, 3 requests waiting")
                .doesNotContain("<svg");
        assertThat(page).contains("Without attempts and without trouble:");
    }

    private static String page() {
        return ConsoleClient.as(API, "support")
                .get("/console/connectors?merchant_id=" + MERCHANT)
                .body();
    }

    private static String section(String page, String connector) {
        var from = page.indexOf("<h2 id=\"connector-" + connector + "\"");
        assertThat(from).as(connector + " in " + page).isPositive();
        return page.substring(from, page.indexOf("</section>", from));
    }

    private static void worker(String connector, int members, int lag) {
        var group = "connector-service." + connector;
        var meters = API.bean(MeterRegistry.class);
        Gauge.builder("paylater.kafka.members", () -> members).tag("group", group).register(meters);
        Gauge.builder("paylater.kafka.lag", () -> lag)
                .tags("group", group, "partition", "0")
                .register(meters);
    }

    @Test
    void a_merchants_session_is_refused() {
        var answer = ConsoleClient.as(API, "merchant").get("/console/connectors");

        assertThat(answer.status()).isEqualTo(403);
        assertThat(ConsoleClient.as(API, "merchant").get("/console/payments").body())
                .doesNotContain("/console/connectors");
    }
}
