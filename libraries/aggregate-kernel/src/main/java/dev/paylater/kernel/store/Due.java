package dev.paylater.kernel.store;

import java.time.Instant;

/**
 * A document whose time has come.
 *
 * @param orderKey the key that its commands travel under
 * @param version tells this due time from an equal one that was dealt with before
 */
public record Due(String id, String orderKey, long version, Instant at) {

    /** The message id of the command that says so: the same from every sweeper. */
    public String messageId() {
        return id + "@" + version;
    }
}
