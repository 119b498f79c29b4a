package dev.paylater.kernel.command;

import dev.paylater.kernel.Decision;
import dev.paylater.kernel.Refusal;
import dev.paylater.kernel.Step;
import dev.paylater.kernel.Stored;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.schemas.DeadlinePassed;
import dev.paylater.schemas.SyncPayment;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small aggregate: its state is a sum, a command adds the amount in its cause, an event is an
 * addition, and each event sends one message. A command that adds 13 to less than 100 breaks the
 * rules' code, one that adds 0 says nothing new, and less than 0 is refused.
 */
class Counter implements Aggregate<Long, Counter.Add, Long> {

    static final Refusal BELOW_ZERO = new Refusal("IR_06", "below zero", "amount");
    static final String OUT = "out";
    static final String REPLIES = "replies";
    private static final long ONE_TOO_MANY = 13;
    private static final long ENOUGH = 100;

    /** An amount to be added to the counter that the message names. */
    record Add(Incoming message) implements Received {

        @Override
        public String documentId() {
            return sync().getPaymentId();
        }

        long amount() {
            return Long.parseLong(sync().getCause());
        }

        private SyncPayment sync() {
            return (SyncPayment) message.value();
        }
    }

    static Add decode(Incoming message) {
        if (message.value() instanceof SyncPayment) {
            return new Add(message);
        }
        throw new IllegalArgumentException("is no addition");
    }

    @Override
    public Decision<Long, Long> decide(
            @Nullable Stored<Long, Long> before,
            Add command,
            Collection<Stored<Long, Long>> changed,
            Instant now) {
        var amount = command.amount();
        if (amount == ONE_TOO_MANY && (before == null || before.state() < ENOUGH)) {
            throw new IllegalStateException("13");
        }
        if (amount < 0) {
            return new Decision.Refused<>(BELOW_ZERO);
        }
        return amount == 0
                ? new Decision.Unchanged<>()
                : new Decision.Accepted<>(
                        List.of(
                                new Decision.Change<>(
                                        amount,
                                        evolve(
                                                before == null ? null : before.state(),
                                                amount,
                                                now))),
                        null);
    }

    @Override
    public Long evolve(@Nullable Long sum, Long event, Instant at) {
        return (sum == null ? 0 : sum) + event;
    }

    @Override
    public List<Outgoing> react(String id, Step<Long, Long> step, Add command) {
        return List.of(
                message(OUT, command, id + "#" + step.entry().sequence() + "=" + step.after()));
    }

    @Override
    public boolean isAtRest(Long sum) {
        return sum >= 1_000;
    }

    @Override
    public Replies reply(Add command, Stored<Long, Long> after, @Nullable Refusal refusal) {
        return new Replies(after.waiters(), List.of());
    }

    @Override
    public List<Outgoing> replyAgain(Add command, Stored<Long, Long> stored) {
        return List.of();
    }

    @Override
    public List<Outgoing> replyUnchanged(Add command, @Nullable Stored<Long, Long> stored) {
        return List.of(
                message(
                        REPLIES,
                        command,
                        "unchanged=" + (stored == null ? "none" : stored.state())));
    }

    @Override
    public Refused refuse(Add command, Refusal refusal, Instant now) {
        return new Refused(
                List.of(message(OUT, command, "refused")),
                List.of(message(REPLIES, command, "refused=" + refusal.message())));
    }

    private static Outgoing message(String topic, Add command, String id) {
        return Outgoing.of(
                topic,
                command.partitionKey(),
                id,
                command.message().context(),
                new DeadlinePassed("merchant", command.documentId(), 0L, 0L));
    }
}
