package dev.paylater.kernel;

import java.util.List;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A thing as it is stored: its state, the events that led there, and who waits for an answer.
 *
 * @param version counts the writes; a write is conditional on it
 * @param taken bytes of all messages that changed it, a measure of what the document has grown to
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
        @Nullable RawBsonDocument asRead) {

    public Stored(
            String id,
            long version,
            S state,
            List<Entry<E>> journal,
            List<Waiter> waiters,
            long taken) {
        this(id, version, state, journal, waiters, taken, null);
    }

    /** Whether the command has changed this, so that it must not be decided again. */
    public boolean hasHandled(String commandId) {
        return isAwaited(commandId)
                || journal.stream().anyMatch(entry -> entry.cause().equals(commandId));
    }

    /** Whether the command's sender has not been answered yet. */
    public boolean isAwaited(String commandId) {
        return waiters.stream().anyMatch(waiter -> waiter.commandId().equals(commandId));
    }

    /** With the document that it was read from, to be written again with all that is in it. */
    public Stored<S, E> asRead(RawBsonDocument document) {
        return new Stored<>(id, version, state, journal, waiters, taken, document);
    }

    public Stored<S, E> withWaiters(List<Waiter> changed) {
        return new Stored<>(id, version, state, journal, List.copyOf(changed), taken, asRead);
    }

    /** As the version that follows the one that was read, however many changes are between them. */
    public Stored<S, E> writtenAfter(@Nullable Stored<S, E> read) {
        var next = read == null ? 1 : read.version() + 1;
        return new Stored<>(id, next, state, journal, waiters, taken, asRead);
    }
}
