package dev.paylater.kernel.command;

import dev.paylater.kernel.Decision;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Step;
import dev.paylater.kernel.Stored;
import dev.paylater.kit.kafka.Outgoing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes one command to one document: decides it the first time, and every other time has sent what
 * it had caused.
 */
public final class CommandHandling<S, C extends Received, E, R> {

    /**
     * What a command leads to.
     *
     * @param toWrite the next version, or null when nothing changes
     * @param refusals replies that must not be sent before the command can never come again: a
     *     refusal leaves no trace, and decided a second time it might be carried out
     */
    public record Handled<S, E>(
            @Nullable Stored<S, E> toWrite, List<Outgoing> messages, List<Outgoing> refusals) {

        Handled(@Nullable Stored<S, E> toWrite, List<Outgoing> messages) {
            this(toWrite, messages, List.of());
        }
    }

    private final Aggregate<S, C, E, R> aggregate;

    public CommandHandling(Aggregate<S, C, E, R> aggregate) {
        this.aggregate = aggregate;
    }

    /** Handles a command; the same message id never changes anything twice. */
    public Handled<S, E> handle(
            @Nullable Stored<S, E> before,
            C command,
            Collection<Stored<S, E>> changed,
            Instant now) {
        if (before != null && before.hasHandled(command.commandId())) {
            return again(before, command);
        }
        return switch (aggregate.decide(before, command, changed, now)) {
            case Decision.Accepted<E, R>(var events, var refusal) ->
                    accepted(before, command, events, refusal, now);
            case Decision.Refused<E, R>(var refusal) -> {
                var refused = aggregate.refuse(command, refusal, now);
                yield new Handled<>(null, refused.messages(), refused.answers());
            }
            case Decision.Unchanged<E, R>() ->
                    new Handled<>(null, aggregate.replyUnchanged(command, before));
        };
    }

    /** Nobody knows how far it got before. */
    private Handled<S, E> again(Stored<S, E> stored, C command) {
        var messages = new ArrayList<Outgoing>();
        S past = null;
        for (var entry : stored.journal()) {
            var before = past;
            past = aggregate.evolve(before, entry.event(), entry.at());
            if (entry.cause().equals(command.commandId())) {
                messages.addAll(
                        aggregate.react(stored.id(), new Step<>(before, entry, past), command));
            }
        }
        messages.addAll(aggregate.replyAgain(command, stored));
        return new Handled<>(null, messages);
    }

    private Handled<S, E> accepted(
            @Nullable Stored<S, E> before,
            C command,
            List<E> events,
            @Nullable R refusal,
            Instant now) {
        var state = before == null ? null : before.state();
        var journal = new ArrayList<Entry<E>>(before == null ? List.of() : before.journal());
        var messages = new ArrayList<Outgoing>();
        for (var event : events) {
            var previous = state;
            state = aggregate.evolve(previous, event, now);
            var sequence = journal.isEmpty() ? 1 : journal.getLast().sequence() + 1;
            aggregate.compact(journal, event);
            var entry = new Entry<>(sequence, now, command.commandId(), event);
            journal.add(entry);
            messages.addAll(
                    aggregate.react(
                            command.documentId(), new Step<>(previous, entry, state), command));
        }
        var after =
                new Stored<>(
                        command.documentId(),
                        before == null ? 1 : before.version() + 1,
                        Objects.requireNonNull(state, "The first command has no event"),
                        List.copyOf(journal),
                        before == null ? List.of() : before.waiters(),
                        (before == null ? 0 : before.taken()) + command.message().bytes(),
                        before == null ? null : before.asRead());
        var replies = aggregate.reply(command, after, refusal);
        messages.addAll(replies.messages());
        return new Handled<>(after.withWaiters(replies.waiters()), messages);
    }
}
