package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.PAYMENT_ID;
import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.lateRefund;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationInquired;
import dev.paylater.orchestrator.payment.PaymentEvent.InquiryEnded;
import dev.paylater.orchestrator.payment.PaymentEvent.LateCaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.OperationSettled;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundReserved;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundStatusRecorded;
import dev.paylater.orchestrator.payment.PaymentEvent.UnwantedMoneyKept;
import dev.paylater.orchestrator.payment.PaymentEvent.UnwantedMoneyReturned;
import dev.paylater.orchestrator.payment.PaymentEvent.UnwantedMoneySettled;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidFailed;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.VoidSucceeded;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Money that nobody wants any more, until the provider has none of it or an operator settled it.
 */
class UnwantedMoneyTest {

    private static final ProviderError ERROR = declined().requireDecline().error();
    private static final String AUTHORIZE = ATTEMPT + "_authorize";
    private static final String LATE = "late_" + ATTEMPT;
    private static final PaymentCommand SETTLE = settleUnwanted(ATTEMPT, 6_540L);

    @Test
    void a_void_of_a_late_approval_that_is_refused_stays_due() {
        var scenario = voidRefused();
        assertThat(scenario.last().events())
                .containsExactly(
                        new VoidFailed(ATTEMPT + "_void_1", ERROR),
                        new UnwantedMoneyKept(ATTEMPT, ERROR, scenario.now().plusSeconds(10)));
        assertThat(scenario.payment().status()).isEqualTo(PaymentStatus.FAILED);
        assertThat(scenario.payment().due()).contains(scenario.now().plusSeconds(10));
        assertThat(scenario.payment().isAtRest()).isFalse();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void when_it_is_due_the_provider_is_inquired_before_another_void_under_a_new_number() {
        var scenario = voidRefused().whenDue();
        assertThat(scenario.last().events())
                .containsExactly(
                        new AuthorizationInquired(
                                operation(scenario.now(), Kind.INQUIRY, 1, 6_540)
                                        .withPurpose(Purpose.RECONCILIATION)
                                        .withNextInquiryAt(scenario.now().plusSeconds(15))));
        scenario.when(inquired(scenario, ProviderResult.approved()));
        assertThat(scenario.last().events())
                .containsExactly(
                        new InquiryEnded(AUTHORIZE),
                        new VoidRequested(
                                operation(scenario.now(), Kind.VOID, 2, 6_540), "late approval"));
        scenario.when(says(Kind.VOID, 2, ProviderResult.approved()));
        assertThat(scenario.last().events())
                .containsExactly(new VoidSucceeded(ATTEMPT + "_void_2", 6_540));
        assertGone(scenario);
    }

    @Test
    void refusals_are_met_ever_less_often_and_never_for_good() {
        var scenario = voidRefused();
        var first = scenario.now();
        var last = scenario.now();
        for (var sequence = 2; sequence < 40; sequence++) {
            scenario.whenDue();
            var wait = Duration.between(last, scenario.now());
            last = scenario.now();
            assertThat(wait).isBetween(Duration.ofSeconds(10), Duration.ofDays(1));
            scenario.when(inquired(scenario, ProviderResult.approved()))
                    .when(says(Kind.VOID, sequence, declined()));
        }
        assertThat(Duration.between(first, last)).isGreaterThan(Duration.ofDays(10));
        assertThat(scenario.payment().due()).contains(last.plus(Duration.ofDays(1)));
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void what_the_provider_has_ended_by_itself_is_gone() {
        var scenario = voidRefused().after(Duration.ofMinutes(3)).whenDue();
        scenario.after(Duration.ofSeconds(95))
                .when(inquired(scenario, ProviderResult.declined(Decline.Outcome.EXPIRED, ERROR)));
        assertThat(scenario.last().events())
                .containsExactly(new InquiryEnded(AUTHORIZE), new UnwantedMoneyReturned(ATTEMPT));
        assertGone(scenario);
    }

    @Test
    void a_provider_that_does_not_know_it_any_more_leaves_it_to_an_operator() {
        var scenario = voidRefused().whenDue();
        scenario.after(Duration.ofSeconds(95)).when(inquired(scenario, ProviderResult.notFound()));
        assertThat(scenario.last().events())
                .containsExactly(
                        new InquiryEnded(AUTHORIZE),
                        new UnwantedMoneyKept(
                                ATTEMPT, null, scenario.now().plusMillis(105_000 / 2)));
    }

    @Test
    void what_the_provider_has_captured_meanwhile_is_refunded() {
        var scenario = voidRefused().whenDue();
        scenario.when(inquired(scenario, ProviderResult.captured()));
        assertThat(scenario.last().events())
                .containsExactly(
                        new InquiryEnded(AUTHORIZE),
                        new LateCaptureFound(ATTEMPT, 6_540, ProviderData.NONE),
                        new RefundReserved(lateRefund(scenario.now(), LATE + "_2", 1, 6_540)));
    }

    @Test
    void a_refund_of_a_late_capture_that_fails_is_repeated_as_another_refund() {
        var scenario = refundEnded(Refund.Status.FAILED, null);
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundStatusRecorded(LATE, Refund.Status.FAILED, null, ERROR),
                        new UnwantedMoneyKept(ATTEMPT, ERROR, scenario.now().plusSeconds(10)));
        scenario.whenDue().when(inquired(scenario, ProviderResult.captured()));
        assertThat(scenario.last().events())
                .containsExactly(
                        new InquiryEnded(AUTHORIZE),
                        new RefundReserved(lateRefund(scenario.now(), LATE + "_2", 2, 6_540)));
        scenario.when(ended(LATE + "_2", Refund.Status.SUCCEEDED, null, null));
        assertGone(scenario);
    }

    /** The provider shows its books, so that it is asked at once why it has refused the refund. */
    @Test
    void a_refused_refund_is_not_repeated_before_its_time_whatever_the_provider_is_asked_between() {
        var account = Scenario.account("sandbox", "mca_sandbox", List.of("shows_books"));
        var scenario =
                new Scenario()
                        .when(Scenario.creating(o -> o, Scenario.route(account)))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()));
        var refused = 0;
        for (; scenario.now().isBefore(Scenario.START.plus(Duration.ofDays(3))); refused++) {
            var latest = scenario.payment().refunds().getLast().refundId();
            scenario.when(ended(latest, Refund.Status.FAILED, null, ERROR));
            assertThat(scenario.last().events())
                    .hasAtLeastOneElementOfType(AuthorizationInquired.class);
            scenario.when(inquired(scenario, ProviderResult.captured()));
            assertThat(scenario.last().events()).containsExactly(new InquiryEnded(AUTHORIZE));
            scenario.whenDue().when(inquired(scenario, ProviderResult.captured()));
            assertThat(scenario.last().events()).hasAtLeastOneElementOfType(RefundReserved.class);
        }
        assertThat(refused).isBetween(5, 40);
    }

    @Test
    void a_refund_of_a_part_leaves_the_rest_unwanted() {
        var scenario = refundEnded(Refund.Status.SUCCEEDED, 4_000L);
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundStatusRecorded(LATE, Refund.Status.SUCCEEDED, 4_000L, ERROR),
                        new UnwantedMoneyKept(ATTEMPT, ERROR, scenario.now().plusSeconds(10)));
        scenario.whenDue().when(inquired(scenario, ProviderResult.captured()));
        assertThat(scenario.last().events())
                .contains(new RefundReserved(lateRefund(scenario.now(), LATE + "_2", 2, 2_540)));
    }

    @Test
    void a_refund_whose_reservation_is_dropped_is_repeated_under_another_id() {
        var scenario = refundEnded(null, null);
        scenario.whenDue().when(inquired(scenario, ProviderResult.captured()));
        assertThat(scenario.last().events())
                .contains(new RefundReserved(lateRefund(scenario.now(), LATE + "_2", 1, 6_540)));
    }

    @Test
    void an_operator_settles_it_with_a_reason() {
        var scenario = voidRefused().when(SETTLE);
        assertThat(scenario.last().events())
                .containsExactly(
                        new UnwantedMoneySettled(
                                ATTEMPT, "ada", "the provider wrote it off, ticket 7"));
        assertGone(scenario);
        scenario.when(SETTLE).thenRefused("IR_16");
    }

    @Test
    void an_operator_settles_a_void_that_is_never_answered() {
        var scenario = lateApproval();
        scenario.when(SETTLE);
        assertGone(scenario);
        assertThat(scenario.payment().operations()).isEmpty();
    }

    @Test
    void an_operators_word_counts_as_the_providers_once_no_delivery_can_act() {
        var scenario =
                Scenario.authorized(CaptureMethod.MANUAL)
                        .when(Scenario.capture(null))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.unknown("timed out")));
        var requestedAt = scenario.now();
        var settle = settle(ATTEMPT + "_capture_1", true, 5_000L);
        scenario.after(Duration.ofSeconds(95).minusMillis(1))
                .when(settle)
                .thenRefused("IR_16")
                .after(Duration.ofMillis(1))
                .when(settle);
        assertThat(scenario.now()).isEqualTo(requestedAt.plusSeconds(95));
        assertThat(scenario.last().events())
                .containsExactly(
                        new OperationSettled(
                                ATTEMPT + "_capture_1", true, 5_000L, "ada", "their portal"),
                        new PaymentEvent.CaptureCharged(
                                ATTEMPT + "_1", ATTEMPT + "_capture_1", 5_000, ProviderData.NONE),
                        new PaymentEvent.ReleaseRequested(
                                operation(scenario.now(), Kind.RELEASE, 1, 1_540)
                                        .withPurpose(Purpose.REQUESTED),
                                null));
        scenario.when(settle).thenRefused("IR_16");
    }

    @Test
    void an_operator_settles_an_authorization_that_was_not_carried_out() {
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.unknown("timed out")))
                        .after(Duration.ofMinutes(10))
                        .when(settle(AUTHORIZE, false, null));
        assertThat(scenario.last().events())
                .containsExactly(
                        new OperationSettled(AUTHORIZE, false, null, "ada", "their portal"),
                        new PaymentEvent.AuthorizationDeclined(
                                ATTEMPT,
                                AUTHORIZE,
                                Decline.Outcome.FAILURE,
                                AttemptErrors.SETTLED_BY_OPERATOR,
                                true,
                                ProviderData.NONE));
    }

    @Test
    void an_operator_cannot_settle_more_than_was_requested_nor_what_is_not_under_way() {
        var scenario =
                Scenario.authorized(CaptureMethod.MANUAL)
                        .when(Scenario.capture(4_000L))
                        .after(Duration.ofMinutes(10));
        scenario.when(settle(ATTEMPT + "_capture_1", true, 4_001L)).thenRefused("IR_06", "amount");
        scenario.when(settle(ATTEMPT + "_capture_1", true, -1L)).thenRefused("IR_06", "amount");
        scenario.when(settle(ATTEMPT + "_capture_2", true, null)).thenRefused("IR_16");
        var inquired =
                Scenario.authorized(CaptureMethod.MANUAL)
                        .when(new PaymentCommand.SyncPayment(false));
        inquired.after(Duration.ofMinutes(10))
                .when(settle(AUTHORIZE, true, null))
                .thenRefused("IR_16");
    }

    @Test
    void a_session_that_was_left_for_the_next_connector_and_comes_to_life_is_voided() {
        var bySession =
                Scenario.account("sandbox", "mca_sandbox", List.of("authorizes_by_session"));
        var scenario =
                new Scenario()
                        .when(
                                Scenario.creating(
                                        o -> o.connector(List.of("sandbox", "klarna")),
                                        Scenario.route(bySession, Scenario.OTHER)))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.unknown("timed out")))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()));
        assertThat(scenario.last().events())
                .containsExactly(
                        new PaymentEvent.LateApprovalFound(ATTEMPT, 6_540, ProviderData.NONE),
                        new VoidRequested(
                                operation(scenario.now(), Kind.VOID, 1, 6_540), "late approval"));
        assertThat(scenario.payment().attempts()).hasSize(2);
        assertThat(scenario.payment().status()).isEqualTo(PaymentStatus.PROCESSING);
    }

    @Test
    void
            second_late_money_of_an_ended_payment_is_refunded_while_the_first_ones_refund_is_under_way() {
        var scenario = secondLateMoney();
        assertThat(scenario.last().events())
                .containsExactly(
                        new PaymentEvent.LateChargeFound(ATTEMPT + "_2", 2_000, ProviderData.NONE),
                        new RefundReserved(lateRefund(scenario.now(), LATE + "_2", 2, 2_000)));
        scenario.when(ended(LATE, Refund.Status.SUCCEEDED, null, null));
        assertThat(scenario.payment().currentAttempt().unwanted())
                .isNotNull()
                .extracting(UnwantedMoney::amount)
                .isEqualTo(2_000L);
        scenario.when(ended(LATE + "_2", Refund.Status.SUCCEEDED, null, null));
        assertThat(scenario.payment().currentAttempt().unwanted()).isNull();
        assertThat(scenario.payment().amountRefunded()).isEqualTo(3_000);
        assertThat(scenario.payment().isAtRest()).isTrue();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void second_late_money_whose_refund_fails_after_the_first_ones_succeeded_is_tried_again() {
        var scenario =
                secondLateMoney()
                        .when(ended(LATE, Refund.Status.SUCCEEDED, null, null))
                        .when(ended(LATE + "_2", Refund.Status.FAILED, null, ERROR));
        assertThat(scenario.payment().currentAttempt().unwanted())
                .isNotNull()
                .extracting(UnwantedMoney::amount)
                .isEqualTo(2_000L);
        scenario.whenDue().when(inquired(scenario, ProviderResult.captured()));
        assertThat(scenario.last().events())
                .contains(new RefundReserved(lateRefund(scenario.now(), LATE + "_3", 3, 2_000)));
    }

    @Test
    void second_late_money_after_the_first_was_given_back_is_another_refund() {
        var scenario =
                twoCapturesGivenUp()
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved()))
                        .when(ended(LATE, Refund.Status.SUCCEEDED, null, null))
                        .when(says(Kind.CAPTURE, 2, ProviderResult.approved()));
        assertThat(scenario.last().events())
                .contains(new RefundReserved(lateRefund(scenario.now(), LATE + "_2", 2, 2_000)));
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void an_operators_settlement_names_attempt_and_amount_and_is_refused_when_they_are_others() {
        var scenario = voidRefused();
        scenario.when(settleUnwanted(null, 6_540L)).thenRefused("IR_04", "attempt_id");
        scenario.when(settleUnwanted(ATTEMPT, null)).thenRefused("IR_04", "amount");
        scenario.when(settleUnwanted(PAYMENT_ID + "_2", 6_540L)).thenRefused("IR_16", "attempt_id");
        for (var amount : List.of(6_539L, 6_541L, 0L)) {
            scenario.when(settleUnwanted(ATTEMPT, amount)).thenRefused("IR_16", "amount");
        }
        assertThat(scenario.payment().currentAttempt().unwanted()).isNotNull();
        var more = secondLateMoney().when(settleUnwanted(ATTEMPT, 1_000L));
        more.thenRefused("IR_16", "amount");
    }

    /** Two captures that were given up, of a payment that was cancelled then. */
    private static Scenario twoCapturesGivenUp() {
        return Scenario.authorized(CaptureMethod.MANUAL_MULTIPLE)
                .when(Scenario.capture(1_000L))
                .when(says(Kind.CAPTURE, 1, declined()))
                .when(answers(Kind.INQUIRY, 1, ProviderResult.approved()))
                .when(Scenario.capture(2_000L))
                .when(says(Kind.CAPTURE, 2, declined()))
                .when(answers(Kind.INQUIRY, 1, ProviderResult.approved()))
                .when(new PaymentCommand.CancelPayment("customer left"))
                .when(says(Kind.VOID, 1, ProviderResult.approved()));
    }

    private static Scenario secondLateMoney() {
        var scenario = twoCapturesGivenUp().when(says(Kind.CAPTURE, 1, ProviderResult.approved()));
        assertThat(scenario.last().events())
                .contains(new RefundReserved(lateRefund(scenario.now(), LATE, 1, 1_000)));
        return scenario.when(says(Kind.CAPTURE, 2, ProviderResult.approved()));
    }

    private static PaymentCommand settleUnwanted(
            @Nullable String attemptId, @Nullable Long amount) {
        return new PaymentCommand.SettleUnwantedMoney(
                attemptId, amount, "ada", "the provider wrote it off, ticket 7");
    }

    private static PaymentCommand settle(
            String operationId, boolean succeeded, @Nullable Long amount) {
        return new PaymentCommand.SettleOperation(
                operationId, succeeded, amount, "ada", "their portal");
    }

    private static Scenario lateApproval() {
        return confirmed(o -> o)
                .when(says(Kind.AUTHORIZE, 1, declined()))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()));
    }

    private static Scenario voidRefused() {
        return lateApproval().when(says(Kind.VOID, 1, declined()));
    }

    private static Scenario refundEnded(Refund.@Nullable Status status, @Nullable Long amount) {
        return confirmed(o -> o)
                .when(says(Kind.AUTHORIZE, 1, declined()))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()))
                .when(ended(LATE, status, amount, status == null ? null : ERROR));
    }

    private static PaymentCommand ended(
            String refundId,
            Refund.@Nullable Status status,
            @Nullable Long amount,
            @Nullable ProviderError error) {
        return new PaymentCommand.RecordRefundStatus(
                refundId, status, amount, error, null, null, Scenario.START);
    }

    private static PaymentCommand inquired(Scenario scenario, ProviderResult result) {
        return answers(scenario.now(), Kind.INQUIRY, 1, result);
    }

    private static void assertGone(Scenario scenario) {
        assertThat(scenario.payment().attempts())
                .allSatisfy(attempt -> assertThat(attempt.unwanted()).isNull());
        assertThat(scenario.payment().due()).isEmpty();
        assertThat(scenario.payment().isAtRest()).isTrue();
        assertThat(scenario.payment().status()).isEqualTo(PaymentStatus.FAILED);
        assertThat(scenario.payment().currentAttempt().amounts().held()).isZero();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    private static Operation operation(Instant at, Kind kind, int sequence, long amount) {
        return new Operation(
                OperationIds.of(ATTEMPT, kind, sequence),
                kind,
                ATTEMPT,
                sequence,
                amount,
                Purpose.LATE_APPROVAL,
                at,
                at.plusSeconds(95),
                0,
                null,
                true,
                false,
                Map.of());
    }
}
