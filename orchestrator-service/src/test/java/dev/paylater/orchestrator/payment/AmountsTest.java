package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.ProviderResult;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {

    private static final ProviderResult APPROVED = ProviderResult.approved();
    private static final ProviderResult NOT_FOUND = ProviderResult.notFound();

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0, 0",
        "100, 0, 100, 0, 100",
        "100, 0, 60, 40, 60",
        "100, 0, 0, 100, 0",
        "100, 100, 0, 0, 0",
        // A capture that was given up came through after another one was asked for.
        "100, 100, 100, 0, 0",
    })
    void amounts_that_can_be(
            long authorized, long reserved, long captured, long released, long refunded) {
        assertThatCode(() -> new Amounts(authorized, reserved, captured, released, refunded))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 0, 0, 0, 0",
        "100, -1, 0, 0, 0",
        "100, 0, -1, 0, 0",
        "100, 0, 0, -1, 0",
        "100, 0, 50, 0, -1",
        "100, 0, 101, 0, 0",
        "100, 0, 0, 101, 0",
        "100, 0, 60, 41, 0",
        "100, 0, 60, 0, 61",
        "0, 0, 9223372036854775807, 9223372036854775807, 0",
    })
    void amounts_that_cannot_be_are_refused(
            long authorized, long reserved, long captured, long released, long refunded) {
        assertThatThrownBy(() -> new Amounts(authorized, reserved, captured, released, refunded))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "Amounts cannot be: authorized %d, reserved %d, captured %d, released %d,"
                                + " refunded %d",
                        authorized, reserved, captured, released, refunded);
    }

    @Test
    void what_is_left_follows_from_the_amounts() {
        var amounts = new Amounts(100, 30, 40, 10, 15);
        assertThat(amounts.held()).isEqualTo(50);
        assertThat(amounts.capturable()).isEqualTo(20);
        assertThat(amounts.refundable()).isEqualTo(25);
        assertThat(new Amounts(100, 80, 40, 0, 0).capturable()).isZero();
    }

    @Test
    void each_change_is_of_one_amount() {
        var amounts = new Amounts(100, 1, 2, 3, 1);
        assertThat(amounts.authorizing(200)).isEqualTo(new Amounts(200, 1, 2, 3, 1));
        assertThat(amounts.reserving(10)).isEqualTo(new Amounts(100, 11, 2, 3, 1));
        assertThat(amounts.capturing(10)).isEqualTo(new Amounts(100, 1, 12, 3, 1));
        assertThat(amounts.releasing(10)).isEqualTo(new Amounts(100, 1, 2, 13, 1));
        assertThat(amounts.refunding(1)).isEqualTo(new Amounts(100, 1, 2, 3, 2));
    }

    @Test
    void a_payments_amounts_follow_its_captures() {
        var scenario = authorized(CaptureMethod.MANUAL_MULTIPLE);
        amounts(scenario, 6_540, 0, 0, 0, 0);
        scenario.when(capture(4_000L)).when(capture(1_000L));
        amounts(scenario, 6_540, 5_000, 0, 0, 0);
        scenario.when(says(Kind.CAPTURE, 1, ProviderResult.approved(3_000)));
        amounts(scenario, 6_540, 1_000, 3_000, 0, 0);
        scenario.when(says(Kind.CAPTURE, 2, declined()));
        amounts(scenario, 6_540, 0, 3_000, 0, 0);
        scenario.when(new PaymentCommand.CapturePayment(500L, false, "direct", Map.of()));
        amounts(scenario, 6_540, 0, 3_500, 0, 0);
    }

    @Test
    void a_payments_amounts_follow_its_refunds() {
        var scenario = authorized(CaptureMethod.MANUAL_MULTIPLE).when(capture(5_000L));
        scenario.when(says(Kind.CAPTURE, 1, APPROVED));
        scenario.when(refund("r1", 1_000)).when(refund("r2", 2_000)).when(refund("r3", 500));
        amounts(scenario, 6_540, 0, 5_000, 0, 3_500);
        scenario.when(ended("r1", Refund.Status.FAILED, null));
        amounts(scenario, 6_540, 0, 5_000, 0, 2_500);
        scenario.when(ended("r2", Refund.Status.SUCCEEDED, 1_500L));
        amounts(scenario, 6_540, 0, 5_000, 0, 2_000);
        scenario.when(ended("r3", null, null));
        amounts(scenario, 6_540, 0, 5_000, 0, 1_500);
        assertThat(scenario.payment().refunds())
                .extracting(Refund::refundId)
                .containsExactly("r1", "r2");
    }

    @Test
    void a_release_waits_for_the_captures_under_way_and_leaves_what_they_take() {
        var scenario =
                authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(4_000L))
                        .when(
                                new PaymentCommand.CapturePayment(
                                        1_000L, true, "connector", Map.of()))
                        .when(says(Kind.CAPTURE, 2, APPROVED));
        assertThat(scenario.payment().operation(Scenario.ATTEMPT + "_release_1")).isEmpty();
        scenario.when(says(Kind.CAPTURE, 1, APPROVED));
        assertThat(scenario.payment().operation(Scenario.ATTEMPT + "_release_1"))
                .get()
                .extracting(Operation::amount)
                .isEqualTo(1_540L);
        scenario.when(says(Kind.RELEASE, 1, APPROVED));
        amounts(scenario, 6_540, 0, 5_000, 1_540, 0);
        scenario.thenStatus(PaymentStatus.PARTIALLY_CAPTURED);
    }

    @Test
    void a_release_beside_a_capture_that_came_through_after_all_released_less() {
        var scenario =
                authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(1_000L))
                        .when(says(Kind.CAPTURE, 1, APPROVED))
                        .when(capture(2_000L))
                        .when(says(Kind.CAPTURE, 2, declined()))
                        .when(new PaymentCommand.CancelPayment("rest"));
        scenario.when(says(Kind.CAPTURE, 2, APPROVED)).when(says(Kind.RELEASE, 1, APPROVED));
        amounts(scenario, 6_540, 0, 3_000, 3_540, 0);
        scenario.thenStatus(PaymentStatus.PARTIALLY_CAPTURED).thenMoney(0, 3_000, 3_540);
    }

    @Test
    void more_than_was_authorized_is_never_recorded_as_captured() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(null))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved(6_541)));
        amounts(scenario, 6_540, 0, 6_540, 0, 0);
        scenario.thenStatus(PaymentStatus.SUCCEEDED);
    }

    @Test
    void a_capture_that_came_through_after_all_leaves_nothing_to_capture() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(null))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.notExecuted("too late")))
                        .whenDue()
                        .when(answers(Kind.CAPTURE, 1, NOT_FOUND))
                        .whenDue()
                        .when(answers(Kind.CAPTURE, 1, NOT_FOUND))
                        .when(capture(null))
                        .when(says(Kind.CAPTURE, 1, APPROVED));
        amounts(scenario, 6_540, 6_540, 6_540, 0, 0);
        assertThat(scenario.payment().amountCapturable()).isZero();
    }

    @Test
    void a_late_approval_is_held_until_it_is_voided() {
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved(5_000)));
        amounts(scenario, 5_000, 0, 0, 0, 0);
        scenario.when(says(Kind.VOID, 1, APPROVED));
        amounts(scenario, 5_000, 0, 0, 5_000, 0);
    }

    private static void amounts(
            Scenario scenario,
            long authorized,
            long reserved,
            long captured,
            long released,
            long refunded) {
        assertThat(scenario.payment().currentAttempt().amounts())
                .isEqualTo(new Amounts(authorized, reserved, captured, released, refunded));
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    private static PaymentCommand refund(String id, long amount) {
        return new PaymentCommand.ReserveRefund(id, amount, null, Map.of());
    }

    private static PaymentCommand ended(
            String id,
            Refund.@org.jspecify.annotations.Nullable Status status,
            @org.jspecify.annotations.Nullable Long amount) {
        return new PaymentCommand.RecordRefundStatus(
                id, status, amount, null, null, null, Scenario.START);
    }
}
