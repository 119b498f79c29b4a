package dev.paylater.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A thing as it is stored: its state, the events that led there, and who waits for an answer.
 *
 * @param version counts the writes; a write is conditional on it
 * @param taken bytes of all messages that changed it, a measure of what the document has grown to
 * @param refused the latest commands that were refused, while a copy of them may still come
 * @param asRead the document, where it holds what this version does not know; it is written again
 *     with that in it
 */
public record Stored<S, E>(
        String id,
        long version,
        S state,
        List<Entry<E>> journal,
        List<Waiter> waiters,
        long taken,
        List<RefusedCommand> refused,
        @Nullable RawBsonDocument asRead) {

    /**
     * Keeps the last 50 refusals, so that a repeated command is refused for the reason of the
     * first.
     */
    static final int MAX_REFUSED = 50;

    public Stored(
            String id,
            long version,
            S state,
            List<Entry<E>> journal,
            List<Waiter> waiters,
            long taken) {
        this(id, version, state, journal, waiters, taken, List.of(), null);
    }

    /** Whether the command was decided here, so that it must not be decided again. */
    public boolean hasHandled(String commandId) {
        return isAwaited(commandId)
                || refusalOf(commandId).isPresent()
                || journal.stream().anyMatch(entry -> entry.cause().equals(commandId));
    }

    /** Whether the command's sender has not been answered yet. */
    public boolean isAwaited(String commandId) {
        return waiters.stream().anyMatch(waiter -> waiter.commandId().equals(commandId));
    }

    /** Why the command was refused, wholly or in part, if it was. */
    public Optional<Refusal> refusalOf(String commandId) {
        return refused.stream()
                .filter(command -> command.commandId().equals(commandId))
                .map(RefusedCommand::refusal)
                .findFirst();
    }

    /** With the command among the refused ones, and without those that cannot come again. */
    public Stored<S, E> withRefused(RefusedCommand command) {
        var kept = new ArrayList<RefusedCommand>();
        refused.stream().filter(past -> past.mayComeAgain(command.at())).forEach(kept::add);
        kept.add(command);
        var latest = kept.subList(Math.max(0, kept.size() - MAX_REFUSED), kept.size());
        return new Stored<>(
                id, version, state, journal, waiters, taken, List.copyOf(latest), asRead);
    }

    /** With the document that it was read from, to be written again with all that is in it. */
    public Stored<S, E> asRead(RawBsonDocument document) {
        return new Stored<>(id, version, state, journal, waiters, taken, refused, document);
    }

    public Stored<S, E> withWaiters(List<Waiter> changed) {
        return new Stored<>(
                id, version, state, journal, List.copyOf(changed), taken, refused, asRead);
    }

    /** As the version that follows the one that was read, however many changes are between them. */
    public Stored<S, E> writtenAfter(@Nullable Stored<S, E> read) {
        var next = read == null ? 1 : read.version() + 1;
        return new Stored<>(id, next, state, journal, waiters, taken, refused, asRead);
    }
}
