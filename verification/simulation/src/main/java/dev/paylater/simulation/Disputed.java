package dev.paylater.simulation;

import dev.paylater.kernel.Stored;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Dispute;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a customer has got by a dispute is not given to them once more by a refund. */
final class Disputed {

    private static final Set<String> LOST = Set.of(ProviderDispute.LOST, ProviderDispute.ACCEPTED);

    private Disputed() {}

    /**
     * A refund that is reserved leaves what was lost before. A provider may say in between that a
     * dispute is about less than it said at first.
     */
    static void check(
            @Nullable Stored<Payment, PaymentEvent> before, Stored<Payment, PaymentEvent> after) {
        if (before == null || before.state().disputes().isEmpty()) {
            return;
        }
        var lost = Math.min(lost(before.state()), lost(after.state()));
        var reserves =
                WatchedStore.added(before, after).stream()
                        .anyMatch(entry -> entry.event() instanceof PaymentEvent.RefundReserved);
        var payment = after.state();
        Violation.unless(
                !reserves
                        || mayBeAnyAttempts(payment)
                        || payment.amountRefunded() + lost <= payment.amountReceived(),
                "%s: refunded %d of %d, of which %d were lost in disputes",
                after.id(),
                payment.amountRefunded(),
                payment.amountReceived(),
                lost);
    }

    /**
     * A provider names the payment that is disputed: where it has captured several attempts of one,
     * nobody here can know which attempt's money was lost.
     */
    static boolean mayBeAnyAttempts(Payment payment) {
        return payment.attempts().stream()
                .filter(attempt -> attempt.amounts().captured() > 0)
                .collect(Collectors.groupingBy(Attempt::connector, Collectors.counting()))
                .values()
                .stream()
                .anyMatch(captured -> captured > 1);
    }

    static long lost(Payment payment) {
        return payment.disputes().stream()
                .filter(dispute -> LOST.contains(dispute.disputeStatus()))
                .mapToLong(Dispute::amount)
                .sum();
    }

    /** In the end what the provider decided is known here. */
    static void compare(Payment payment, Optional<ProviderPayment> known) {
        for (var there : known.map(one -> one.disputes).orElseGet(List::of)) {
            var here =
                    payment.disputes().stream()
                            .filter(one -> one.connectorDisputeId().equals(there.id))
                            .findFirst();
            Violation.unless(
                    here.isPresent()
                            && here.get().disputeStatus().equals(there.status())
                            && (there.lost() == 0 || here.get().amount() == there.lost()),
                    "%s: dispute %s is %s here, %s of %d at the provider",
                    payment.paymentId(),
                    there.id,
                    here.map(Dispute::disputeStatus).orElse("unknown"),
                    there.status(),
                    there.lost());
        }
    }
}
