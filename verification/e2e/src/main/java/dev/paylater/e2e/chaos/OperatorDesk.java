package dev.paylater.e2e.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Where purchases leave the refunds that only a person can settle: no purchase waits for them. When
 * the load is over, they are looked up in the provider's portal and settled by the operator's call.
 */
final class OperatorDesk {

    /** An ordinary refund has been told by then, were it not for a provider that tells nothing. */
    static final Duration LEFT_AFTER = Duration.ofSeconds(20);

    /** Before that a delivery of the request may still be carried out, and the call is refused. */
    static final Duration NOT_BEFORE = Duration.ofSeconds(100);

    /** From the beginning of settling; what is pending then stays so, and the run goes on. */
    static final Duration AT_MOST = Duration.ofMinutes(5);

    private static final long PAUSE_MILLIS = 2_000;

    private final Portal portal;
    private final LongSupplier millis;
    private final LongConsumer sleep;
    private final List<Left> left = new CopyOnWriteArrayList<>();

    private record Left(Untold untold, long since) {}

    OperatorDesk(Portal portal, LongSupplier millis, LongConsumer sleep) {
        this.portal = portal;
        this.millis = millis;
        this.sleep = sleep;
    }

    static OperatorDesk ofRunningSystem(ChaosFindings findings) {
        return new OperatorDesk(
                new RunningPortal(findings),
                () -> System.nanoTime() / 1_000_000,
                PatientMerchant::sleep);
    }

    long now() {
        return millis.getAsLong();
    }

    /** Whether nobody waits any longer for a refund that was asked for then. */
    boolean takes(PurchasePlan plan, long askedAt) {
        return plan.isSettledByOperator() && now() - askedAt >= LEFT_AFTER.toMillis();
    }

    void leave(Untold untold) {
        if (left.stream().noneMatch(known -> known.untold().equals(untold))) {
            left.add(new Left(untold, now()));
        }
    }

    /**
     * All that were left here, in order, each as it stands in the end: some may be pending still.
     */
    Map<Untold, Portal.Refund> settle() {
        var end = now() + AT_MOST.toMillis();
        var ends = new LinkedHashMap<Untold, Portal.Refund>();
        var open = new ArrayList<Left>();
        for (var each : left) {
            look(each, ends, open);
        }
        while (!open.isEmpty() && now() < end) {
            sleep.accept(PAUSE_MILLIS);
            var again = List.copyOf(open);
            open.clear();
            again.forEach(each -> look(each, ends, open));
        }
        return ends;
    }

    private void look(Left each, Map<Untold, Portal.Refund> ends, List<Left> open) {
        var refund = portal.refund(each.untold());
        if (refund.isPending() && now() - each.since() >= NOT_BEFORE.toMillis()) {
            portal.settle(each.untold(), portal.isMade(each.untold()));
            refund = portal.refund(each.untold());
        }
        ends.put(each.untold(), refund);
        if (refund.isPending()) {
            open.add(each);
        }
    }
}
