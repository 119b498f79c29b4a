package dev.paylater.refund.core;

import static dev.paylater.refund.core.Samples.approved;
import static dev.paylater.refund.core.Samples.capture;
import static dev.paylater.refund.core.Samples.declined;
import static dev.paylater.refund.core.Samples.execute;
import static dev.paylater.refund.core.Samples.order;
import static dev.paylater.refund.core.Samples.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.refund.core.RefundEvent.CallersAnswered;
import dev.paylater.refund.core.RefundEvent.PartRefunded;
import dev.paylater.refund.core.RefundEvent.PartRefused;
import dev.paylater.refund.core.RefundEvent.RefundCreated;
import dev.paylater.refund.core.RefundEvent.RefundFailed;
import dev.paylater.refund.core.RefundEvent.RefundRequested;
import dev.paylater.refund.core.RefundEvent.RefundSucceeded;
import dev.paylater.refund.core.RefundMessage.RequestRefund;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefundAllocationTest {

    private static final List<RefundableCapture> CAPTURES =
            List.of(capture(1, 3000), capture(2, 2000), capture(3, 4000));

    private static final String FIRST = "pay_1_1_refund1_ref_1";
    private static final String SECOND = "pay_1_1_refund2_ref_1";

    private static Scenario perCapture(Refund... others) {
        return new Scenario().among(new RefundContext(true, List.of(others)));
    }

    private static RefundCommand.ExecuteRefund refundOf(long amount) {
        return execute(order("ref_1", 1, amount, CAPTURES));
    }

    @Test
    void refund_within_the_oldest_capture_needs_one_request() {
        var refund = perCapture().when(refundOf(3000)).refund();

        assertThat(refund.parts())
                .extracting(Part::allocation)
                .containsExactly(new Allocation(FIRST, "pay_1_1_1", "sbc_1", 3000));
    }

    @Test
    void refund_is_spread_over_the_captures_oldest_first() {
        var refund = perCapture().when(refundOf(4500)).refund();

        assertThat(refund.parts())
                .extracting(Part::allocation)
                .containsExactly(
                        new Allocation(FIRST, "pay_1_1_1", "sbc_1", 3000),
                        new Allocation(SECOND, "pay_1_1_2", "sbc_2", 1500));
    }

    @Test
    void what_other_refunds_took_of_a_capture_is_not_there_any_more() {
        var earlier = perCapture().when(refundOf(4000)).when(outcome(FIRST, false, approved()));
        var refund =
                perCapture(earlier.refund())
                        .when(execute(order("ref_2", 2, 1500, CAPTURES)))
                        .refund();

        assertThat(refund.parts())
                .extracting(Part::allocation)
                .containsExactly(
                        new Allocation("pay_1_1_refund1_ref_2", "pay_1_1_2", "sbc_2", 1000),
                        new Allocation("pay_1_1_refund2_ref_2", "pay_1_1_3", "sbc_3", 500));
    }

    @Test
    void failed_refund_has_taken_nothing() {
        var failed = perCapture().when(refundOf(4000)).when(outcome(FIRST, false, declined()));
        var refund =
                perCapture(failed.refund())
                        .when(execute(order("ref_2", 2, 3000, CAPTURES)))
                        .refund();

        assertThat(refund.parts().getFirst().allocation().captureId()).isEqualTo("pay_1_1_1");
        assertThat(refund.parts()).hasSize(1);
    }

    @Test
    void parts_are_requested_one_after_the_other() {
        var scenario =
                perCapture()
                        .when(refundOf(4500))
                        .thenKinds(RefundCreated.class, RefundRequested.class)
                        .when(outcome(FIRST, false, approved()))
                        .thenKinds(PartRefunded.class, RefundRequested.class)
                        .thenStatus(RefundStatus.PENDING)
                        .thenSentKinds(RequestRefund.class)
                        .when(outcome(SECOND, false, approved()))
                        .thenKinds(PartRefunded.class, RefundSucceeded.class, CallersAnswered.class)
                        .thenStatus(RefundStatus.SUCCEEDED);

        assertThat(scenario.refund().amount()).isEqualTo(4500);
    }

    @Test
    void refused_first_part_fails_the_refund_before_the_second_is_tried() {
        perCapture()
                .when(refundOf(4500))
                .when(outcome(FIRST, false, declined()))
                .thenKinds(PartRefused.class, RefundFailed.class, CallersAnswered.class);
    }

    @Test
    void refund_whose_later_part_is_refused_is_good_for_what_was_given_back() {
        var scenario =
                perCapture()
                        .when(refundOf(4500))
                        .when(outcome(FIRST, false, approved()))
                        .when(outcome(SECOND, false, declined()))
                        .thenStatus(RefundStatus.SUCCEEDED);

        assertThat(scenario.refund().amount()).isEqualTo(3000);
        assertThat(scenario.refund().error()).isEqualTo(Samples.DECLINED);
        assertThat(scenario.refund().takenFrom("pay_1_1_2")).isZero();
    }

    @Test
    void more_than_the_captures_hold_is_never_requested_of_the_provider() {
        perCapture()
                .when(refundOf(9001))
                .thenKinds(
                        RefundCreated.class,
                        PartRefused.class,
                        RefundFailed.class,
                        CallersAnswered.class)
                .thenStatus(RefundStatus.FAILED);
    }
}
