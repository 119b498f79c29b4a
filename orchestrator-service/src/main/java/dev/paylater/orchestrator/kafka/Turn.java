package dev.paylater.orchestrator.kafka;

import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.journal.Waiter;
import dev.paylater.orchestrator.payment.Decision;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.PaymentDecider;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.ReserveRefund;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One command's turn: what is to be written, and what is to be sent once it is.
 *
 * @param toWrite the payment as it is then, or null when nothing changes
 */
record Turn(@Nullable StoredPayment toWrite, List<Outgoing> messages) {

    static Turn take(
            Command command, @Nullable StoredPayment before, CommandReader commands, Instant now) {
        if (before != null && (before.hasHandled(command.id()) || before.isAwaited(command.id()))) {
            return again(command, before);
        }
        var decision =
                PaymentDecider.decide(
                        before == null ? null : before.payment(),
                        read(command, before, commands),
                        now);
        if (decision.events().isEmpty() && !waits(command, before, decision)) {
            return unchanged(command, before, decision);
        }
        var change = StoredPayment.after(command.key(), before, decision, command.id(), now);
        return PaymentRoom.refusal(command, before, change.stored().payment())
                .map(refusal -> unchanged(command, before, Decision.refused(refusal)))
                .orElseGet(() -> changed(command, change, decision));
    }

    /**
     * Nothing has to be done for who asks while an answer is out: that answer is theirs as well.
     */
    private static boolean waits(
            Command command, @Nullable StoredPayment before, Decision decision) {
        var replyTo = command.replyTo();
        return replyTo != null
                && !replyTo.getOnAcceptance()
                && decision.refusal() == null
                && before != null
                && before.payment().isSettling();
    }

    private static PaymentCommand read(
            Command command, @Nullable StoredPayment before, CommandReader commands) {
        if (before == null) {
            return commands.read(command, null);
        }
        var read = commands.read(command, before.payment());
        return read instanceof PaymentCommand.RecordRefundStatus status
                        && !PaymentRoom.hasRoomFor(status, before)
                ? status.withoutDescription()
                : read;
    }

    /** Handled before: whatever it had caused is sent again, since nobody knows how far it got. */
    private static Turn again(Command command, StoredPayment stored) {
        var messages =
                new ArrayList<>(
                        Outbox.messagesFor(stored, stored.stepsCausedBy(command.id()), command));
        var replyTo = command.replyTo();
        if (replyTo != null && !isAnsweredElsewhere(command) && !stored.isAwaited(command.id())) {
            messages.add(answer(command, replyTo, stored));
        }
        return new Turn(null, messages);
    }

    private static Turn unchanged(
            Command command, @Nullable StoredPayment stored, Decision decision) {
        var replyTo = command.replyTo();
        if (replyTo == null) {
            return new Turn(null, List.of());
        }
        var reply =
                Outbox.reply(
                        command.key(),
                        replyTo.getPartition(),
                        replyTo.getCorrelationId(),
                        command.message().context().causedBy(command.id()),
                        decision.refusal(),
                        decision.refusal() == null ? stored : null);
        return new Turn(null, List.of(reply));
    }

    private static Turn changed(Command command, StoredPayment.Change change, Decision decision) {
        var after = change.stored().havingTaken(command.message().bytes());
        var messages = new ArrayList<>(Outbox.messagesFor(after, change.steps(), command));
        var waiters = new ArrayList<>(after.waiters());
        var replyTo = command.replyTo();
        if (replyTo != null && !isAnsweredElsewhere(command)) {
            if (decision.refusal() != null) {
                messages.add(refuse(command, replyTo, decision));
            } else if (replyTo.getOnAcceptance()) {
                messages.add(answer(command, replyTo, after));
            } else {
                waiters.add(
                        new Waiter(
                                command.id(), replyTo.getPartition(), replyTo.getCorrelationId()));
            }
        }
        if (!after.payment().isSettling()) {
            for (var waiter : waiters) {
                messages.add(answer(command, waiter, after));
            }
            waiters.clear();
        }
        return new Turn(after.withWaiters(waiters), messages);
    }

    /** A reserved refund is answered by refund-service, once it knows what came of it. */
    private static boolean isAnsweredElsewhere(Command command) {
        return command.message().value() instanceof ReserveRefund;
    }

    private static Outgoing answer(Command command, ReplyTo replyTo, StoredPayment stored) {
        return answer(
                command,
                new Waiter(command.id(), replyTo.getPartition(), replyTo.getCorrelationId()),
                stored);
    }

    private static Outgoing answer(Command command, Waiter waiter, StoredPayment stored) {
        return Outbox.reply(
                command.key(),
                waiter.partition(),
                waiter.correlationId(),
                command.message().context().causedBy(command.id()),
                null,
                stored);
    }

    private static Outgoing refuse(Command command, ReplyTo replyTo, Decision decision) {
        return Outbox.reply(
                command.key(),
                replyTo.getPartition(),
                replyTo.getCorrelationId(),
                command.message().context().causedBy(command.id()),
                decision.refusal(),
                null);
    }
}
