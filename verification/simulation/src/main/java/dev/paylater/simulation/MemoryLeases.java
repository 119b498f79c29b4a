package dev.paylater.simulation;

import dev.paylater.connector.lease.OperationLeases;
import dev.paylater.connector.lease.OperationLeases.Claim.Held;
import dev.paylater.connector.lease.OperationLeases.Claim.Taken;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which delivery may act for an operation, in a store that can be out of reach. */
final class MemoryLeases {

    private static final long AGAIN_MILLIS = 500;

    private record Lease(String holder, Instant until, boolean first) {}

    private final Map<String, Lease> leases = new HashMap<>();

    OperationLeases usedBy(Node node) {
        return new OperationLeases() {
            @Override
            public Claim take(String operation, String holder, Instant now, Instant until) {
                reach(node, "asks for the lease of %s", operation);
                var latest = leases.get(operation);
                var isOwn = latest != null && latest.holder().equals(holder);
                if (latest != null
                        && !isOwn
                        && latest.until().isAfter(now)
                        && !node.world.has(PlantedBug.LEASE_IGNORED)) {
                    return new Held(latest.until());
                }
                var first = latest == null || (isOwn && latest.first());
                leases.put(operation, new Lease(holder, until, first));
                reach(node, "has the lease of %s", operation);
                return new Taken(first);
            }

            @Override
            public void endAt(String operation, String holder, Instant until) {
                reach(node, "ends the lease of %s", operation);
                leases.computeIfPresent(
                        operation,
                        (_, latest) ->
                                latest.holder().equals(holder)
                                        ? new Lease(holder, until, latest.first())
                                        : latest);
            }

            @Override
            public @Nullable Instant heldUntil(String operation) {
                reach(node, "looks for the lease of %s", operation);
                var latest = leases.get(operation);
                return latest == null ? null : latest.until();
            }
        };
    }

    /** As the real worker does, again and again until the store answers. */
    private static void reach(Node node, String what, String operation) {
        node.step(what, operation);
        while (node.isCutOff()) {
            node.sleep(AGAIN_MILLIS);
        }
    }
}
