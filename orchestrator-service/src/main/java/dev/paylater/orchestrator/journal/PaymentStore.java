package dev.paylater.orchestrator.journal;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps payments: a replica set in production, memory in the simulation. A payment is read and
 * replaced as a whole, and a replace takes effect only on the version that it was decided on.
 */
public interface PaymentStore {

    /**
     * A payment whose time has come.
     *
     * @param version tells this due time from an equal one that was dealt with before
     */
    record Due(String id, long version, Instant at) {}

    /** Those of the payments that exist, by id. */
    Map<String, StoredPayment> find(Collection<String> ids);

    /** The latest payment of this merchant that gave a mandate. */
    Optional<StoredPayment> findByMandate(String merchantId, String mandateId);

    /** The payments that are due, the most overdue first. */
    List<Due> findDue(Instant now, int limit);

    /**
     * Writes each payment as the version after the one it was read at.
     *
     * @return the ids of those that somebody else had changed meanwhile; they are unchanged by this
     */
    Set<String> write(Collection<StoredPayment> payments);
}
