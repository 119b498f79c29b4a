package dev.paylater.orchestrator.payment.request;

import dev.paylater.kernel.Refusal;
import dev.paylater.options.IgnoredOptions;
import dev.paylater.options.RefundedLines;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.Dispute;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordRefundStatus;
import dev.paylater.orchestrator.payment.PaymentCommand.ReserveRefund;
import dev.paylater.orchestrator.payment.PaymentEvent.BooksDiffered;
import dev.paylater.orchestrator.payment.PaymentEvent.FoundRefundTakenOver;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundCorrectionPostponed;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundHandedOverAgain;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundReservationDropped;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundReserved;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundStatusRecorded;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundUpdated;
import dev.paylater.orchestrator.payment.PaymentEvent.UnwantedMoneyKept;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import dev.paylater.provider.ProviderBooks;
import dev.paylater.provider.ProviderError;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The money rule of refunds: never more than was captured, under any concurrency. */
public final class Refunding {

    private static final long MINIMUM = 100;
    private static final Duration LATEST = Duration.ofDays(365);

    private Refunding() {}

    public static Decision reserve(Changes changes, Attempt attempt, ReserveRefund command) {
        var payment = changes.payment();
        if (payment.refund(command.refundId()).isPresent()) {
            return Decision.refused(Refusals.duplicateRefund(command.refundId()));
        }
        if (Refund.isReserved(command.refundId())) {
            return Decision.refused(
                    Refusals.outOfRange(
                            "refund_id must not begin with %s or %s"
                                    .formatted(Refund.UNWANTED, Refund.FOUND),
                            "refund_id"));
        }
        if (changes.now().isAfter(payment.created().plus(LATEST))) {
            return Decision.refused(
                    Refusals.outOfRange(
                            "A payment can be refunded for " + LATEST.toDays() + " days",
                            "payment_id"));
        }
        var otherAccount = attempt.findOtherAccount(command.details());
        if (otherAccount != null) {
            return Decision.refused(otherAccount);
        }
        var details = IgnoredOptions.marked(command.details(), attempt::can);
        var ignored = IgnoredOptions.ofRefund(details::containsKey);
        if (!ignored.isEmpty() && attempt.can(ConnectorAccount.STRICT)) {
            return Decision.refused(Refusals.notSupported(ignored.getFirst(), attempt.connector()));
        }
        var lines = command.details().get("order_details");
        var sum = lines == null ? null : RefundedLines.sum(lines);
        if (sum != null
                && (sum <= 0 || (command.amount() != null && !sum.equals(command.amount())))) {
            return Decision.refused(Refusals.linesMissTheAmount(sum, command.amount()));
        }
        var lost = payment.lostDisputes(attempt);
        var direct = payment.settledDirectly(attempt);
        var left = Math.max(0, Dispute.refundable(payment, attempt, lost) - direct);
        var asked = command.amount() == null ? sum : command.amount();
        var amount = asked == null ? left : asked;
        if (direct > 0
                && lost.isEmpty()
                && (left == 0 || amount > left)
                && amount <= left + direct) {
            return Decision.refused(Refusals.settledDirectly(direct, left));
        }
        if (left == 0 || amount > left) {
            return Decision.refused(
                    lost.isEmpty()
                            ? Refusals.refundTooLarge(left)
                            : Refusals.refundIsDisputed(left, lost));
        }
        if (amount < MINIMUM && amount != left) {
            return Decision.refused(
                    Refusals.outOfRange(
                            "amount must be at least %s, or exactly what is left (%s)"
                                    .formatted(Math.min(MINIMUM, left), left),
                            "amount"));
        }
        var problem = lines == null ? null : problemOf(lines, payment, attempt);
        if (problem != null) {
            return Decision.refused(problem);
        }
        var refund =
                new Refund(
                        command.refundId(),
                        payment.refunds().size() + 1,
                        Refund.Status.PENDING,
                        amount,
                        command.reason(),
                        details,
                        null,
                        attempt.attemptId(),
                        changes.now(),
                        changes.now());
        return changes.add(new RefundReserved(refund)).decision();
    }

    /** Why these lines cannot be given back; null: they can. */
    private static @Nullable Refusal problemOf(String lines, Payment payment, Attempt attempt) {
        var made = payment.termsOf(attempt);
        var earlier =
                payment.refunds().stream()
                        .filter(refund -> refund.attemptId().equals(attempt.attemptId()))
                        .filter(refund -> refund.status() != Refund.Status.FAILED)
                        .map(refund -> refund.details().get("order_details"))
                        .filter(Objects::nonNull)
                        .toList();
        var problem =
                RefundedLines.of(made.terms().get("order_details"), made.intent().netAmount())
                        .lessOf(earlier)
                        .problemOf(lines);
        return problem == null ? null : Refusals.linesExceed(problem);
    }

    /**
     * Refunds unwanted money without a request of the merchant; every try is a new refund. More of
     * it may be found after the first was refunded, so that the number of tries is not enough.
     */
    public static Changes refundUnwanted(
            Changes changes, String attemptId, long amount, int tries) {
        var number = tries + 1;
        while (changes.payment().refund(Refund.unwantedId(attemptId, number)).isPresent()) {
            number++;
        }
        return changes.add(
                new RefundReserved(
                        new Refund(
                                Refund.unwantedId(attemptId, number),
                                changes.payment().refunds().size() + 1,
                                Refund.Status.PENDING,
                                amount,
                                "late approval",
                                Map.of(),
                                null,
                                attemptId,
                                changes.now(),
                                changes.now())));
    }

    /** A message to refund-service, or its answer, may have become a dead letter. */
    static void handOverAgain(Changes changes) {
        for (var refund : changes.payment().refunds()) {
            if (refund.handOverDue().filter(due -> !due.isAfter(changes.now())).isPresent()) {
                changes.add(
                        new RefundHandedOverAgain(
                                refund.refundId(), refund.nextHandOver(changes.now())));
            }
        }
    }

    /** In a status without refunds; a refund that exists is named first. */
    public static Decision refuse(Payment payment, ReserveRefund command) {
        return Decision.refused(
                payment.refund(command.refundId()).isPresent()
                        ? Refusals.duplicateRefund(command.refundId())
                        : Refusals.noRefundInStatus(payment));
    }

    public static Decision record(Changes changes, RecordRefundStatus command) {
        var known = changes.payment().refund(command.refundId());
        if (known.isEmpty()) {
            return Decision.nothing();
        }
        var refund = known.get();
        if (command.status() == null) {
            return refund.status().isFinal() ? Decision.nothing() : drop(changes, refund);
        }
        if (!refund.updated(command.reason(), command.metadata()).equals(refund)) {
            changes.add(
                    new RefundUpdated(command.refundId(), command.reason(), command.metadata()));
        }
        if (refund.status().isFinal() && command.correction()) {
            return correct(changes, refund, command);
        }
        if (refund.status().isFinal() && refund.handOverAt() != null) {
            changes.add(new FoundRefundTakenOver(refund.refundId()));
        }
        if (refund.status().isFinal() || refund.status() == command.status()) {
            return changes.decision();
        }
        return end(changes, refund, command, booked(changes, refund, command.amount()));
    }

    private static Decision end(
            Changes changes, Refund refund, RecordRefundStatus command, @Nullable Long amount) {
        var status = Objects.requireNonNull(command.status());
        changes.add(new RefundStatusRecorded(command.refundId(), status, amount, command.error()));
        if (status.isFinal()) {
            keepIfLeft(changes, refund, command.error());
            bookPostponed(changes, refund.attemptId());
        }
        if (status == Refund.Status.FAILED) {
            // Refused perhaps because the money was given back in the provider's portal.
            inquireBooks(changes, refund);
        }
        return changes.decision();
    }

    /** What was given back beyond what was reserved is for somebody to look at. */
    private static @Nullable Long booked(Changes changes, Refund refund, @Nullable Long amount) {
        if (amount == null || amount <= refund.amount()) {
            return amount;
        }
        changes.addAmountDifference(refund.attemptId(), refund.refundId(), refund.amount(), amount);
        return refund.amount();
    }

    /**
     * The provider has changed its mind about a refund. What it gave back after all is reserved
     * again where another refund has not taken the amount meanwhile; else its books show more than
     * can have happened here, which raises an alarm, and it is booked once there is room. A refund
     * that was found in those books may be this one: the books are asked for once more.
     */
    private static Decision correct(Changes changes, Refund refund, RecordRefundStatus command) {
        var corrected =
                refund.withStatus(Objects.requireNonNull(command.status()))
                        .withAmount(command.amount() == null ? refund.amount() : command.amount());
        var more = corrected.reserved() - refund.reserved();
        if (corrected.status() == refund.status() && more == 0) {
            postpone(changes, refund, null);
            return changes.decision();
        }
        var attempt = changes.payment().attempt(refund.attemptId());
        if (more <= attempt.amounts().refundable()) {
            var booked = changes.payment().refunds(attempt).anyMatch(Refund::isFound);
            end(changes, refund, command, command.amount());
            if (booked && attempt.showsBooks()) {
                // Also where all is refunded: what was settled directly leaves room for both here.
                StatusInquiries.inquire(changes, attempt, Operation.Purpose.RECONCILIATION);
            }
            return changes.decision();
        }
        postpone(changes, refund, corrected.amount());
        return changes.add(
                        new BooksDiffered(
                                attempt.attemptId(),
                                new ProviderBooks(
                                        attempt.amounts().captured(),
                                        changes.payment().settledRefunds(attempt) + more)))
                .decision();
    }

    private static void postpone(Changes changes, Refund refund, @Nullable Long amount) {
        if (!Objects.equals(refund.postponed(), amount)) {
            changes.add(new RefundCorrectionPostponed(refund.refundId(), amount));
        }
    }

    /** Refunds that were made after all, and had no room until now. */
    public static void bookPostponed(Changes changes, String attemptId) {
        for (var refund : changes.payment().refunds()) {
            var amount = refund.postponed();
            if (amount != null
                    && refund.attemptId().equals(attemptId)
                    && amount - refund.reserved()
                            <= changes.payment().attempt(attemptId).amounts().refundable()) {
                changes.add(
                        new RefundStatusRecorded(
                                refund.refundId(), Refund.Status.SUCCEEDED, amount, null));
            }
        }
    }

    private static void inquireBooks(Changes changes, Refund refund) {
        var attempt = changes.payment().attempt(refund.attemptId());
        if (StatusInquiries.mayBeRefundedThere(changes.payment(), attempt)) {
            StatusInquiries.inquire(changes, attempt, Operation.Purpose.RECONCILIATION);
        }
    }

    private static Decision drop(Changes changes, Refund refund) {
        changes.add(new RefundReservationDropped(refund.refundId()));
        keepIfLeft(changes, refund, null);
        bookPostponed(changes, refund.attemptId());
        return changes.decision();
    }

    private static void keepIfLeft(Changes changes, Refund refund, @Nullable ProviderError error) {
        var attempt = changes.payment().attempt(refund.attemptId());
        if (refund.isOfUnwantedMoney() && changes.payment().unwantedAmount(attempt) > 0) {
            keepUnwanted(changes, attempt, error);
        }
    }

    /** Unwanted money that could not be given back yet: an alarm, and another try later. */
    public static void keepUnwanted(
            Changes changes, Attempt attempt, @Nullable ProviderError error) {
        changes.add(
                new UnwantedMoneyKept(
                        attempt.attemptId(),
                        error,
                        Objects.requireNonNull(attempt.unwanted()).nextTry(changes.now())));
    }
}
