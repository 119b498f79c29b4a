package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What operators see of the nights and of the services. */
class ConsoleOperationsTest {

    private static final RunningApi API = RunningApi.shared();
    private static final List<String> REPORTS = List.of("console_night_1", "console_night_2");

    @BeforeAll
    static void two_accounts_of_a_night() {
        API.bean(MongoDatabase.class)
                .getCollection("reconciliations")
                .insertMany(
                        List.of(
                                report("console_night_1", "mca_agrees", 0, List.of()),
                                report(
                                        "console_night_2",
                                        "mca_differs",
                                        3,
                                        List.of(
                                                difference("nights/pay_night", "stuck"),
                                                difference("file.csv:7", "settled_twice")))));
    }

    private static Document report(
            String id, String account, long count, List<Document> differences) {
        return new Document("_id", id)
                .append("at", Date.from(Instant.parse("2031-01-11T03:00:00Z")))
                .append("merchant_id", "nights")
                .append("merchant_connector_id", account)
                .append("payments", 7L)
                .append("count", count)
                .append("differences", differences);
    }

    private static Document difference(String payment, String rule) {
        return new Document("payment", payment)
                .append("rule", rule)
                .append("what", "<b>is processing</b>");
    }

    @AfterAll
    static void take_them_away() {
        API.bean(MongoDatabase.class)
                .getCollection("reconciliations")
                .deleteMany(new Document("_id", new Document("$in", REPORTS)));
    }

    @Test
    void each_difference_of_a_night_is_a_row_with_its_payment_and_the_rest_is_counted() {
        var page = ConsoleClient.as(API, "support").get("/console/reconciliations").body();

        assertThat(page)
                .contains(
                        "mca_agrees",
                        "Agrees",
                        "mca_differs",
                        "href=\"/console/payments/nights/pay_night\"",
                        "Stuck: &lt;b&gt;is processing",
                        "file.csv:7",
                        "1 more")
                .doesNotContain("<b>is processing");
    }

    @Test
    void a_page_of_the_nights_that_continues_from_nothing_is_not_found() {
        var answer =
                ConsoleClient.as(API, "support").get("/console/reconciliations?starting_after=x");

        assertThat(answer.status()).isEqualTo(404);
    }

    @Test
    void a_group_that_nobody_reads_for_or_that_stands_still_is_told_from_one_that_works() {
        group("console.works", 2, 3, 1);
        group("console.nobody", 0, 3, 1);
        group("console.unused", 0, 0, 0);
        group("console.still", 1, 3, 45);

        var page = ConsoleClient.as(API, "operator").get("/console/services").body();

        assertThat(row(page, "console.works")).contains("Works").doesNotContain("Nobody");
        assertThat(row(page, "console.nobody")).contains("Nobody works", "0 members", "3 waiting");
        assertThat(row(page, "console.unused")).contains("Nobody, and nothing waits");
        assertThat(row(page, "console.still")).contains("Stands still", "45 s");
    }

    private static void group(String name, int members, int lag, int stalledSeconds) {
        var meters = API.bean(MeterRegistry.class);
        Gauge.builder("paylater.kafka.members", () -> members).tag("group", name).register(meters);
        Gauge.builder("paylater.kafka.lag", () -> lag)
                .tags("group", name, "partition", "0")
                .register(meters);
        Gauge.builder("paylater.kafka.stalled.seconds", () -> stalledSeconds)
                .tag("group", name)
                .register(meters);
    }

    private static String row(String page, String group) {
        var from = page.indexOf(group);
        assertThat(from).as(group + " in " + page).isPositive();
        return page.substring(from, page.indexOf("</tr>", from));
    }
}
