package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.ConfirmPayment;
import dev.paylater.orchestrator.payment.PaymentCommand.CreatePayment;
import dev.paylater.orchestrator.payment.PaymentCommand.UpdatePayment;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentCreated;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentUpdated;
import dev.paylater.orchestrator.payment.PaymentEvent.ThreeDsRequired;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The merchant's way to an authorization: create, update, confirm. */
final class Confirming {

    static final Duration DEFAULT_SESSION = Duration.ofMinutes(15);

    /** What may still be changed once a payment is authorized. */
    private static final Set<String> ALWAYS_CHANGEABLE = Set.of("metadata");

    private Confirming() {}

    static Decision create(CreatePayment command, Instant now) {
        var intent = command.options().create();
        var senseless = findNonsense(intent);
        if (senseless != null) {
            return Decision.refused(senseless);
        }
        var story =
                new Story(null, now)
                        .tell(
                                new PaymentCreated(
                                        command.merchantId(),
                                        command.paymentId(),
                                        command.profileId(),
                                        intent,
                                        command.terms(),
                                        now.plus(session(command.options()))));
        return command.route() == null ? story.end() : start(story, command.route(), true);
    }

    static Decision update(Story story, UpdatePayment command) {
        return switch (story.payment().state()) {
            case State.RequiresPaymentMethod _, State.RequiresConfirmation _ ->
                    change(story, command.options(), command.terms());
            case State.RequiresCapture _,
                    State.PartiallyCapturedAndCapturable _,
                    State.PartiallyCaptured _,
                    State.Succeeded _ ->
                    command.options().isNone()
                                    && ALWAYS_CHANGEABLE.containsAll(command.terms().keySet())
                            ? change(story, command.options(), command.terms())
                            : Decision.refused(
                                    Refusal.notInStatus(
                                            "update of anything but metadata", story.payment()));
            case State.Processing _,
                    State.RequiresCustomerAction _,
                    State.RequiresMerchantAction _,
                    State.Failed _,
                    State.Cancelled _ ->
                    Decision.refused(Refusal.notInStatus(command.operation(), story.payment()));
        };
    }

    static Decision confirm(Story story, ConfirmPayment command) {
        var payment = story.payment();
        var allowed =
                switch (payment.state()) {
                    case State.RequiresPaymentMethod _, State.RequiresConfirmation _ -> true;
                    case State.Failed(var retryable) ->
                            retryable && story.now().isBefore(payment.expiresOn());
                    case State.Processing _,
                            State.RequiresCustomerAction _,
                            State.RequiresMerchantAction _,
                            State.RequiresCapture _,
                            State.PartiallyCapturedAndCapturable _,
                            State.PartiallyCaptured _,
                            State.Succeeded _,
                            State.Cancelled _ ->
                            false;
                };
        if (!allowed) {
            return Decision.refused(Refusal.notInStatus(command.operation(), payment));
        }
        if (command.clientSide() && !story.now().isBefore(payment.expiresOn())) {
            return Decision.refused(Refusal.sessionExpired());
        }
        var changed = change(story, command.options(), command.terms());
        return changed.refusal() != null ? changed : start(story, command.route(), false);
    }

    /** Applies what was said; the story ends here only when that makes no sense. */
    private static Decision change(Story story, IntentChange change, Map<String, String> terms) {
        if (change.isNone() && terms.isEmpty()) {
            return Decision.nothing();
        }
        var payment = story.payment();
        var intent = change.over(payment.intent(), terms.keySet());
        var senseless = findNonsense(intent);
        if (senseless != null) {
            return Decision.refused(senseless);
        }
        var excess =
                change.clientFields() == null
                        ? null
                        : ClientBudget.refusal(intent, payment.terms(), terms);
        if (excess != null) {
            return Decision.refused(excess);
        }
        var expiresOn =
                change.sessionExpiry() == null
                        ? payment.expiresOn()
                        : payment.created().plusSeconds(change.sessionExpiry());
        return story.tell(new PaymentUpdated(intent, terms, expiresOn)).end();
    }

    private static Decision start(Story story, Route route, boolean creating) {
        var payment = story.payment();
        var intent = payment.intent();
        var refusal = findObstacle(intent);
        if (refusal == null && route.mandate() != null) {
            refusal = route.mandate().findForbidden(payment, story.now());
        }
        if (refusal != null) {
            return Decision.refused(refusal);
        }
        var accounts = route.accountsFor(payment.paymentId(), intent);
        if (accounts.isEmpty()) {
            return creating
                    ? story.endRefused(Refusal.noEligibleConnector())
                    : Decision.refused(Refusal.noEligibleConnector());
        }
        var usedUp = route.mandate() == null ? null : route.mandate().findUsedUp();
        if (usedUp != null) {
            return Decision.refused(usedUp);
        }
        var fallbacks = accounts.subList(1, accounts.size());
        return attempt(
                        story,
                        accounts.getFirst(),
                        fallbacks,
                        route.mandate() == null ? null : route.mandate().connectorMandateId())
                .end();
    }

    /** A new attempt at an account. */
    static Story attempt(
            Story story,
            ConnectorAccount account,
            List<ConnectorAccount> fallbacks,
            @Nullable String connectorMandateId) {
        var payment = story.payment();
        var attemptId = payment.paymentId() + "_" + (payment.attempts().size() + 1);
        if (payment.intent().wantsExternalThreeDs() && payment.intent().mandateId() == null) {
            return story.tell(
                    new ThreeDsRequired(account, attemptId, actionDeadline(story), fallbacks));
        }
        return story.tell(
                new AuthorizationRequested(
                        account, authorization(story, attemptId), fallbacks, connectorMandateId));
    }

    static Operation authorization(Story story, String attemptId) {
        return story.operation(
                Kind.AUTHORIZE,
                Purpose.REQUESTED,
                story.payment().intent().netAmount(),
                attemptId,
                1,
                Map.of());
    }

    /** Until the session ends; a session that ended before the confirm gets the usual length. */
    static Instant actionDeadline(Story story) {
        var expiresOn = story.payment().expiresOn();
        return expiresOn.isAfter(story.now()) ? expiresOn : story.now().plus(DEFAULT_SESSION);
    }

    private static Duration session(IntentChange options) {
        return options.sessionExpiry() == null
                ? DEFAULT_SESSION
                : Duration.ofSeconds(options.sessionExpiry());
    }

    private static @Nullable Refusal findNonsense(Intent intent) {
        try {
            var _ = intent.netAmount();
        } catch (ArithmeticException e) {
            return Refusal.outOfRange("The amounts add up to more than an int64 holds", "amount");
        }
        if (intent.amountToCapture() != null && intent.amountToCapture() > intent.amount()) {
            return Refusal.senseless(
                    "amount_to_capture must be at most the amount", "amount_to_capture");
        }
        if (!intent.allowsPaymentMethodType()) {
            return Refusal.senseless(
                    "payment_method_type %s is not among allowed_payment_method_types"
                            .formatted(intent.paymentMethodType()),
                    "payment_method_type");
        }
        return null;
    }

    private static @Nullable Refusal findObstacle(Intent intent) {
        if (!intent.hasPaymentMethod()) {
            return Refusal.missing("payment_method");
        }
        if (intent.paymentMethodType() == null
                && intent.mandateId() == null
                && !intent.allowedPaymentMethodTypes().isEmpty()) {
            return Refusal.missing("payment_method_type");
        }
        var setsUpMandate = Intent.SETUP_MANDATE.equals(intent.paymentType());
        if (intent.amount() == 0 && !setsUpMandate) {
            return Refusal.senseless(
                    "An amount of 0 can only be confirmed with payment_type setup_mandate",
                    "amount");
        }
        if (setsUpMandate && intent.netAmount() != 0) {
            return Refusal.senseless(
                    "payment_type setup_mandate takes no money: the amount must be 0", "amount");
        }
        if (Intent.RECURRING_MANDATE.equals(intent.paymentType()) && intent.mandateId() == null) {
            return Refusal.senseless(
                    "payment_type recurring_mandate needs a mandate_id", "mandate_id");
        }
        if (intent.mandateId() != null && !Boolean.TRUE.equals(intent.offSession())) {
            return Refusal.senseless("Paying by mandate_id needs off_session=true", "off_session");
        }
        return null;
    }
}
