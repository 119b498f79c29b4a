package dev.paylater.kernel.store;

import dev.paylater.kernel.Stored;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps documents: a replica set in production, memory in tests and in the simulation. A document
 * is read and replaced as a whole; a replace takes effect only on the version that it was decided
 * on, which fences off a writer that has lost its partition and does not know it yet.
 */
public interface DocumentStore<S, E> {

    /**
     * Those of the documents that exist, by id: what a majority has and nothing can roll back. A
     * write that was not confirmed may be missing, and become durable a moment later; whoever
     * writes on this meets a conflict then.
     *
     * @throws UnreadableDocument for one that this version does not understand
     */
    Map<String, Stored<S, E>> find(Collection<String> ids);

    /**
     * Those of the documents that exist, by id, with every write that may still become durable. A
     * decision that writes nothing has to rest on this: no conflict would show that another process
     * has decided otherwise.
     *
     * @throws UnreadableDocument for one that this version does not understand
     */
    Map<String, Stored<S, E>> findNewest(Collection<String> ids);

    /** Whether this process has not met it as one that it cannot read. */
    default boolean isReadable(Due due) {
        return true;
    }

    /** A page of the documents that are due by then, those that follow the position. */
    List<Due> findDue(Due.Position after, Instant until, int limit);

    /**
     * Writes each document as the version after the one it was read at, all in one call.
     *
     * @return the ids of those that somebody else had changed meanwhile; they are unchanged by this
     * @throws DocumentTooLarge before anything is written
     */
    Set<String> write(Collection<Stored<S, E>> documents);
}
