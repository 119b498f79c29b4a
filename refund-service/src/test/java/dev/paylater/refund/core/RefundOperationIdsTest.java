package dev.paylater.refund.core;

import static dev.paylater.refund.core.Samples.OPERATION;
import static dev.paylater.refund.core.Samples.approved;
import static dev.paylater.refund.core.Samples.capture;
import static dev.paylater.refund.core.Samples.declined;
import static dev.paylater.refund.core.Samples.execute;
import static dev.paylater.refund.core.Samples.order;
import static dev.paylater.refund.core.Samples.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Decision;
import dev.paylater.provider.ProviderData;
import dev.paylater.refund.core.RefundEvent.RefundCreated;
import dev.paylater.refund.core.RefundEvent.RefundRequested;
import dev.paylater.refund.core.RefundMessage.RequestRefund;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A provider's key names one part of one refund, whatever ids merchants choose. */
class RefundOperationIdsTest {

    private static final Pattern CODEC = Pattern.compile("(pay_1_\\d+)_refund(\\d+)_(.+)");

    /** Pieces of which the ids are made, so that some of them read like parts of others. */
    private static final List<String> PIECES =
            List.of("X", "_", "_1", "_2", "1", "refund", "refund1_", "late_pay_1_1", "pay_1_1_");

    private static final List<RefundableCapture> CAPTURES =
            List.of(capture(1, 3000), capture(2, 3540));

    @Test
    void two_refunds_never_share_a_provider_key() {
        var keys = new HashMap<String, String>();
        refundIds()
                .forEach(
                        refundId -> {
                            for (var part = 1; part <= 12; part++) {
                                var named = refundId + " part " + part;
                                var key = RefundOperationIds.of(of(refundId), part);
                                assertThat(keys.put(key, named)).as(key).isNull();
                                for (var old : old(refundId, part)) {
                                    assertThat(keys.put(old, named + " of an older version"))
                                            .as(old)
                                            .satisfiesAnyOf(
                                                    other -> assertThat(other).isNull(),
                                                    other -> assertThat(other).endsWith("version"));
                                }
                            }
                        });
        assertThat(keys).hasSizeGreaterThan(1000);
    }

    @Test
    void attempt_part_and_refund_are_read_back_from_the_id() {
        refundIds()
                .forEach(
                        refundId -> {
                            var id = RefundOperationIds.of(of(refundId), 12);
                            var read = CODEC.matcher(id);
                            assertThat(read.matches()).as(id).isTrue();
                            assertThat(List.of(read.group(1), read.group(2), read.group(3)))
                                    .containsExactly("pay_1_1", "12", refundId);
                        });
    }

    @Test
    void a_refund_in_parts_and_one_whose_id_reads_like_its_second_part_are_two_requests() {
        var parts = perCapture().when(execute(order("X", 1, 4000, CAPTURES))).refund().parts();
        var other = perCapture().when(execute(order("X_2", 2, 1000, CAPTURES))).refund().parts();

        assertThat(Stream.concat(parts.stream(), other.stream()).map(Part::operationId))
                .containsExactly("pay_1_1_refund1_X", "pay_1_1_refund2_X", "pay_1_1_refund1_X_2");
    }

    @Test
    void late_money_in_two_parts_and_its_second_try_are_different_requests() {
        var first = order("late_pay_1_1", 1, 4000, CAPTURES);
        var second = order("late_pay_1_1_2", 2, 4000, CAPTURES);
        assertThat(
                        Stream.of(first, second)
                                .flatMap(
                                        order ->
                                                perCapture()
                                                        .when(execute(order))
                                                        .refund()
                                                        .parts()
                                                        .stream())
                                .map(Part::operationId))
                .doesNotHaveDuplicates()
                .hasSize(4);
    }

    /** The journal of a refund that an older version began is folded, never planned anew. */
    @Test
    void a_refund_of_an_older_version_is_finished_under_the_ids_that_it_recorded() {
        var order = order("X", 1, 4000, CAPTURES);
        var first = new Allocation("pay_1_1_refund_X_1", "pay_1_1_1", "sbc_1", 3000);
        var second = new Allocation("pay_1_1_refund_X_2", "pay_1_1_2", "sbc_2", 1000);
        var at = Scenario.START;
        var stored =
                RefundEvolution.evolve(
                        RefundEvolution.evolve(
                                null, new RefundCreated(order, List.of(first, second), null), at),
                        new RefundRequested(
                                first.operationId(), at.plusSeconds(60), at.plusSeconds(95)),
                        at);
        var decided =
                RefundDecider.decide(
                        stored,
                        outcome(first.operationId(), false, approved()),
                        RefundContext.PLAIN,
                        at);
        var events =
                ((Decision.Accepted<Refund, RefundEvent>) decided)
                        .changes().stream().map(Decision.Change::event).toList();

        assertThat(events)
                .containsExactly(
                        new RefundEvent.PartRefunded(first.operationId(), 3000, ProviderData.NONE),
                        new RefundRequested(
                                second.operationId(), at.plusSeconds(60), at.plusSeconds(95)));
        var after = stored;
        for (var event : events) {
            after = RefundEvolution.evolve(after, event, at);
        }
        assertThat(RefundReaction.react(events.getLast(), after, at))
                .first()
                .isInstanceOfSatisfying(
                        RequestRefund.class,
                        request ->
                                assertThat(request.part().operationId())
                                        .isEqualTo(second.operationId()));
    }

    @Test
    void an_approval_of_another_refunds_amount_does_not_end_the_part() {
        var scenario =
                new Scenario().when(execute()).when(outcome(OPERATION, false, approved(1000L)));
        assertThat(scenario.refund().status()).isEqualTo(RefundStatus.PENDING);
        scenario.when(outcome(OPERATION, true, declined())).thenStatus(RefundStatus.FAILED);
    }

    private static Stream<String> refundIds() {
        return PIECES.stream()
                .flatMap(one -> PIECES.stream().map(other -> one + other))
                .flatMap(two -> Stream.concat(Stream.of(two), PIECES.stream().map(p -> two + p)))
                .distinct();
    }

    private static List<String> old(String refundId, int part) {
        var whole = "pay_1_1_refund_" + refundId;
        return List.of(whole, whole + "_" + part);
    }

    private static RefundOrder of(String refundId) {
        return order(refundId, 1, 1000, CAPTURES);
    }

    private static Scenario perCapture() {
        return new Scenario().among(new RefundContext(true, List.of()));
    }
}
