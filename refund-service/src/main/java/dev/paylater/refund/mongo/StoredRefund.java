package dev.paylater.refund.mongo;

import dev.paylater.refund.core.Journal;

/**
 * A refund as it is stored.
 *
 * @param id {@code <merchant_id>/<refund_id>}
 * @param version counts the writes, 0 before the first; a write is conditional on it
 */
public record StoredRefund(String id, long version, Journal journal) {

    public static StoredRefund none(String id) {
        return new StoredRefund(id, 0, Journal.EMPTY);
    }

    /** What is to be written after this. */
    public StoredRefund next(Journal longer) {
        return new StoredRefund(id, version + 1, longer);
    }
}
