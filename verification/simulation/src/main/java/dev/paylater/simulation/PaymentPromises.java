package dev.paylater.simulation;

import dev.paylater.orchestrator.journal.JournalEntry;
import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentState;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What must hold for a payment after every write. */
final class PaymentPromises {

    private PaymentPromises() {}

    static void check(@Nullable StoredPayment before, StoredPayment after) {
        if (before != null) {
            Violation.unless(
                    isEndKept(before.payment(), after.payment()),
                    "%s left its final status %s for %s",
                    after.id(),
                    before.payment().status(),
                    after.payment().status());
            Violation.unless(
                    after.journal().size() >= before.journal().size()
                            && after.journal()
                                    .subList(0, before.journal().size())
                                    .equals(before.journal()),
                    "the journal of %s was rewritten",
                    after.id());
            isHandledOnce(before, after);
        }
        sums(after.payment());
        Violation.unless(
                after.fold().equals(after.payment()),
                "the journal of %s does not fold to its state",
                after.id());
    }

    /** A failed payment may be tried again with a new attempt; every other end is for ever. */
    private static boolean isEndKept(Payment before, Payment after) {
        return !before.state().isFinal()
                || before.state().getClass() == after.state().getClass()
                || (before.state() instanceof PaymentState.Failed(var retryable)
                        && retryable
                        && after.attempts().size() > before.attempts().size());
    }

    private static void isHandledOnce(StoredPayment before, StoredPayment after) {
        var known = before.journal().stream().map(JournalEntry::cause).collect(Collectors.toSet());
        after.journal().stream()
                .skip(before.journal().size())
                .map(JournalEntry::cause)
                .filter(known::contains)
                .findFirst()
                .ifPresent(
                        cause -> {
                            throw new Violation("%s handled %s twice".formatted(after.id(), cause));
                        });
    }

    private static void sums(Payment payment) {
        for (var attempt : payment.attempts()) {
            Violation.unless(
                    attempt.captured() + attempt.released() <= attempt.authorized()
                            || attempt.status().isFailed(),
                    "%s: captured %d and released %d of %d",
                    attempt.attemptId(),
                    attempt.captured(),
                    attempt.released(),
                    attempt.authorized());
        }
        Violation.unless(
                payment.amountRefunded() <= payment.amountReceived(),
                "%s: refunded %d of %d",
                payment.paymentId(),
                payment.amountRefunded(),
                payment.amountReceived());
    }
}
