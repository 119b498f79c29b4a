package dev.paylater.refund.mongo;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps refunds: a replica set in production, memory in the simulation. A refund is read and
 * replaced as a whole; a replace takes effect only on the version that it was decided on, which
 * fences off a writer that has lost its partition and does not know it yet.
 */
public interface RefundStore {

    /**
     * A refund whose time has come.
     *
     * @param version tells this due time from an equal one that was dealt with before
     */
    record Due(String merchantId, String paymentId, String refundId, long version, Instant at) {}

    /** Those of the refunds that exist, by id. */
    Map<String, StoredRefund> find(Collection<String> ids);

    /** All refunds of a payment. */
    List<StoredRefund> findOfPayment(String merchantId, String paymentId);

    /** The refunds that are due, the most overdue first. */
    List<Due> findDue(Instant now, int limit);

    /**
     * Writes each refund as the version after the one it was read at, all in one call.
     *
     * @return the ids of those that somebody else had changed meanwhile; they are unchanged by this
     */
    Set<String> write(Collection<StoredRefund> refunds);
}
