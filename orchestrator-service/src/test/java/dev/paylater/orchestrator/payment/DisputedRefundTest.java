package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.PAYMENT_ID;
import static dev.paylater.orchestrator.payment.Scenario.START;
import static dev.paylater.orchestrator.payment.Scenario.account;
import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.PaymentCommand.AcceptDispute;
import dev.paylater.orchestrator.payment.PaymentCommand.ConfirmPayment;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordDispute;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordRefundStatus;
import dev.paylater.orchestrator.payment.PaymentCommand.ReserveRefund;
import dev.paylater.provider.ProviderResult;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a dispute has given back to the customer is not refunded as well. */
class DisputedRefundTest {

    private static final ConnectorAccount ACCOUNT =
            account("sandbox", "mca_sandbox", List.of("accept_dispute"));

    @ParameterizedTest
    @CsvSource({
        "dispute_opened, 6540",
        "dispute_challenged, 6540",
        "dispute_won, 6540",
        "dispute_cancelled, 6540",
        "dispute_accepted, 540",
        "dispute_lost, 540",
        "dispute_expired, 540"
    })
    void disputed_money_that_is_lost_or_accepted_cannot_be_refunded(String status, long left) {
        var scenario = paid().when(disputed("dp_1", status, 6_000, "EUR"));
        var tooMuch = scenario.when(refund("ref_1", left + 1)).last().refusal();
        assertThat(Objects.requireNonNull(tooMuch).code()).isEqualTo("IR_13");
        if (left < 6_540) {
            assertThat(tooMuch.message()).contains("dp_1").contains(status).contains(": 540");
        }
        scenario.when(refund("ref_1", null));
        assertThat(scenario.payment().refund("ref_1").orElseThrow().amount()).isEqualTo(left);
    }

    @Test
    void
            a_dispute_that_the_merchant_is_accepting_counts_and_one_whose_acceptance_failed_does_not() {
        var scenario =
                paid().when(disputed("dp_1", "dispute_opened", 6_540, "EUR"))
                        .when(new AcceptDispute("dp_1"))
                        .when(refund("ref_1", 100L))
                        .thenRefused("IR_13", "amount");
        scenario.when(says(Kind.ACCEPT_DISPUTE, 1, declined())).when(refund("ref_1", 100L));
        assertThat(scenario.payment().refund("ref_1")).isPresent();
    }

    @Test
    void what_was_refunded_before_and_what_several_disputes_have_taken_add_up() {
        var scenario =
                paid().when(refund("ref_1", 1_000L))
                        .when(disputed("dp_1", "dispute_lost", 2_000, "EUR"))
                        .when(disputed("dp_2", "dispute_accepted", 3_000, "EUR"))
                        .when(refund("ref_2", 541L))
                        .thenRefused("IR_13", "amount")
                        .when(refund("ref_2", 540L));
        assertThat(scenario.payment().amountRefunded()).isEqualTo(1_540);
        scenario.when(disputed("dp_3", "dispute_lost", 6_540, "EUR"))
                .when(refund("ref_3", null))
                .thenRefused("IR_13", "amount");
    }

    @Test
    void what_is_lost_in_another_currency_leaves_nothing_to_refund() {
        paid().when(disputed("dp_1", "dispute_lost", 1, "USD"))
                .when(refund("ref_1", 100L))
                .thenRefused("IR_13", "amount");
    }

    @Test
    void unwanted_money_that_a_dispute_has_given_back_is_not_refunded_as_well() {
        var scenario = lateCapture().when(ended("late_" + ATTEMPT, Refund.Status.FAILED));
        scenario.when(disputed("dp_1", "dispute_opened", 6_540, "EUR"));
        assertThat(scenario.payment().currentAttempt().unwanted()).isNotNull();
        scenario.when(disputed("dp_1", "dispute_lost", 6_540, "EUR"));
        assertThat(scenario.payment().currentAttempt().unwanted()).isNull();
        assertThat(scenario.payment().isAtRest()).isTrue();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void unwanted_money_that_is_lost_while_its_refund_is_under_way_is_gone_when_that_fails() {
        var scenario =
                lateCapture()
                        .when(disputed("dp_1", "dispute_lost", 6_540, "EUR"))
                        .when(ended("late_" + ATTEMPT, Refund.Status.FAILED));
        assertThat(scenario.payment().currentAttempt().unwanted()).isNull();
        assertThat(scenario.payment().isAtRest()).isTrue();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void a_refund_of_unwanted_money_that_bounces_after_a_dispute_was_lost_is_not_made_again() {
        var scenario =
                lateCapture()
                        .when(ended("late_" + ATTEMPT, Refund.Status.SUCCEEDED))
                        .when(disputed("dp_1", "dispute_lost", 6_540, "EUR"))
                        .when(corrected("late_" + ATTEMPT, Refund.Status.FAILED));
        assertThat(scenario.payment().currentAttempt().unwanted()).isNull();
        assertThat(scenario.payment().refunds()).hasSize(1);
        assertThat(scenario.payment().isAtRest()).isTrue();
    }

    @Test
    void of_unwanted_money_a_lost_dispute_leaves_the_rest_to_be_refunded() {
        var scenario =
                lateCapture()
                        .when(ended("late_" + ATTEMPT, Refund.Status.FAILED))
                        .when(disputed("dp_1", "dispute_lost", 6_000, "EUR"))
                        .whenDue();
        scenario.when(answers(scenario.now(), Kind.INQUIRY, 1, ProviderResult.captured()));
        assertThat(scenario.payment().refunds().getLast().amount()).isEqualTo(540);
    }

    @Test
    void a_lost_dispute_about_more_than_an_attempt_has_captured_leaves_its_unwanted_money_known() {
        var scenario =
                lateCapture()
                        .when(ended("late_" + ATTEMPT, Refund.Status.FAILED))
                        .when(disputed("dp_1", "dispute_lost", 6_541, "EUR"));
        assertThat(scenario.payment().currentAttempt().unwanted()).isNotNull();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @ParameterizedTest
    @CsvSource({"1905, 4635", "6540, 0"})
    void a_lost_dispute_is_in_doubt_when_another_attempt_is_found_captured(long lost, long left) {
        var second = PAYMENT_ID + "_2";
        var scenario =
                Scenario.confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(
                                new ConfirmPayment(
                                        false,
                                        Intent.NONE,
                                        Map.of("retry_action", "\"manual_retry\""),
                                        route(ACCOUNT)))
                        .when(
                                says(
                                        second,
                                        Kind.AUTHORIZE,
                                        1,
                                        false,
                                        ProviderResult.unknown("timed out")))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()))
                        .when(ended("late_" + ATTEMPT, Refund.Status.FAILED))
                        .when(disputed("dp_1", "dispute_lost", lost, "EUR"));
        assertThat(unwantedOfFirst(scenario)).isEqualTo(left);

        scenario.when(says(second, Kind.AUTHORIZE, 1, false, ProviderResult.captured()));
        assertThat(unwantedOfFirst(scenario)).isEqualTo(6_540);
        assertThat(scenario.payment().isAtRest()).isFalse();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    private static long unwantedOfFirst(Scenario scenario) {
        var unwanted = scenario.payment().attempt(ATTEMPT).unwanted();
        return unwanted == null ? 0 : unwanted.amount();
    }

    @Test
    void unwanted_money_lost_in_another_currency_is_left_to_a_person() {
        var scenario =
                lateCapture()
                        .when(ended("late_" + ATTEMPT, Refund.Status.FAILED))
                        .when(disputed("dp_1", "dispute_lost", 6_540, "USD"))
                        .whenDue();
        scenario.when(answers(scenario.now(), Kind.INQUIRY, 1, ProviderResult.captured()));
        assertThat(scenario.payment().refunds()).hasSize(1);
        assertThat(scenario.payment().currentAttempt().unwanted()).isNotNull();
    }

    private static Scenario lateCapture() {
        return Scenario.confirmed(o -> o)
                .when(says(Kind.AUTHORIZE, 1, declined()))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()));
    }

    private static RecordRefundStatus ended(String refundId, Refund.Status status) {
        return new RecordRefundStatus(refundId, status, null, null, null, null, START);
    }

    private static RecordRefundStatus corrected(String refundId, Refund.Status status) {
        return new RecordRefundStatus(refundId, status, null, null, null, null, START, true);
    }

    private static Scenario paid() {
        return new Scenario()
                .when(creating(o -> o.captureMethod(CaptureMethod.AUTOMATIC), route(ACCOUNT)))
                .when(says(ATTEMPT, Kind.AUTHORIZE, 1, false, ProviderResult.captured()));
    }

    private static ReserveRefund refund(String refundId, @Nullable Long amount) {
        return new ReserveRefund(refundId, amount, null, Map.of());
    }

    private static RecordDispute disputed(
            String disputeId, String status, long amount, String currency) {
        return new RecordDispute(
                new Dispute(
                        disputeId,
                        "dispute",
                        status,
                        amount,
                        currency,
                        "sandbox",
                        "sbd_" + disputeId,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        START,
                        null));
    }
}
