package dev.paylater.refund.core;

import dev.paylater.refund.core.RefundCommand.DeadlinePassed;
import dev.paylater.refund.core.RefundCommand.DescribeRefund;
import dev.paylater.refund.core.RefundCommand.ExecuteRefund;
import dev.paylater.refund.core.RefundCommand.RecordOutcome;
import dev.paylater.refund.core.RefundCommand.SyncRefund;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes one command to one journal: decides it the first time, and tells what it had caused every
 * other time.
 */
public final class RefundDesk {

    private RefundDesk() {}

    /**
     * What became of a command.
     *
     * @param journal after it
     * @param changed whether the journal has to be written before the effects take place
     * @param refusal why nothing was done
     */
    public record Handled(
            Journal journal, boolean changed, List<Effect> effects, @Nullable Refusal refusal) {}

    /** Handles a command; the same message id never changes anything twice. */
    public static Handled handle(
            Journal journal,
            String commandId,
            RefundCommand command,
            Surroundings around,
            Instant now) {
        if (journal.knows(commandId)) {
            return new Handled(journal, false, journal.effectsOf(commandId), null);
        }
        return switch (RefundDecider.decide(journal.refund(), command, around, now)) {
            case Decision.Accepted(var events) -> {
                var next = journal.plus(events, commandId, now);
                yield new Handled(next, !events.isEmpty(), next.effectsOf(commandId), null);
            }
            case Decision.Refused(var refusal) ->
                    new Handled(journal, false, refused(commandId, command, refusal, now), refusal);
        };
    }

    private static List<Effect> refused(
            String commandId, RefundCommand command, Refusal refusal, Instant now) {
        return switch (command) {
            case ExecuteRefund(var order, var waiter, _) -> {
                var effects = new ArrayList<Effect>();
                effects.add(
                        new Effect(
                                commandId + "/dropped",
                                new RefundMessage.DropReservation(order, now)));
                if (waiter != null) {
                    effects.add(
                            new Effect(
                                    commandId + "/refused",
                                    new RefundMessage.AnswerRefusal(waiter, order, refusal)));
                }
                yield effects;
            }
            case SyncRefund _, DeadlinePassed _, RecordOutcome _, DescribeRefund _ -> List.of();
        };
    }
}
