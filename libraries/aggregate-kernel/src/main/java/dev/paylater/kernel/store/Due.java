package dev.paylater.kernel.store;

import java.time.Instant;

/**
 * A document whose time has come.
 *
 * @param partitionKey the key that its commands travel under
 * @param version tells this due time from an equal one that was dealt with before
 */
public record Due(String id, String partitionKey, long version, Instant at) {

    /**
     * A place among the documents that are due: they are ordered by due time, and by id where that
     * is the same.
     */
    public record Position(Instant at, String id) {

        /** Before all that is due at this time or later. */
        public static Position before(Instant at) {
            return new Position(at, "");
        }
    }

    /** The message id of the command that says so: the same from every sweeper. */
    public String messageId() {
        return id + "@" + version;
    }

    public Position position() {
        return new Position(at, id);
    }
}
