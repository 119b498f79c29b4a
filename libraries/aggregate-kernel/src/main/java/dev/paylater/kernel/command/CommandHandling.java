package dev.paylater.kernel.command;

import dev.paylater.kernel.Decision;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Refusal;
import dev.paylater.kernel.RefusedCommand;
import dev.paylater.kernel.Step;
import dev.paylater.kernel.Stored;
import dev.paylater.kit.kafka.Outgoing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes one command to one document: decides it the first time, and every other time has sent what
 * it had caused.
 */
public final class CommandHandling<S, C extends Received, E> {

    /**
     * What a command leads to.
     *
     * @param toWrite the next version, or null when nothing changes
     * @param refusals replies that must not be sent before the command can never come again: a
     *     refusal without a document leaves no trace, and decided a second time it might be carried
     *     out
     */
    public record Handled<S, E>(
            @Nullable Stored<S, E> toWrite, List<Outgoing> messages, List<Outgoing> refusals) {

        Handled(@Nullable Stored<S, E> toWrite, List<Outgoing> messages) {
            this(toWrite, messages, List.of());
        }
    }

    private final Aggregate<S, C, E> aggregate;

    public CommandHandling(Aggregate<S, C, E> aggregate) {
        this.aggregate = aggregate;
    }

    /** Handles a command; the same message id never changes anything twice. */
    public Handled<S, E> handle(
            @Nullable Stored<S, E> before,
            C command,
            Collection<Stored<S, E>> changed,
            Instant now) {
        if (before != null && before.hasHandled(command.commandId())) {
            return again(before, command, now);
        }
        return switch (aggregate.decide(before, command, changed, now)) {
            case Decision.Accepted<S, E>(var changes, var refusal) ->
                    accepted(before, command, changes, refusal, now);
            case Decision.Refused<S, E>(var refusal) -> refused(before, command, refusal, now);
            case Decision.Unchanged<S, E>() ->
                    new Handled<>(null, aggregate.replyUnchanged(command, before));
        };
    }

    /** Who is told of a refusal relies on it, so it is written down, where there is a document. */
    private Handled<S, E> refused(
            @Nullable Stored<S, E> before, C command, Refusal refusal, Instant now) {
        var refused = aggregate.refuse(command, refusal, now);
        if (before == null || refused.answers().isEmpty()) {
            return new Handled<>(null, refused.messages(), refused.answers());
        }
        var recorded = new RefusedCommand(command.commandId(), now, refusal);
        var after = before.writtenAfter(before).withRefused(recorded);
        return new Handled<>(after, together(refused));
    }

    private static List<Outgoing> together(Aggregate.Refused refused) {
        return Stream.concat(refused.messages().stream(), refused.answers().stream()).toList();
    }

    /** Nobody knows how far it got before. */
    private Handled<S, E> again(Stored<S, E> stored, C command, Instant now) {
        var messages = new ArrayList<Outgoing>();
        S past = null;
        for (var entry : upTo(command.commandId(), stored.journal())) {
            var before = past;
            past = aggregate.evolve(before, entry.event(), entry.at());
            if (entry.cause().equals(command.commandId())) {
                messages.addAll(
                        aggregate.react(stored.id(), new Step<>(before, entry, past), command));
            }
        }
        messages.addAll(
                stored.refusalOf(command.commandId())
                        .map(refusal -> together(aggregate.refuse(command, refusal, now)))
                        .orElseGet(() -> aggregate.replyAgain(command, stored)));
        return new Handled<>(null, messages);
    }

    /** The entries up to the last one that this command caused; none where it caused none. */
    private List<Entry<E>> upTo(String commandId, List<Entry<E>> journal) {
        var last = journal.size();
        while (last > 0 && !journal.get(last - 1).cause().equals(commandId)) {
            last--;
        }
        return journal.subList(0, last);
    }

    private Handled<S, E> accepted(
            @Nullable Stored<S, E> before,
            C command,
            List<Decision.Change<S, E>> changes,
            @Nullable Refusal refusal,
            Instant now) {
        var state = before == null ? null : before.state();
        var journal = new ArrayList<Entry<E>>(before == null ? List.of() : before.journal());
        var messages = new ArrayList<Outgoing>();
        for (var change : changes) {
            var previous = state;
            var event = change.event();
            state = change.after();
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
                        before == null ? List.of() : before.refused(),
                        before == null ? null : before.asRead());
        var replies = aggregate.reply(command, after, refusal);
        messages.addAll(replies.messages());
        var answered = after.withWaiters(replies.waiters());
        return new Handled<>(
                refusal == null
                        ? answered
                        : answered.withRefused(
                                new RefusedCommand(command.commandId(), now, refusal)),
                messages);
    }
}
