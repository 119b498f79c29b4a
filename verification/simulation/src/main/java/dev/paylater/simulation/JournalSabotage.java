package dev.paylater.simulation;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentEvent.AmountDiffered;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationApproved;
import dev.paylater.orchestrator.payment.PaymentEvent.LateCaptureFound;
import dev.paylater.orchestrator.payment.PaymentEvent.LateChargeFound;
import java.util.List;

/** The planted bugs in what a payment's journal keeps of an amount that a provider answered. */
final class JournalSabotage {

    private JournalSabotage() {}

    /** The journal as it is written: the one that was decided, when no such bug is planted. */
    static List<Entry<PaymentEvent>> apply(
            World world, Stored<Payment, PaymentEvent> before, Stored<Payment, PaymentEvent> next) {
        if (world.has(PlantedBug.APPROVED_AMOUNT_BELIEVED)) {
            return believing(before, next);
        }
        return world.has(PlantedBug.SECOND_LATE_MONEY_IGNORED) && findsSecond(before, next)
                ? before.journal()
                : next.journal();
    }

    /** Somebody is told, and what the provider says is held all the same. */
    private static List<Entry<PaymentEvent>> believing(
            Stored<Payment, PaymentEvent> before, Stored<Payment, PaymentEvent> next) {
        var decided = WatchedStore.added(before, next);
        var more =
                decided.stream()
                        .map(Entry::event)
                        .filter(AmountDiffered.class::isInstance)
                        .map(event -> ((AmountDiffered) event).difference())
                        .filter(difference -> difference.answered() > difference.asked())
                        .findFirst();
        return more.isEmpty()
                ? next.journal()
                : next.journal().stream()
                        .map(
                                entry ->
                                        decided.contains(entry)
                                                        && entry.event()
                                                                instanceof
                                                                AuthorizationApproved approved
                                                ? new Entry<PaymentEvent>(
                                                        entry.sequence(),
                                                        entry.at(),
                                                        entry.cause(),
                                                        of(approved, more.get().answered()))
                                                : entry)
                        .toList();
    }

    private static AuthorizationApproved of(AuthorizationApproved event, long amount) {
        return new AuthorizationApproved(
                event.attemptId(),
                event.operationId(),
                amount,
                event.captured(),
                event.captureOn(),
                event.data());
    }

    private static boolean findsSecond(
            Stored<Payment, PaymentEvent> before, Stored<Payment, PaymentEvent> next) {
        return WatchedStore.added(before, next).stream()
                        .anyMatch(
                                entry ->
                                        entry.event() instanceof LateCaptureFound
                                                || entry.event() instanceof LateChargeFound)
                && before.state().attempts().stream().anyMatch(one -> one.unwanted() != null);
    }
}
