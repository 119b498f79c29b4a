package dev.paylater.refund.core;

import dev.paylater.kernel.Refusal;
import dev.paylater.kernel.Waiter;
import java.time.Instant;

/** What a refund sends to the rest of the system, and to people. */
public sealed interface RefundMessage {

    /** To the connector: give this part back. */
    record RequestRefund(Refund refund, Part part, Instant at) implements RefundMessage {}

    /** To the connector: inquire what became of this part. */
    record InquireStatus(Refund refund, Part part, Instant at) implements RefundMessage {}

    /** To the orchestrator: how the refund stands. */
    record RecordStatus(Refund refund, Instant at) implements RefundMessage {}

    /** To the orchestrator: drop the reservation, this refund_id belongs to another refund. */
    record DropReservation(RefundOrder order, Instant at) implements RefundMessage {}

    /**
     * To everybody.
     *
     * @param type for example refund_succeeded
     */
    record Announce(String type, Refund refund, Instant at) implements RefundMessage {}

    /** To the one who waits: the refund as it is now. */
    record Answer(Waiter waiter, Refund refund) implements RefundMessage {}

    /** To the one who waits: why not. */
    record AnswerRefusal(Waiter waiter, Refusal refusal) implements RefundMessage {}

    /** To somebody on duty: the books here and at the provider differ. */
    record RaiseAlarm(Refund refund, String operationId, boolean providerApproved)
            implements RefundMessage {}
}
