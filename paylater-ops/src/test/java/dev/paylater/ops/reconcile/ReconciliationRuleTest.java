package dev.paylater.ops.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule has books with one difference, which it reports and no other rule does. */
class ReconciliationRuleTest {
    private static final Path MAIN = Path.of("src/main/java/dev/paylater/ops");
    private static final String OF_SETTLEMENT = "(NOT_)?SETTLE.*";

    private final SoundBooks books = new SoundBooks();

    @Test
    void books_that_agree_are_reported_by_no_rule() {
        assertThat(books.differences()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = OF_SETTLEMENT)
    void the_one_difference_is_reported_by_its_rule_and_by_no_other(ReconciliationRule rule) {
        breakOnly(rule);

        assertThat(books.differences()).extracting(Difference::rule).containsExactly(rule);
    }

    @Test
    void what_was_settled_directly_is_not_held_once_the_payment_has_ended() {
        books.direct = 60;
        books.bookedCaptured = 0;
        books.bookedVoided = 99;

        assertThat(books.differences())
                .extracting(Difference::rule)
                .containsExactly(ReconciliationRule.STILL_HELD);
    }

    @Test
    void what_is_settled_directly_may_be_held_until_the_payment_has_ended() {
        capturable();
        books.direct = 10;
        books.bookedCaptured = 50;

        assertThat(books.differences()).isEmpty();
    }

    /** Where a rule is applied twice, one of the two could go and its case would not notice. */
    @Test
    void each_rule_stands_once_in_the_comparison() throws IOException {
        var sources =
                Files.readString(MAIN.resolve("reconcile/Comparison.java"))
                        + Files.readString(MAIN.resolve("settlement/SettlementComparison.java"));
        var named =
                Pattern.compile("\\bReconciliationRule\\.([A-Z_]+)")
                        .matcher(sources)
                        .results()
                        .map(found -> ReconciliationRule.valueOf(found.group(1)))
                        .toList();

        assertThat(named).containsExactlyInAnyOrder(ReconciliationRule.values());
    }

    /** No default: a rule without its case does not compile. */
    private void breakOnly(ReconciliationRule rule) {
        switch (rule) {
            case RECEIVED -> books.received = 61;
            case ATTEMPT_CAPTURED -> books.attemptCaptured = 59;
            case ATTEMPT_WITHIN_AUTHORIZED -> captureEverywhere(61);
            case AMOUNT_REFUNDED -> books.amountRefunded = 24;
            case ATTEMPT_REFUNDED -> books.attemptRefunded = 24;
            case REFUNDS_WITHIN_CAPTURED -> openRefundEverywhere(41);
            case DISPUTE_CURRENCY -> dispute("dispute_opened", 10, "JPY");
            case DISPUTE_WITHIN_CAPTURED -> dispute("dispute_opened", 61, "EUR");
            case DISPUTED_MONEY_REFUNDED -> dispute("dispute_lost", 36, "EUR");
            case STUCK -> {
                books.waiting = true;
                books.due = false;
            }
            case INQUIRY_STUCK -> {
                books.inquired = true;
                books.due = false;
            }
            case REFUND_WITHOUT_RESERVATION ->
                    books.record(SoundBooks.ID, new RefundRecord("ref_3", "failed", 5, "EUR"));
            case REFUND_WITHOUT_RECORD -> books.recorded.remove(SoundBooks.OPEN);
            case REFUND_DIFFERS ->
                    books.recorded.put(
                            SoundBooks.OPEN,
                            new RefundRecord(SoundBooks.OPEN, "pending", 6, "EUR"));
            case REFUND_WITHOUT_PAYMENT ->
                    books.record("m/pay_2", new RefundRecord("ref_3", "succeeded", 5, "EUR"));
            case LAST_SEQUENCE -> books.sequence = 4;
            case PAYMENT_EVENT_MISSING -> books.paymentEvents = List.of(1L, 3L);
            case PAYMENT_EVENT_AMBIGUOUS ->
                    books.events.add(SoundBooks.ID, 2, "another", books.status);
            case PAYMENT_EVENT_STATUS -> books.announcedStatus = "succeeded";
            case REFUND_EVENT_MISSING -> books.refundEvents = List.of(2L);
            case REFUND_EVENT_AMBIGUOUS ->
                    books.eventsOfRefunds.add(
                            SoundBooks.ID + "/" + SoundBooks.DONE, 1, "another", "pending");
            case REFUND_EVENT_STATUS -> books.announcedRefundStatus = "pending";
            case EVENTS_WITHOUT_PAYMENT -> books.events.add("m/pay_2", 1, "event", "succeeded");
            case EVENTS_WITHOUT_REFUND ->
                    books.eventsOfRefunds.add("m/pay_1/ref_3", 1, "event", "succeeded");
            case PAYMENT_WEBHOOK_MISSING ->
                    books.deliveries.remove("we_1 pay_1 3 payment.partially_captured");
            case REFUND_WEBHOOK_MISSING -> books.deliveries.remove("we_1 ref_1 2 refund.succeeded");
            case PAYMENT_ONLY_AT_PROVIDER ->
                    books.ledger.book("pay_2", "pay_2_1", "authorize", 100, "EUR");
            case CURRENCY_AT_PROVIDER ->
                    books.ledger.book(SoundBooks.REFERENCE, SoundBooks.ATTEMPT, "refund", 0, "JPY");
            case HELD_ONLY_HERE -> books.bookedVoided = 41;
            case HELD_ONLY_AT_PROVIDER -> {
                capturable();
                books.bookedVoided = 39;
            }
            case CAPTURED_ONLY_HERE -> {
                capturable();
                books.bookedCaptured = 59;
            }
            case CAPTURED_ONLY_AT_PROVIDER -> books.bookedCaptured = 61;
            case REFUNDED_ONLY_HERE -> books.bookedRefunded = 19;
            case REFUNDED_ONLY_AT_PROVIDER -> books.bookedRefunded = 26;
            case STILL_HELD -> {
                books.released = 39;
                books.bookedVoided = 39;
            }
            case SETTLED_ONLY_AT_PROVIDER,
                    NOT_SETTLED,
                    SETTLED_AMOUNT,
                    SETTLED_CURRENCY,
                    SETTLED_TWICE,
                    SETTLEMENT_UNREADABLE ->
                    throw new IllegalArgumentException("SettlementComparisonTest has " + rule);
        }
    }

    /** One that has not ended may be held for. */
    private void capturable() {
        books.status = "partially_captured_and_capturable";
        books.announcedStatus = books.status;
    }

    private void captureEverywhere(long amount) {
        books.received = amount;
        books.charged = amount;
        books.attemptCaptured = amount;
        books.attemptCharged = amount;
        books.bookedCaptured = amount;
    }

    private void openRefundEverywhere(long amount) {
        books.refund(new RefundRecord(SoundBooks.OPEN, "pending", amount, "EUR"));
        books.refundsOpen = amount;
        books.attemptRefunded = books.refundsDone + amount;
        books.amountRefunded = books.attemptRefunded;
    }

    private void dispute(String status, long amount, String currency) {
        books.dispute = new DisputeRecord("dp_1", status, amount, currency, 500);
    }
}
