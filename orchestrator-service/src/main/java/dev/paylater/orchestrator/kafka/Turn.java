package dev.paylater.orchestrator.kafka;

import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.journal.Waiter;
import dev.paylater.orchestrator.payment.Decision;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.PaymentDecider;
import dev.paylater.orchestrator.payment.Refusal;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.ReserveRefund;
import dev.paylater.schemas.SyncPayment;
import dev.paylater.schemas.UpdatePayment;
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

    private static final int MOST_EVENTS_WITHOUT_MONEY = 1_000;
    private static final int MOST_EVENTS = 5_000;

    /** A quarter of what a document may have; what has happened at a provider is still taken. */
    private static final long MOST_BYTES = 4 * 1024 * 1024;

    static Turn take(
            Command command, @Nullable StoredPayment before, CommandReader commands, Instant now) {
        if (before != null && (before.hasHandled(command.id()) || before.isAwaited(command.id()))) {
            return again(command, before);
        }
        var decision =
                before != null && isFull(command, before)
                        ? Decision.refused(Refusal.tooManyChanges(before.journal().size()))
                        : PaymentDecider.decide(
                                before == null ? null : before.payment(),
                                read(command, before, commands),
                                now);
        return decision.events().isEmpty() && !waits(command, before, decision)
                ? unchanged(command, before, decision)
                : changed(command, before, decision, now);
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
                        && before.taken() >= MOST_BYTES
                ? status.withoutDescription()
                : read;
    }

    /**
     * A payment is one document and must stay one that can be written: what merchants ask for ends
     * at a bound, and sooner where no money moves. What has happened at a provider is always taken.
     */
    private static boolean isFull(Command command, StoredPayment before) {
        return command.replyTo() != null
                && (before.journal().size() >= mostEvents(command) || before.taken() >= MOST_BYTES);
    }

    private static int mostEvents(Command command) {
        return switch (command.message().value()) {
            case UpdatePayment _, SyncPayment _ -> MOST_EVENTS_WITHOUT_MONEY;
            default -> MOST_EVENTS;
        };
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

    private static Turn changed(
            Command command, @Nullable StoredPayment before, Decision decision, Instant now) {
        var change = StoredPayment.after(command.key(), before, decision, command.id(), now);
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
