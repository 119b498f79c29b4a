package dev.paylater.ops.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.paylater.ops.console.Console;
import dev.paylater.ops.console.UserProblem;
import dev.paylater.ops.environment.StoreAddress;
import dev.paylater.ops.reconcile.Difference;
import dev.paylater.ops.reconcile.ReconciliationRule;
import dev.paylater.ops.reconcile.Report;
import dev.paylater.teststack.Stack;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a night's reconciliation is made, by whom, and what it leaves. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class NightlyTest {
    private static final LocalTime THREE = LocalTime.of(3, 0);

    private final StoreAddress store =
            new StoreAddress(Stack.shared().mongoUri("ops_nightly"), Map.of());
    private final MongoClient client = store.open();
    private final List<String> runs = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-10T12:00:00Z");

    @BeforeEach
    void empty() {
        store.database(client).drop();
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void the_first_start_and_each_night_reconcile_once() throws Exception {
        var one = nightly("one");
        assertThat(one.runIfDue()).isTrue();
        assertThat(one.runIfDue()).isFalse();
        assertThat(nightly("restarted").runIfDue()).isFalse();

        now = Instant.parse("2026-01-11T02:59:59Z");
        assertThat(one.runIfDue()).isFalse();
        now = Instant.parse("2026-01-11T03:00:00Z");
        assertThat(one.runIfDue()).isTrue();
        assertThat(runs).containsExactly("one", "one");
    }

    @Test
    void a_night_that_was_missed_is_made_good() throws Exception {
        assertThat(nightly("one").runIfDue()).isTrue();
        now = Instant.parse("2026-01-13T17:00:00Z");
        assertThat(nightly("two").runIfDue()).isTrue();
        assertThat(nightly("two").runIfDue()).isFalse();
    }

    @Test
    void while_one_is_at_it_another_does_nothing() throws Exception {
        List<Boolean> others = new ArrayList<>();
        var one =
                new Nightly(
                        store,
                        THREE,
                        () -> {
                            others.add(nightly("two").runIfDue());
                            return new Report();
                        },
                        () -> now,
                        Console.silent());
        assertThat(one.runIfDue()).isTrue();
        assertThat(others).containsExactly(false);
    }

    @Test
    void what_fails_is_tried_again_when_its_lease_has_run_out() throws Exception {
        var failing =
                new Nightly(
                        store,
                        THREE,
                        () -> {
                            throw new UserProblem("Kafka does not answer.");
                        },
                        () -> now,
                        Console.silent());
        assertThat(failing.runIfDue()).isFalse();
        assertThat(nightly("two").runIfDue()).isFalse();
        now = now.plus(Duration.ofMinutes(11));
        assertThat(nightly("two").runIfDue()).isTrue();
    }

    @Test
    void a_report_is_written_for_each_merchant_and_account_and_holds_a_part_of_what_differs()
            throws Exception {
        var report = new Report();
        for (int index = 0; index < 130; index++) {
            report.add(
                    new Report.Owner("m", "mca_1"),
                    new Difference(
                            "m/pay_" + index, ReconciliationRule.RECEIVED, "x".repeat(2_000)));
        }
        report.add(
                new Report.Owner("n", "mca_2"),
                new Difference("n/pay_1", ReconciliationRule.STUCK, "is stuck"));
        new Nightly(store, THREE, () -> report, () -> now, Console.silent()).runIfDue();

        var state = Objects.requireNonNull(collection("reconciliation_state").find().first());
        assertThat(state).containsEntry("differences", 131L);
        assertThat(state.getDate("finished_at").toInstant()).isEqualTo(now);
        var reports = new ArrayList<Document>();
        collection("reconciliations").find().sort(new Document("_id", 1)).forEach(reports::add);
        assertThat(reports).hasSize(2);
        assertThat(reports.getFirst())
                .containsEntry("merchant_id", "m")
                .containsEntry("merchant_connector_id", "mca_1")
                .containsEntry("count", 130L)
                .containsEntry("more", 30L);
        assertThat(reports.getFirst().getList("differences", Document.class))
                .hasSize(Nightly.MAX_SHOWN)
                .allSatisfy(each -> assertThat(each.getString("what")).hasSize(500));
        assertThat(reports.getLast().getList("differences", Document.class))
                .containsExactly(
                        new Document("payment", "n/pay_1")
                                .append("rule", "stuck")
                                .append("what", "is stuck")
                                .append("advice", ReconciliationRule.STUCK.advice()));
    }

    private MongoCollection<Document> collection(String name) {
        return store.database(client).getCollection(name);
    }

    private Nightly nightly(String name) {
        return new Nightly(
                store,
                THREE,
                () -> {
                    runs.add(name);
                    return new Report();
                },
                () -> now,
                Console.silent());
    }
}
