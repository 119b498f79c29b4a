package dev.paylater.simulator.payment;

import static dev.paylater.simulator.payment.SimulatedPayment.plus;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Captures, voids and increments: everything that changes what is left of an authorization. */
public final class CaptureRules {

    private static final long LIMIT_FACTOR = 10;

    static final RuleResult.Refused REFUSED =
            new RuleResult.Refused(
                    new ProviderFailure(
                            ProviderFailure.Code.CAPTURE_REFUSED,
                            "The provider refused the capture."));

    private CaptureRules() {}

    /** Amount null: all that is left. */
    public static RuleResult capture(
            SimulatedPayment payment,
            @Nullable Long amount,
            String key,
            @Nullable String reference,
            TimeAndIds moment) {
        var left = payment.capturable();
        if (left == 0) {
            return RuleResult.refused(
                    ProviderFailure.Code.INVALID_STATE,
                    "There is nothing to capture on this payment.");
        }
        var wanted = amount == null ? left : amount;
        if (wanted > left) {
            return RuleResult.refused(
                    ProviderFailure.Code.AMOUNT_EXCEEDS_AUTHORIZED,
                    "Only " + left + " can be captured.");
        }
        if (payment.has(Tag.CAPTURE_DECLINED)) {
            return REFUSED;
        }
        var capture =
                new SimulatedCapture(
                        moment.id(TimeAndIds.Kind.CAPTURE),
                        key,
                        wanted,
                        PartStatus.SUCCEEDED,
                        0,
                        reference,
                        null,
                        moment.now());
        return take(payment.withStage(Stage.APPROVED), capture, moment);
    }

    /** The only capture that a provider makes of a payment: what it leaves is let go with it. */
    public static RuleResult captureAndClose(
            SimulatedPayment payment,
            @Nullable Long amount,
            String key,
            @Nullable String reference,
            TimeAndIds moment) {
        var result = capture(payment, amount, key, reference, moment);
        return result instanceof RuleResult.Done taken
                        && release(taken.payment(), null, key, moment)
                                instanceof RuleResult.Done(var closed, _, var postings, _)
                ? taken.then(new RuleResult.Done(closed, taken.subject(), postings, List.of()))
                : result;
    }

    /** Records a capture that was accepted: done, or to be charged in a moment. */
    static RuleResult.Done take(
            SimulatedPayment payment, SimulatedCapture capture, TimeAndIds moment) {
        if (payment.has(Tag.CAPTURE_PENDING)) {
            var pending = capture.withStanding(PartStatus.PENDING);
            var charge =
                    new DueChange(
                            DueChange.Kind.CHARGE,
                            moment.now() + Authorizing.DECISION_MILLIS,
                            pending.id());
            return new RuleResult.Done(
                    payment.withCaptures(plus(payment.captures(), pending))
                            .with(charge)
                            .withUpdated(moment.now()),
                    pending.id(),
                    List.of(),
                    List.of());
        }
        return charged(
                payment.withCaptures(plus(payment.captures(), capture)), capture, moment.now());
    }

    static RuleResult.Done charged(SimulatedPayment payment, SimulatedCapture capture, long now) {
        return new RuleResult.Done(
                payment.with(capture.withStanding(PartStatus.SUCCEEDED)).withUpdated(now),
                capture.id(),
                List.of(
                        new Posting(
                                Posting.Kind.CAPTURE,
                                capture.amount(),
                                capture.key(),
                                capture.id())),
                List.of(new SimulatedEvent(SimulatedEvent.Kind.CAPTURED, capture.id())));
    }

    /** Amount null: all that is left. Before the authorization it ends the payment. */
    public static RuleResult release(
            SimulatedPayment payment, @Nullable Long amount, String key, TimeAndIds moment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION, PENDING -> {
                if (payment.has(Tag.VOID_DECLINED)) {
                    yield voidRefused();
                }
                var release = new Release(moment.id(TimeAndIds.Kind.VOID), key, 0, moment.now());
                var ended = Authorizing.cancelled(payment, "Voided before it was authorized.");
                yield new RuleResult.Done(
                        ended.payment()
                                .withVoids(plus(payment.voids(), release))
                                .withUpdated(moment.now()),
                        release.id(),
                        List.of(),
                        List.of(new SimulatedEvent(SimulatedEvent.Kind.VOIDED, release.id())));
            }
            case APPROVED, REVIEW -> releaseHeld(payment, amount, key, moment);
            case DECLINED, CANCELLED, EXPIRED -> nothingToVoid();
        };
    }

    /** The provider lets go of what is held, without having been asked. */
    public static RuleResult lapse(SimulatedPayment payment, String key, TimeAndIds moment) {
        var left = payment.capturable();
        if (left == 0) {
            return RuleResult.refused(ProviderFailure.Code.INVALID_STATE, "There is nothing held.");
        }
        var release = new Release(moment.id(TimeAndIds.Kind.VOID), key, left, moment.now());
        var ended = payment.captured() == 0 ? Stage.EXPIRED : payment.stage();
        return new RuleResult.Done(
                payment.undecided()
                        .withVoids(plus(payment.voids(), release))
                        .withStage(ended)
                        .withUpdated(moment.now()),
                payment.id(),
                List.of(new Posting(Posting.Kind.VOID, left, key, release.id())),
                List.of(SimulatedEvent.of(SimulatedEvent.Kind.EXPIRED)));
    }

    private static RuleResult releaseHeld(
            SimulatedPayment payment, @Nullable Long amount, String key, TimeAndIds moment) {
        var left = payment.capturable();
        if (left == 0) {
            return nothingToVoid();
        }
        var wanted = amount == null ? left : amount;
        if (wanted > left) {
            return RuleResult.refused(
                    ProviderFailure.Code.AMOUNT_EXCEEDS_AUTHORIZED,
                    "Only " + left + " can be voided.");
        }
        if (payment.has(Tag.VOID_DECLINED)) {
            return voidRefused();
        }
        var release = new Release(moment.id(TimeAndIds.Kind.VOID), key, wanted, moment.now());
        return new RuleResult.Done(
                payment.withVoids(plus(payment.voids(), release))
                        .withStage(wanted == left ? Stage.APPROVED : payment.stage())
                        .withUpdated(moment.now()),
                release.id(),
                List.of(new Posting(Posting.Kind.VOID, wanted, key, release.id())),
                List.of(new SimulatedEvent(SimulatedEvent.Kind.VOIDED, release.id())));
    }

    public static RuleResult increase(
            SimulatedPayment payment,
            long additional,
            String key,
            @Nullable String reason,
            TimeAndIds moment) {
        if (payment.capturable() == 0) {
            return RuleResult.refused(
                    ProviderFailure.Code.INVALID_STATE,
                    "There is no open authorization to increase.");
        }
        // Written so that no sum can leave the long range.
        if (additional / LIMIT_FACTOR > payment.amount()
                || (payment.authorized() + additional) / LIMIT_FACTOR > payment.amount()
                || payment.authorized() + additional < 0) {
            return RuleResult.refused(
                    ProviderFailure.Code.LIMIT_EXCEEDED,
                    "The total is too far above the first amount.");
        }
        var increment =
                new SimulatedIncrement(
                        moment.id(TimeAndIds.Kind.INCREMENT),
                        key,
                        additional,
                        payment.authorized(),
                        reason,
                        moment.now());
        return new RuleResult.Done(
                payment.withIncrements(plus(payment.increments(), increment))
                        .withAuthorized(payment.authorized() + additional)
                        .withUpdated(moment.now()),
                increment.id(),
                List.of(new Posting(Posting.Kind.AUTHORIZE, additional, key, increment.id())),
                List.of());
    }

    private static RuleResult nothingToVoid() {
        return RuleResult.refused(
                ProviderFailure.Code.INVALID_STATE, "There is nothing to void on this payment.");
    }

    private static RuleResult voidRefused() {
        return RuleResult.refused(
                ProviderFailure.Code.VOID_REFUSED, "The provider refused the void.");
    }
}
