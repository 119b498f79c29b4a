package dev.paylater.refund.core;

import static dev.paylater.refund.core.Samples.capture;
import static dev.paylater.refund.core.Samples.execute;
import static dev.paylater.refund.core.Samples.order;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.provider.ProviderData;
import dev.paylater.refund.core.RefundCommand.RecordFoundRefund;
import dev.paylater.refund.core.RefundEvent.PartRefunded;
import dev.paylater.refund.core.RefundEvent.RefundCreated;
import dev.paylater.refund.core.RefundEvent.RefundSucceeded;
import dev.paylater.refund.core.RefundMessage.Announce;
import dev.paylater.refund.core.RefundMessage.RecordStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A refund that the provider has made by itself is kept as done; the provider is never called. */
class FoundRefundTest {

    private static final List<RefundableCapture> CAPTURES =
            List.of(capture(1, 3_000), capture(2, 2_500));
    private static final RefundOrder FOUND = order("found_1", 1, 4_000, CAPTURES);
    private static final String SECOND = "pay_1_1_refund2_found_1";
    private static final String OPERATION = "pay_1_1_refund1_found_1";

    @Test
    void it_has_succeeded_at_once_and_is_announced_like_any_other() {
        var scenario = new Scenario().when(new RecordFoundRefund(FOUND));

        scenario.then(
                new RefundCreated(FOUND, List.of(allocation(OPERATION, null, 4_000)), null),
                new PartRefunded(OPERATION, 4_000, ProviderData.NONE),
                new RefundSucceeded(4_000));
        var refund = scenario.refund();
        assertThat(refund.status()).isEqualTo(RefundStatus.SUCCEEDED);
        assertThat(refund.amount()).isEqualTo(4_000);
        assertThat(refund.due()).isEmpty();
        scenario.thenSentKinds(Announce.class, RecordStatus.class, Announce.class);
        assertThat(scenario.messages())
                .filteredOn(Announce.class::isInstance)
                .extracting(message -> ((Announce) message).type())
                .containsExactly("refund_created", "refund_succeeded");
    }

    @Test
    void where_refunds_are_made_of_one_capture_it_takes_the_oldest_that_are_left() {
        var earlier = perCapture().when(execute(order("ref_1", 1, 1_000, CAPTURES))).refund();
        var found = order("found_1", 2, 4_000, CAPTURES);

        perCapture(earlier)
                .when(new RecordFoundRefund(found))
                .then(
                        new RefundCreated(
                                found,
                                List.of(
                                        allocation(OPERATION, 1, 2_000),
                                        allocation(SECOND, 2, 2_000)),
                                null),
                        new PartRefunded(OPERATION, 2_000, ProviderData.NONE),
                        new PartRefunded(SECOND, 2_000, ProviderData.NONE),
                        new RefundSucceeded(4_000));
    }

    @Test
    void it_is_kept_also_when_the_captures_that_are_known_do_not_hold_it() {
        var found = order("found_1", 1, 5_501, CAPTURES);

        perCapture()
                .when(new RecordFoundRefund(found))
                .then(
                        new RefundCreated(found, List.of(allocation(OPERATION, null, 5_501)), null),
                        new PartRefunded(OPERATION, 5_501, ProviderData.NONE),
                        new RefundSucceeded(5_501));
    }

    @Test
    void found_again_it_is_the_same_refund() {
        new Scenario()
                .when(new RecordFoundRefund(FOUND))
                .when(new RecordFoundRefund(FOUND))
                .thenNothing();
    }

    @Test
    void under_the_id_of_another_refund_it_is_set_aside() {
        var scenario = new Scenario().when(execute(order("found_1", 1, 500, CAPTURES)));

        assertThatThrownBy(() -> scenario.when(new RecordFoundRefund(FOUND)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("merchant/found_1 is the id of another refund");
    }

    private static Scenario perCapture(Refund... others) {
        return new Scenario().among(new RefundContext(true, List.of(others)));
    }

    private static Allocation allocation(
            String operationId, @Nullable Integer number, long amount) {
        return number == null
                ? new Allocation(operationId, null, null, amount)
                : new Allocation(operationId, "pay_1_1_" + number, "sbc_" + number, amount);
    }
}
