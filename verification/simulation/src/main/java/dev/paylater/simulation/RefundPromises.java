package dev.paylater.simulation;

import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.DocumentCodec;
import dev.paylater.refund.core.Part;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.mongo.RefundDocument;
import org.jspecify.annotations.Nullable;

/** What must hold for a refund after every write. */
final class RefundPromises implements WatchedStore.Promises<Refund, RefundEvent> {

    /** Whether there are providers that change their mind about a refund. */
    private final boolean mayTurn;

    RefundPromises(boolean mayTurn) {
        this.mayTurn = mayTurn;
    }

    /** How many of its parts came to the opposite of their end, which each may once. */
    private static long turns(Refund refund) {
        return refund.parts().stream().filter(Part::reversed).count();
    }

    @Override
    public void check(
            @Nullable Stored<Refund, RefundEvent> before, Stored<Refund, RefundEvent> after) {
        var refund = after.state();
        if (before != null) {
            var was = before.state();
            Violation.unless(
                    !was.status().isFinal()
                            || was.status() == refund.status()
                            || (mayTurn && turns(was) < turns(refund)),
                    "refund %s left its final status %s for %s",
                    after.id(),
                    was.status(),
                    refund.status());
            // The latest inquiry may stand for the one before it.
            var kept = before.journal().size() - 1;
            Violation.unless(
                    after.journal().size() > kept
                            && after.journal()
                                    .subList(0, kept)
                                    .equals(before.journal().subList(0, kept)),
                    "the journal of refund %s was rewritten",
                    after.id());
        }
        Violation.unless(
                refund.refunded() <= refund.order().amount(),
                "refund %s: %d given back of %d",
                after.id(),
                refund.refunded(),
                refund.order().amount());
    }

    @Override
    public Stored<Refund, RefundEvent> planted(
            World world,
            @Nullable Stored<Refund, RefundEvent> before,
            Stored<Refund, RefundEvent> next) {
        return next;
    }

    @Override
    public DocumentCodec<Refund, RefundEvent> form() {
        return RefundDocument.CODEC;
    }

    @Override
    public PlantedBug versionNotChecked() {
        return PlantedBug.REFUND_VERSION_NOT_CHECKED;
    }

    @Override
    public PlantedBug deadlinesMissed() {
        return PlantedBug.REFUND_DEADLINES_MISSED;
    }
}
