package dev.paylater.simulator.payment;

import static dev.paylater.simulator.payment.SimulatedPayment.plus;

import java.util.ArrayList;
import java.util.List;

/**
 * How an authorization is decided, by the tags: at once, after the customer's step, later, or by a
 * human.
 *
 * <pre>
 *   open ──▶ REQUIRES_ACTION ──▶ decide ──▶ PENDING ──▶ APPROVED | DECLINED
 *     │            │               ├──────▶ REVIEW ───▶ APPROVED
 *     │            └▶ DECLINED | CANCELLED | EXPIRED
 *     └──▶ decide (nothing asked of the customer)
 * </pre>
 */
public final class Authorizing {

    static final long DECISION_MILLIS = 2_000;
    private static final long PAGE_MILLIS = 15 * 60_000;
    private static final long SHORT_PAGE_MILLIS = 5_000;

    private Authorizing() {}

    /** The customer's answer on a page. */
    public enum Choice {
        APPROVE,
        DECLINE,
        CANCEL
    }

    /** The first decision about a payment that has just been asked for. */
    public static RuleResult.Done open(SimulatedPayment asked, TimeAndIds moment) {
        if (asked.has(Tag.LATE_APPROVAL)) {
            return declined(
                    asked, ProviderFailure.Code.DECLINED, "The risk check declined the payment.");
        }
        if (asked.has(Tag.REDIRECT) || asked.has(Tag.REDIRECT_EXPIRED)) {
            var patience = asked.has(Tag.REDIRECT_EXPIRED) ? SHORT_PAGE_MILLIS : PAGE_MILLIS;
            var expiry = new DueChange(DueChange.Kind.EXPIRE, moment.now() + patience, null);
            return notifying(
                    asked.withStage(Stage.REQUIRES_ACTION).with(expiry),
                    SimulatedEvent.Kind.REQUIRES_ACTION);
        }
        return decide(asked, moment);
    }

    /** What the provider decides once nothing more is asked of the customer. */
    public static RuleResult.Done decide(SimulatedPayment payment, TimeAndIds moment) {
        if (payment.has(Tag.DECLINED)) {
            return declined(
                    payment, ProviderFailure.Code.DECLINED, "The risk check declined the payment.");
        }
        if (payment.has(Tag.INSUFFICIENT)) {
            return declined(
                    payment,
                    ProviderFailure.Code.INSUFFICIENT_CREDIT,
                    "The customer's credit line does not cover the amount.");
        }
        if (payment.has(Tag.FRAUD)) {
            return declined(
                    payment,
                    ProviderFailure.Code.FRAUD_SUSPECTED,
                    "The fraud screening stopped this.");
        }
        if (payment.has(Tag.PENDING_APPROVED)
                || payment.has(Tag.PENDING_DECLINED)
                || payment.has(Tag.PENDING_SILENT)) {
            var decision =
                    new DueChange(DueChange.Kind.DECIDE, moment.now() + DECISION_MILLIS, null);
            return notifying(
                    payment.undecided().withStage(Stage.PENDING).with(decision),
                    SimulatedEvent.Kind.PENDING);
        }
        if (payment.has(Tag.REVIEW)) {
            var held =
                    payment.undecided()
                            .withStage(Stage.REVIEW)
                            .withAuthorized(payment.amount())
                            .withUpdated(moment.now());
            return new RuleResult.Done(
                    held,
                    held.id(),
                    List.of(authorization(held)),
                    List.of(SimulatedEvent.of(SimulatedEvent.Kind.REVIEW)));
        }
        return approved(payment, moment);
    }

    public static RuleResult.Done declined(
            SimulatedPayment payment, ProviderFailure.Code code, String message) {
        return notifying(
                payment.undecided()
                        .withStage(Stage.DECLINED)
                        .withFailure(new ProviderFailure(code, message)),
                SimulatedEvent.Kind.DECLINED);
    }

    /** The customer decided on the page; too late or twice is refused. */
    public static RuleResult answered(SimulatedPayment payment, Choice choice, TimeAndIds moment) {
        if (payment.stage() != Stage.REQUIRES_ACTION) {
            return RuleResult.refused(
                    ProviderFailure.Code.INVALID_STATE, "The customer has nothing to decide.");
        }
        var now = payment.withUpdated(moment.now());
        return switch (choice) {
            case APPROVE -> decide(now, moment);
            case DECLINE -> declined(now, ProviderFailure.Code.DECLINED, "Declined on the page.");
            case CANCEL -> cancelled(now, "The customer cancelled on the page.");
        };
    }

    /**
     * Records the customer's choice at a provider where approval only allows the merchant to go on:
     * nothing is decided before the merchant does.
     */
    public static RuleResult consented(SimulatedPayment payment, Choice choice, TimeAndIds moment) {
        if (choice != Choice.APPROVE || payment.stage() != Stage.REQUIRES_ACTION) {
            return answered(payment, choice, moment);
        }
        if (payment.consented()) {
            return RuleResult.refused(
                    ProviderFailure.Code.INVALID_STATE, "The customer has agreed already.");
        }
        var details = payment.details().deepCopy().put(SimulatedPayment.CONSENTED, true);
        return notifying(
                payment.withDetails(details).withUpdated(moment.now()),
                SimulatedEvent.Kind.REQUIRES_ACTION);
    }

    /** Records the customer's choice, unless the provider itself declines on its page. */
    public static RuleResult screened(SimulatedPayment payment, Choice choice, TimeAndIds moment) {
        return payment.has(Tag.DECLINED) || payment.has(Tag.INSUFFICIENT) || payment.has(Tag.FRAUD)
                ? answered(payment, choice, moment)
                : consented(payment, choice, moment);
    }

    /** A human accepts a payment in review. */
    public static RuleResult accepted(SimulatedPayment payment, TimeAndIds moment) {
        if (payment.stage() != Stage.REVIEW) {
            return RuleResult.refused(
                    ProviderFailure.Code.INVALID_STATE, "The payment is not in review.");
        }
        return taken(payment.withUpdated(moment.now()), List.of(), moment);
    }

    static RuleResult.Done approved(SimulatedPayment payment, TimeAndIds moment) {
        var held =
                payment.undecided()
                        .withFailure(null)
                        .withAuthorized(payment.amount())
                        .withUpdated(moment.now());
        return taken(held, List.of(authorization(held)), moment);
    }

    static RuleResult.Done cancelled(SimulatedPayment payment, String message) {
        return notifying(
                payment.undecided()
                        .withStage(Stage.CANCELLED)
                        .withFailure(
                                new ProviderFailure(
                                        ProviderFailure.Code.CUSTOMER_CANCELLED, message)),
                SimulatedEvent.Kind.CANCELLED);
    }

    static RuleResult.Done expired(SimulatedPayment payment) {
        return notifying(
                payment.undecided()
                        .withStage(Stage.EXPIRED)
                        .withFailure(
                                new ProviderFailure(
                                        ProviderFailure.Code.EXPIRED,
                                        "The customer did not come back.")),
                SimulatedEvent.Kind.EXPIRED);
    }

    /** Approved; with automatic capture the capture is part of the same step. */
    private static RuleResult.Done taken(
            SimulatedPayment held, List<Posting> before, TimeAndIds moment) {
        var approved = held.withStage(Stage.APPROVED);
        var postings = new ArrayList<>(before);
        var happenings =
                new ArrayList<>(List.of(SimulatedEvent.of(SimulatedEvent.Kind.AUTHORIZED)));
        if (!approved.automaticCapture() || approved.capturable() == 0) {
            return new RuleResult.Done(approved, held.id(), postings, happenings);
        }
        var capture =
                new SimulatedCapture(
                        moment.id(TimeAndIds.Kind.CAPTURE),
                        held.key(),
                        approved.capturable(),
                        PartStatus.SUCCEEDED,
                        0,
                        null,
                        null,
                        moment.now());
        if (held.has(Tag.CAPTURE_DECLINED)) {
            var failed =
                    capture.withStanding(PartStatus.FAILED)
                            .withFailure(CaptureRules.REFUSED.failure());
            happenings.add(new SimulatedEvent(SimulatedEvent.Kind.CAPTURE_FAILED, failed.id()));
            return new RuleResult.Done(
                    approved.withCaptures(plus(approved.captures(), failed)),
                    held.id(),
                    postings,
                    happenings);
        }
        var done = CaptureRules.take(approved, capture, moment);
        postings.addAll(done.postings());
        return new RuleResult.Done(done.payment(), held.id(), postings, happenings);
    }

    private static Posting authorization(SimulatedPayment held) {
        return new Posting(Posting.Kind.AUTHORIZE, held.amount(), held.key(), held.id());
    }

    private static RuleResult.Done notifying(SimulatedPayment payment, SimulatedEvent.Kind kind) {
        return new RuleResult.Done(
                payment, payment.id(), List.of(), List.of(SimulatedEvent.of(kind)));
    }
}
