package dev.paylater.orchestrator.payment.request;

import dev.paylater.kernel.InquirySchedule;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.OperationIds;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand.SyncPayment;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationInquired;
import dev.paylater.orchestrator.payment.PaymentEvent.CustomerActionTimedOut;
import dev.paylater.orchestrator.payment.PaymentEvent.InquiryEnded;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentLinkExpired;
import dev.paylater.orchestrator.payment.PaymentEvent.StatusInquired;
import dev.paylater.orchestrator.payment.PaymentState;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Status inquiries: forced by somebody, or because their time has come. */
public final class StatusInquiries {

    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(15);

    public static final InquirySchedule SCHEDULE = new InquirySchedule(Duration.ofSeconds(1), 4);

    /** The result usually comes by itself while the customer is at the provider's page. */
    private static final InquirySchedule WHILE_CUSTOMER_ACTS =
            new InquirySchedule(Duration.ofSeconds(5), 1);

    private StatusInquiries() {}

    public static Decision sync(Changes changes, SyncPayment command) {
        var payment = changes.payment();
        for (var operation : payment.operations()) {
            if (operation.kind() != Kind.INQUIRY
                    && (!operation.awaitingAnswer() || mayBeOlder(payment, operation, command))) {
                inquire(changes, operation, true);
            }
        }
        var purpose = command.notified() ? Purpose.RECONCILIATION : Purpose.REQUESTED;
        payment.attempts().stream()
                .filter(attempt -> mayHaveChanged(payment, attempt, command))
                .forEach(attempt -> inquire(changes, attempt, purpose));
        return changes.decision();
    }

    /**
     * A request whose first answer is still out needs no inquiry, unless that answer can be older
     * than what is notified of: a capture in the portal right after the approval.
     */
    private static boolean mayBeOlder(Payment payment, Operation operation, SyncPayment command) {
        return command.notified()
                && operation.kind().authorizes()
                && payment.attempt(operation.attemptId()).showsBooks();
    }

    /**
     * What is open may have ended or been captured there, what was captured been refunded, of an
     * earlier attempt as well, and what has ended here been approved by a customer whose page
     * stayed open. What the provider notifies of is asked about until it is answered, in place of
     * an inquiry that may have been answered before, and while something of ours is under way, too.
     */
    private static boolean mayHaveChanged(Payment payment, Attempt attempt, SyncPayment command) {
        var operations = payment.operations().stream().filter(o -> !o.isAside()).toList();
        var idle = operations.stream().allMatch(o -> o.kind() == Kind.INQUIRY);
        var quiet = operations.isEmpty() || (idle && command.notified());
        return (quiet && payment.isOpenAtProvider(attempt))
                || ((quiet || command.notified()) && mayBeRefundedThere(payment, attempt))
                || (command.notified()
                        && (mayBeCapturedThere(payment, attempt)
                                || isUnwantedIfHeld(payment, attempt)));
    }

    /**
     * A release of ours can have come after it and left less than we think, and the provider may
     * have approved more than it was asked for.
     */
    private static boolean mayBeCapturedThere(Payment payment, Attempt attempt) {
        var difference = attempt.amountDiffering();
        var approved =
                Math.max(
                        attempt.amounts().authorized(),
                        difference == null ? 0 : difference.answered());
        return attempt.showsBooks() && payment.capturedThere(attempt) < approved;
    }

    /** What a refund of ours has only reserved can have been given back in the portal before it. */
    static boolean mayBeRefundedThere(Payment payment, Attempt attempt) {
        return attempt.showsBooks()
                && payment.capturedThere(attempt) > payment.settledRefunds(attempt);
    }

    /**
     * Inquires how an authorization stands. While its request is under way that request is inquired
     * about, since both have one id, and its answer decides the attempt.
     */
    public static void inquire(Changes changes, Attempt attempt, Purpose purpose) {
        var underWay =
                changes.payment()
                        .operation(OperationIds.authorize(attempt.attemptId()))
                        .filter(operation -> operation.kind() == Kind.AUTHORIZE);
        if (underWay.isPresent()) {
            inquire(changes, underWay.get(), true);
            return;
        }
        var inquiry =
                changes.operation(
                                Kind.INQUIRY,
                                purpose,
                                attempt.heldAtMost(),
                                attempt.attemptId(),
                                1,
                                Map.of())
                        .withNextInquiryAt(changes.now().plus(ANSWERED_WITHIN));
        changes.add(new AuthorizationInquired(inquiry));
    }

    /** Whatever is due, whether or not the sweeper had it in mind. */
    public static Decision deadline(Changes changes) {
        endCustomerAction(changes);
        captureOnSchedule(changes);
        inquireAboutLapse(changes);
        for (var operation : changes.payment().operations()) {
            if (!operation.nextInquiryAt().isAfter(changes.now())) {
                inquireAgain(changes, operation);
            }
        }
        inquireAboutUnwantedMoney(changes);
        Refunding.handOverAgain(changes);
        expireLink(changes);
        return changes.decision();
    }

    private static void expireLink(Changes changes) {
        changes.payment()
                .linkExpiry()
                .filter(expiry -> !expiry.isAfter(changes.now()))
                .ifPresent(_ -> changes.add(new PaymentLinkExpired()));
    }

    private static void inquireAboutLapse(Changes changes) {
        changes.payment()
                .lapsing()
                .filter(attempt -> !changes.now().isBefore(attempt.lapseDue()))
                .ifPresent(attempt -> inquire(changes, attempt, Purpose.RECONCILIATION));
    }

    private static void inquireAboutUnwantedMoney(Changes changes) {
        for (var attempt : changes.payment().unreturnedMoney()) {
            var unwanted = attempt.unwanted();
            if (unwanted != null && !unwanted.nextTryAt().isAfter(changes.now())) {
                inquire(changes, attempt, Purpose.RECONCILIATION);
            }
        }
    }

    private static void inquireAgain(Changes changes, Operation operation) {
        if (operation.isInquiredUntilAnswered()) {
            inquire(changes, operation, false);
        } else {
            changes.add(new InquiryEnded(operation.operationId()));
        }
    }

    private static void inquire(Changes changes, Operation operation, boolean awaitingAnswer) {
        changes.add(
                new StatusInquired(
                        operation.operationId(),
                        operation.inquiries() + 1,
                        next(changes.payment(), operation, changes),
                        awaitingAnswer));
    }

    private static void endCustomerAction(Changes changes) {
        if (!(changes.payment().state()
                        instanceof
                        PaymentState.RequiresCustomerAction(var attempt, _, var deadline))
                || deadline.isAfter(changes.now())) {
            return;
        }
        var authorization =
                changes.payment().operation(OperationIds.authorize(attempt.attemptId()));
        if (authorization.isEmpty()) {
            Cancelling.expire(changes, attempt);
        } else if (authorization.get().purpose() != Purpose.EXPIRY) {
            changes.add(
                    new CustomerActionTimedOut(authorization.get().operationId(), changes.now()));
        }
    }

    private static void captureOnSchedule(Changes changes) {
        if (changes.payment().state() instanceof PaymentState.RequiresCapture(_, var captureOn)
                && captureOn != null
                && !captureOn.isAfter(changes.now())) {
            Capturing.captureByService(changes);
        }
    }

    private static Instant next(Payment payment, Operation operation, Changes changes) {
        return payment.state() instanceof PaymentState.RequiresCustomerAction
                        && operation.purpose() != Purpose.EXPIRY
                ? nextWhileCustomerActs(operation, changes)
                : next(operation, changes);
    }

    public static Instant next(Operation operation, Changes changes) {
        return SCHEDULE.next(operation.requestedAt(), changes.now());
    }

    public static Instant nextWhileCustomerActs(Operation operation, Changes changes) {
        return WHILE_CUSTOMER_ACTS.next(operation.requestedAt(), changes.now());
    }

    /** Whether it has ended here, and nothing was taken or given back that an approval explains. */
    public static boolean isUnwantedIfHeld(Payment payment, Attempt attempt) {
        return isUntouched(payment, attempt) && hasEnded(attempt);
    }

    /** Whether nothing of it was captured, released or found unwanted, and no void is under way. */
    public static boolean isUntouched(Payment payment, Attempt attempt) {
        return attempt.unwanted() == null
                && attempt.amounts().released() == 0
                && attempt.amounts().captured() == 0
                && !payment.isVoiding(attempt);
    }

    public static boolean hasEnded(Attempt attempt) {
        return attempt.stage() instanceof AttemptStage.Ended;
    }
}
