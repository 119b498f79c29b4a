package dev.paylater.refund.core;

import static dev.paylater.refund.core.Samples.DECLINED;
import static dev.paylater.refund.core.Samples.OPERATION;
import static dev.paylater.refund.core.Samples.WAITER;
import static dev.paylater.refund.core.Samples.approved;
import static dev.paylater.refund.core.Samples.capture;
import static dev.paylater.refund.core.Samples.declined;
import static dev.paylater.refund.core.Samples.execute;
import static dev.paylater.refund.core.Samples.order;
import static dev.paylater.refund.core.Samples.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.kernel.Refusal;
import dev.paylater.kernel.Waiter;
import dev.paylater.refund.core.RefundCommand.DeadlinePassed;
import dev.paylater.refund.core.RefundCommand.SettleRefund;
import dev.paylater.refund.core.RefundCommand.SyncRefund;
import dev.paylater.refund.core.RefundCommand.UpdateRefund;
import dev.paylater.refund.core.RefundEvent.CallersAnswered;
import dev.paylater.refund.core.RefundEvent.NothingNew;
import dev.paylater.refund.core.RefundEvent.RefundSucceeded;
import dev.paylater.refund.core.RefundEvent.RefundUpdated;
import dev.paylater.refund.core.RefundEvent.StatusInquired;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RefundTest {

    private static final List<RefundableCapture> CAPTURES =
            List.of(capture(1, 3000), capture(2, 2000));
    private static final String FIRST = OPERATION;
    private static final String SECOND = "pay_1_1_refund2_ref_1";

    @Test
    void a_refund_is_known_by_merchant_and_id() {
        assertThat(order().key()).isEqualTo("merchant/ref_1");
    }

    @Test
    void what_was_captured_is_the_sum_of_the_captures() {
        assertThat(order("ref_1", 1, 700, CAPTURES).capturedAmount()).isEqualTo(5000);
        assertThat(order("ref_1", 1, 700, List.of()).capturedAmount()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"PENDING, false", "REVIEW, false", "SUCCEEDED, true", "FAILED, true"})
    void success_and_failure_are_final(RefundStatus status, boolean isFinal) {
        assertThat(status.isFinal()).isEqualTo(isFinal);
    }

    @Test
    void a_part_is_found_by_its_operation() {
        var refund = overCaptures().refund();

        assertThat(refund.part(FIRST).allocation().amount()).isEqualTo(3000);
        assertThat(refund.part(SECOND).allocation().amount()).isEqualTo(1500);
        assertThat(refund.findPart("other")).isEmpty();
        assertThatThrownBy(() -> refund.part("other"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("No part other");
    }

    @Test
    void nothing_is_under_way_for_a_part_whose_turn_has_not_come() {
        var planned = overCaptures().refund().part(SECOND);

        assertThat(planned.status()).isEqualTo("planned");
        assertThatThrownBy(planned::inquiry)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Nothing is under way for " + SECOND);
    }

    /** What is planned, requested or given back is not there for another refund. */
    @Test
    void a_refund_takes_of_a_capture_what_it_may_still_give_back() {
        var scenario = overCaptures();
        assertThat(taken(scenario)).containsExactly(3000L, 1500L);

        scenario.when(outcome(FIRST, false, approved(3000L)));
        assertThat(taken(scenario)).containsExactly(3000L, 1500L);

        scenario.when(outcome(SECOND, false, declined()));
        assertThat(taken(scenario)).containsExactly(3000L, 0L);
    }

    @Test
    void a_failed_refund_takes_nothing_also_not_of_captures_it_never_came_to() {
        assertThat(taken(overCaptures().when(outcome(FIRST, false, declined()))))
                .containsExactly(0L, 0L);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {
                "too small, {\"a\":1}, true",
                "too small, , true",
                ", {\"a\":1}, true",
                ", , true",
                "broken, {\"a\":1}, false",
                "too small, {\"a\":2}, false",
                "broken, , false",
                ", {\"a\":2}, false"
            })
    void an_update_that_says_what_is_known_changes_nothing(
            @Nullable String reason, @Nullable String metadata, boolean carried) {
        var scenario = new Scenario().when(execute());
        var update = new UpdateRefund(reason, metadata, null);

        assertThat(scenario.refund().carries(update)).isEqualTo(carried);
        scenario.when(update);
        if (carried) {
            scenario.thenNothing();
        } else {
            scenario.then(
                    new RefundUpdated(
                            reason == null ? "too small" : reason,
                            metadata == null ? "{\"a\":1}" : metadata));
        }
    }

    @Test
    void whoever_waits_for_an_update_is_answered_whether_it_changes_anything_or_not() {
        var scenario = new Scenario().when(execute());
        var first = new Waiter("message-1", 2, "correlation-1");
        scenario.when(new UpdateRefund("broken", null, first))
                .then(
                        new RefundUpdated("broken", "{\"a\":1}"),
                        new CallersAnswered(List.of(first)));
        var second = new Waiter("message-2", 2, "correlation-2");
        scenario.when(new UpdateRefund("broken", null, second))
                .then(new CallersAnswered(List.of(second)));
    }

    @Test
    void an_update_replaces_reason_and_metadata_and_leaves_the_other_fields() {
        var refund =
                new Scenario()
                        .when(execute())
                        .when(new UpdateRefund("broken", "{\"b\":2}", null))
                        .refund();

        assertThat(refund.reason()).isEqualTo("broken");
        assertThat(refund.details()).isEqualTo(Map.of("metadata", "{\"b\":2}"));
    }

    @Test
    void a_refund_without_metadata_stays_without() {
        var updated =
                RefundEvolution.evolve(
                        new Scenario().when(execute()).refund().withDetails(Map.of("k", "1")),
                        new RefundUpdated("broken", null),
                        Scenario.START);

        assertThat(updated.details()).isEqualTo(Map.of("k", "1"));
        assertThat(updated.reason()).isEqualTo("broken");
    }

    /** Of routine inquiries in a row the first and the latest are kept. */
    @Test
    void a_routine_inquiry_supersedes_the_one_before_unless_that_is_the_first() {
        var routine = inquiry(false);
        var onDemand = inquiry(true);
        var other = new NothingNew(OPERATION);

        assertThat(RefundInquiries.supersedesLast(List.of(routine, routine), routine)).isTrue();
        assertThat(RefundInquiries.supersedesLast(List.of(other, routine, routine), routine))
                .isTrue();
        assertThat(RefundInquiries.supersedesLast(List.of(), routine)).isFalse();
        assertThat(RefundInquiries.supersedesLast(List.of(routine), routine)).isFalse();
        assertThat(RefundInquiries.supersedesLast(List.of(other, routine), routine)).isFalse();
        assertThat(RefundInquiries.supersedesLast(List.of(routine, other), routine)).isFalse();
        assertThat(RefundInquiries.supersedesLast(List.of(onDemand, routine), routine)).isFalse();
        assertThat(RefundInquiries.supersedesLast(List.of(routine, onDemand), routine)).isFalse();
        assertThat(RefundInquiries.supersedesLast(List.of(routine, routine), onDemand)).isFalse();
        assertThat(
                        RefundInquiries.supersedesLast(
                                List.of(routine, routine), new RefundSucceeded(5000)))
                .isFalse();
    }

    @Test
    void a_refund_that_failed_shows_what_was_requested_and_why() {
        var refund = new Scenario().when(execute()).when(outcome(declined())).refund();

        assertThat(refund.amount()).isEqualTo(5000);
        assertThat(refund.refunded()).isZero();
        assertThat(refund.error()).isEqualTo(DECLINED);
        assertThat(refund.due()).isEmpty();
    }

    @Test
    void a_refusal_says_why_and_names_the_field() {
        assertThat(Refusals.nothingUnderWay())
                .isEqualTo(new Refusal("IR_16", "Nothing is under way for the refund", null));
        assertThat(Refusals.mayStillBeCarriedOut(Scenario.START))
                .isEqualTo(
                        new Refusal(
                                "IR_16",
                                "The request may still be carried out, until 2026-01-02T03:04:05Z",
                                null));
        assertThat(Refusals.tooMuch(5000))
                .isEqualTo(new Refusal("IR_06", "amount must be between 1 and 5000", "amount"));
    }

    @Test
    void an_operator_may_settle_a_single_minor_unit() {
        var scenario =
                new Scenario()
                        .when(execute())
                        .after(Duration.ofSeconds(95))
                        .when(new SettleRefund(true, 1L, "ada", "their portal", null));

        assertThat(scenario.refund().refunded()).isEqualTo(1);
    }

    static Stream<RefundCommand> commandsOfAnExistingRefund() {
        return Stream.of(
                new SyncRefund(null),
                new DeadlinePassed(Scenario.START),
                new SettleRefund(true, null, "ada", "their portal", null),
                new UpdateRefund("broken", null, null));
    }

    @ParameterizedTest
    @MethodSource("commandsOfAnExistingRefund")
    void nothing_happens_to_a_refund_that_is_not_there(RefundCommand command) {
        new Scenario().when(command).thenNothing();
    }

    @ParameterizedTest
    @MethodSource("commandsOfAnExistingRefund")
    void nobody_is_answered_where_nobody_waits_for_it(RefundCommand refused) {
        assertThat(RefundReaction.refuse(refused, Refusals.nothingUnderWay(), Scenario.START))
                .isEmpty();
    }

    private static StatusInquired inquiry(boolean onDemand) {
        return new StatusInquired(OPERATION, 1, Scenario.START, onDemand, onDemand ? WAITER : null);
    }

    private static Scenario overCaptures() {
        return new Scenario()
                .among(new RefundContext(true, List.of()))
                .when(execute(order("ref_1", 1, 4500, CAPTURES)));
    }

    private static List<Long> taken(Scenario scenario) {
        return CAPTURES.stream()
                .map(capture -> scenario.refund().takenFrom(capture.captureId()))
                .toList();
    }
}
