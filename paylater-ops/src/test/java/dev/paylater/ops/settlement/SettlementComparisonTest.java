package dev.paylater.ops.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.ops.reconcile.Difference;
import dev.paylater.ops.reconcile.ReconciliationRule;
import dev.paylater.ops.settlement.Line.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What differs between settlement files and what was captured and refunded. */
class SettlementComparisonTest {
    private static final LocalDate DAY = LocalDate.of(2026, 1, 10);
    private static final Instant CAPTURED = at(DAY.plusDays(1));
    private static final Instant NOW = at(DAY.plusDays(30));

    private final List<Difference> differences = new ArrayList<>();
    private final SettlementComparison comparison =
            new SettlementComparison(differences::add, NOW, Duration.ofDays(14));

    private static Instant at(LocalDate day) {
        return day.atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    @Test
    void what_is_settled_as_it_was_captured_and_refunded_is_no_difference() {
        file(Kind.CAPTURE, "c1", 100, "EUR");
        file(Kind.REFUND, "r1", 40, "EUR");

        payment(settled(Kind.CAPTURE, "c1", 100), settled(Kind.REFUND, "r1", 40));

        assertThat(rules()).isEmpty();
    }

    @Test
    void a_line_that_names_the_payment_only_is_compared_with_the_sum() {
        file(Kind.CAPTURE, "pay_1", 100, "EUR");
        payment(settled(Kind.CAPTURE, "c1", 60), settled(Kind.CAPTURE, "c2", 40));
        assertThat(rules()).isEmpty();
    }

    @Test
    void several_lines_of_one_capture_are_added_up() {
        file(Kind.CAPTURE, "c1", 60, "EUR");
        file(Kind.CAPTURE, "c1", 40, "EUR");
        payment(settled(Kind.CAPTURE, "c1", 100));
        assertThat(rules()).isEmpty();
    }

    @Test
    void another_amount_is_found() {
        file(Kind.CAPTURE, "c1", 99, "EUR");
        payment(settled(Kind.CAPTURE, "c1", 100));
        assertThat(differences)
                .containsExactly(
                        new Difference(
                                "m/pay_1",
                                ReconciliationRule.SETTLED_AMOUNT,
                                "c1: 100 here, 99 in a.csv:1"));
    }

    @Test
    void another_amount_of_the_payment_is_found() {
        file(Kind.REFUND, "pay_1", 41, "EUR");
        payment(settled(Kind.REFUND, "r1", 40));
        assertThat(rules()).containsExactly(ReconciliationRule.SETTLED_AMOUNT);
    }

    @Test
    void another_currency_is_found() {
        file(Kind.CAPTURE, "c1", 100, "SEK");
        payment(settled(Kind.CAPTURE, "c1", 100));
        assertThat(rules()).containsExactly(ReconciliationRule.SETTLED_CURRENCY);
    }

    @Test
    void what_is_settled_twice_is_found() {
        file(Kind.CAPTURE, "c1", 100, "EUR");
        file(Kind.CAPTURE, "c1", 100, "EUR");
        file(Kind.REFUND, "pay_1", 40, "EUR");
        file(Kind.REFUND, "pay_1", 40, "EUR");
        payment(settled(Kind.CAPTURE, "c1", 100), settled(Kind.REFUND, "r1", 40));
        assertThat(rules())
                .containsExactly(
                        ReconciliationRule.SETTLED_TWICE, ReconciliationRule.SETTLED_TWICE);
    }

    @Test
    void what_is_in_no_file_is_found_once_it_is_old_and_the_files_reach_as_far_back() {
        file(Kind.CAPTURE, "c1", 100, "EUR");
        payment(
                settled(Kind.CAPTURE, "c1", 100),
                settled(Kind.CAPTURE, "c2", 50),
                new Settled(Kind.CAPTURE, "c3", List.of("c3"), 5, "EUR", NOW.toEpochMilli(), true),
                new Settled(
                        Kind.CAPTURE,
                        "c4",
                        List.of("c4"),
                        5,
                        "EUR",
                        at(DAY.minusDays(1)).toEpochMilli(),
                        true),
                open("r1", 5));
        assertThat(differences)
                .containsExactly(
                        new Difference(
                                "m/pay_1",
                                ReconciliationRule.NOT_SETTLED,
                                "c2 of 50 EUR from 2026-01-11T00:00:00Z is in no file"));
    }

    @Test
    void a_refund_whose_end_is_not_known_may_be_in_a_file() {
        file(Kind.REFUND, "r1", 40, "EUR");
        payment(open("r1", 40));
        assertThat(rules()).isEmpty();
    }

    @Test
    void a_line_about_nothing_of_ours_is_found() {
        file(Kind.CAPTURE, "unknown", 100, "EUR");
        payment();
        assertThat(differences)
                .containsExactly(
                        new Difference(
                                "a.csv:1",
                                ReconciliationRule.SETTLED_ONLY_AT_PROVIDER,
                                "a capture of 100 EUR with unknown is unknown here"));
    }

    @Test
    void a_line_that_cannot_be_read_is_a_difference() {
        comparison.trouble(new SettlementFiles.Trouble("a.csv:2", "reference is empty"));
        assertThat(rules()).containsExactly(ReconciliationRule.SETTLEMENT_UNREADABLE);
    }

    private int number;

    private void file(Kind kind, String reference, long amount, String currency) {
        number++;
        List<String> references = List.of(reference);
        comparison.add(
                new Line(kind, references, references, amount, currency, DAY, "a.csv:" + number));
    }

    private static Settled settled(Kind kind, String id, long amount) {
        return new Settled(kind, id, List.of(id), amount, "EUR", CAPTURED.toEpochMilli(), true);
    }

    private static Settled open(String id, long amount) {
        return new Settled(
                Kind.REFUND, id, List.of(id), amount, "EUR", CAPTURED.toEpochMilli(), false);
    }

    private void payment(Settled... all) {
        comparison.payment("m/pay_1", List.of(all), List.of("pay_1"));
        comparison.end();
    }

    private List<ReconciliationRule> rules() {
        return differences.stream().map(Difference::rule).toList();
    }
}
