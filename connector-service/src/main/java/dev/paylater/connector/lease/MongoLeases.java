package dev.paylater.connector.lease;

import dev.paylater.connector.lease.OperationLeases.Claim.Held;
import dev.paylater.connector.lease.OperationLeases.Claim.Taken;
import dev.paylater.kit.mongo.ExpiryIndex;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.stereotype.Component;

/** The collection of leases: each is taken by one conditional write that a majority has. */
@Component
final class MongoLeases implements OperationLeases {

    /** Longer than any request is repeated for. */
    private static final Duration KEPT = Duration.ofDays(7);

    private final OperationLeaseRepository leases;
    private final ExpiryIndex expiry;

    MongoLeases(MongoOperations store, OperationLeaseRepository leases) {
        this.leases = leases;
        this.expiry = new ExpiryIndex(store, OperationLease.class, "heldUntil", KEPT);
    }

    @Override
    public Claim take(String operation, String holder, Instant now, Instant until) {
        expiry.ensure();
        try {
            leases.insert(new OperationLease(operation, holder, until, 1));
            return new Taken(true);
        } catch (DuplicateKeyException _) {
            return leases.findById(operation)
                    .map(latest -> takeAfter(latest, holder, now, until))
                    // It exists, and no majority has it yet.
                    .orElse(new Held(until));
        }
    }

    private Claim takeAfter(OperationLease latest, String holder, Instant now, Instant until) {
        if (latest.holder().equals(holder)) {
            return new Taken(latest.taken() == 1);
        }
        if (latest.heldUntil().isAfter(now)) {
            return new Held(latest.heldUntil());
        }
        var changed = leases.takeOver(latest.id(), latest.holder(), latest.taken(), holder, until);
        return changed == 1 ? new Taken(false) : new Held(until);
    }

    @Override
    public void endAt(String operation, String holder, Instant until) {
        leases.endAt(operation, holder, until);
    }

    @Override
    public @Nullable Instant heldUntil(String operation) {
        return leases.findById(operation).map(OperationLease::heldUntil).orElse(null);
    }
}
