package dev.paylater.simulation;

import dev.paylater.simulation.ProviderRules.Accepted;
import dev.paylater.simulation.ProviderRules.Change;
import dev.paylater.simulation.ProviderRules.Refused;
import java.util.Collection;

/**
 * Customers who object to what they have paid. A provider takes no more than is left after refunds,
 * and says how much; once that is gone it can be refunded no more.
 */
final class Objections {

    private static final int ONCE_IN = 2;
    private static final long LATEST_MILLIS = 5 * 60_000;

    private final World world;
    private final String name;
    private final Notices notices;
    private int ids;

    Objections(World world, String name, Notices notices) {
        this.world = world;
        this.name = name;
        this.notices = notices;
    }

    /** Perhaps somebody will object to this payment. */
    void expect(ProviderPayment payment) {
        if (world.chance().knows(Circumstance.DISPUTES) && world.chance().once(ONCE_IN)) {
            later(() -> open(payment));
        }
    }

    private void open(ProviderPayment payment) {
        var most = payment.refundable();
        if (most <= 0) {
            return;
        }
        var dispute =
                new ProviderDispute(
                        "dp_" + name + "_" + ++ids,
                        payment,
                        world.chance().once(2) ? most : world.chance().between(1, most),
                        world.instant());
        payment.disputes.add(dispute);
        tell(payment, dispute);
        later(
                () -> {
                    if (dispute.isOpen()) {
                        become(
                                payment,
                                dispute,
                                world.chance().once(3)
                                        ? ProviderDispute.WON
                                        : ProviderDispute.LOST);
                    }
                });
    }

    /** The merchant gives way, or sends evidence. */
    Change respond(Collection<ProviderPayment> payments, String disputeId, String status) {
        for (var payment : payments) {
            for (var dispute : payment.disputes) {
                if (dispute.id.equals(disputeId)) {
                    if (!dispute.isOpen()) {
                        return new Refused("invalid_state");
                    }
                    become(payment, dispute, status);
                    return new Accepted();
                }
            }
        }
        return new Refused("not_found");
    }

    private void become(ProviderPayment payment, ProviderDispute dispute, String status) {
        dispute.become(status, payment.refundable(), world.instant());
        tell(payment, dispute);
    }

    private void tell(ProviderPayment payment, ProviderDispute dispute) {
        payment.movedAt = world.now();
        world.tell(name, "%s of %s: %s", dispute.id, payment.attemptReference, dispute.json());
        notices.dispute(payment, dispute);
    }

    private void later(Runnable what) {
        world.after(world.chance().between(1_000, LATEST_MILLIS), what);
    }
}
