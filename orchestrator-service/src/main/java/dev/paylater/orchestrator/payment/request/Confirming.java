package dev.paylater.orchestrator.payment.request;

import dev.paylater.kernel.Refusal;
import dev.paylater.options.CarriedOptions;
import dev.paylater.options.Eligibility;
import dev.paylater.options.PaymentOption;
import dev.paylater.options.Until;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Capture;
import dev.paylater.orchestrator.payment.ClientBudget;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.Intent;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand.ConfirmPayment;
import dev.paylater.orchestrator.payment.PaymentCommand.CreatePayment;
import dev.paylater.orchestrator.payment.PaymentCommand.UpdatePayment;
import dev.paylater.orchestrator.payment.PaymentEvent.AuthorizationRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentCreated;
import dev.paylater.orchestrator.payment.PaymentEvent.PaymentUpdated;
import dev.paylater.orchestrator.payment.PaymentEvent.ThreeDsRequired;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.orchestrator.payment.Route;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The merchant's way to an authorization: create, update, confirm. */
public final class Confirming {

    static final Duration DEFAULT_SESSION = Duration.ofMinutes(15);

    private static final String MANUAL_RETRY = "manual_retry";

    private Confirming() {}

    public static Decision create(CreatePayment command, Instant now) {
        var intent = command.options().create();
        var invalid = validate(intent);
        if (invalid != null) {
            return Decision.refused(invalid);
        }
        var changes =
                new Changes(null, now)
                        .add(
                                new PaymentCreated(
                                        command.merchantId(),
                                        command.paymentId(),
                                        command.profileId(),
                                        intent,
                                        command.terms(),
                                        now.plus(session(intent))));
        return command.route() == null
                ? changes.decision()
                : start(changes, command.route(), true, false);
    }

    /** What was authorized in one currency cannot be added up with another. */
    public static boolean changesFixedCurrency(Payment payment, Intent change) {
        var known = payment.intent().currency();
        return !payment.attempts().isEmpty()
                && change.fields().contains("currency")
                && !known.equals(change.currency());
    }

    public static Decision update(Changes changes, UpdatePayment command) {
        return change(changes, command.options(), command.terms());
    }

    public static Decision updateMetadata(Changes changes, UpdatePayment command) {
        var fields =
                Stream.concat(
                        command.options().fields().stream(), command.terms().keySet().stream());
        return fields.allMatch(Confirming::isAlwaysChangeable)
                ? change(changes, command.options(), command.terms())
                : Decision.refused(
                        Refusals.notInStatus("update of anything but metadata", changes.payment()));
    }

    private static boolean isAlwaysChangeable(String field) {
        return PaymentOption.named(field).filter(o -> o.until() == Until.ALWAYS).isPresent();
    }

    public static Decision confirm(Changes changes, ConfirmPayment command) {
        if (command.clientSide() && !changes.now().isBefore(changes.payment().payableUntil())) {
            return Decision.refused(Refusals.sessionExpired());
        }
        var changed = change(changes, command.options(), command.terms());
        return changed.refusal() != null
                ? changed
                : start(changes, command.route(), false, command.clientSide());
    }

    /** Applies a change, unless it is invalid. */
    private static Decision change(Changes changes, Intent change, Map<String, String> terms) {
        if (change.equals(Intent.NONE) && terms.isEmpty()) {
            return Decision.nothing();
        }
        var payment = changes.payment();
        var intent = change.change(payment.intent(), terms);
        var invalid = validate(intent);
        if (invalid != null) {
            return Decision.refused(invalid);
        }
        var tooLarge = CarriedOptions.findTooLarge(payment.terms(), terms);
        if (tooLarge.isPresent()) {
            var field = tooLarge.get();
            return Decision.refused(
                    Refusals.outOfRange(
                            "%s must have at most %s keys"
                                    .formatted(field, CarriedOptions.MAX_MEMBERS),
                            field));
        }
        var excess =
                change.isByClient() ? ClientBudget.refusal(intent, payment.terms(), terms) : null;
        if (excess != null) {
            return Decision.refused(excess);
        }
        var expiresOn =
                change.sessionExpiry() == null
                        ? payment.expiresOn()
                        : payment.created().plusSeconds(change.sessionExpiry());
        return changes.add(new PaymentUpdated(intent, terms, expiresOn)).decision();
    }

    private static Decision start(
            Changes changes, Route route, boolean creating, boolean byClient) {
        var payment = changes.payment();
        var intent = payment.intent();
        var refusal = payment.hasReusableLink() ? Refusals.reusableLink() : findObstacle(intent);
        if (refusal == null && route.mandate() != null) {
            refusal = route.mandate().findForbidden(payment, changes.now());
        }
        if (refusal != null) {
            return Decision.refused(refusal);
        }
        var routed = intent.routed(payment.paymentId(), payment.terms());
        var accounts = route.accountsFor(routed);
        if (accounts.isEmpty()) {
            var refused =
                    route.findLacking(routed)
                            .orElseGet(
                                    () ->
                                            byClient
                                                    ? Refusals.noEligibleConnector()
                                                    : Refusals.noEligibleConnector(
                                                            route.obstacles(routed)));
            return creating ? changes.refused(refused) : Decision.refused(refused);
        }
        var able =
                Eligibility.able(accounts, routed).stream()
                        .map(account -> ofAttempts(account, route, payment))
                        .toList();
        if (able.isEmpty()) {
            var account = accounts.getFirst();
            var refused =
                    Refusals.notSupported(
                            Eligibility.findRefused(account, routed).orElseThrow(),
                            account.connector());
            return creating ? changes.refused(refused) : Decision.refused(refused);
        }
        var usedUp = route.mandate() == null ? null : route.mandate().findUsedUp();
        if (usedUp != null) {
            return Decision.refused(usedUp);
        }
        return attempt(
                        changes,
                        able.getFirst(),
                        isRetriedByMerchant(payment) ? List.of() : able.subList(1, able.size()),
                        route.mandate() == null ? null : route.mandate().connectorMandateId())
                .decision();
    }

    private static ConnectorAccount ofAttempts(
            ConnectorAccount account, Route route, Payment payment) {
        var stored = account.ofAttempts(settlesDirectly(payment));
        return route.acceptsPartialApproval()
                ? stored.withFeatures(
                        Payment.plus(stored.features(), Attempt.ACCEPT_PARTIAL_APPROVAL))
                : stored;
    }

    private static boolean settlesDirectly(Payment payment) {
        return Capture.DIRECT.equals(
                CarriedOptions.text(payment.terms(), PaymentOption.CAPTURE_TYPE.fieldName()));
    }

    private static boolean isRetriedByMerchant(Payment payment) {
        return MANUAL_RETRY.equals(CarriedOptions.text(payment.terms(), "retry_action"));
    }

    /** A new attempt at an account. */
    public static Changes attempt(
            Changes changes,
            ConnectorAccount account,
            List<ConnectorAccount> fallbacks,
            @Nullable String connectorMandateId) {
        var payment = changes.payment();
        var attemptId = payment.paymentId() + "_" + (payment.attempts().size() + 1);
        if (payment.intent().needsExternalThreeDs()) {
            return changes.add(
                    new ThreeDsRequired(account, attemptId, actionDeadline(changes), fallbacks));
        }
        return changes.add(
                new AuthorizationRequested(
                        account, authorization(changes, attemptId), fallbacks, connectorMandateId));
    }

    public static Operation authorization(Changes changes, String attemptId) {
        return changes.operation(
                Kind.AUTHORIZE,
                Purpose.REQUESTED,
                changes.payment().intent().netAmount(),
                attemptId,
                1,
                Map.of());
    }

    /** Until the session ends; a session that ended before the confirm gets the usual length. */
    public static Instant actionDeadline(Changes changes) {
        var expiresOn = changes.payment().expiresOn();
        return expiresOn.isAfter(changes.now()) ? expiresOn : changes.now().plus(DEFAULT_SESSION);
    }

    private static Duration session(Intent intent) {
        return intent.sessionExpiry() == null
                ? DEFAULT_SESSION
                : Duration.ofSeconds(intent.sessionExpiry());
    }

    private static @Nullable Refusal validate(Intent intent) {
        try {
            var _ = intent.netAmount();
        } catch (ArithmeticException e) {
            return Refusals.outOfRange("The amounts add up to more than an int64 holds", "amount");
        }
        var toCapture = intent.amountToCapture();
        if (toCapture != null && (toCapture < 1 || toCapture > intent.amount())) {
            return Refusals.invalid(
                    "amount_to_capture must be between 1 and the amount", "amount_to_capture");
        }
        if (!intent.allowsPaymentMethodType()) {
            return Refusals.invalid(
                    "payment_method_type %s is not among allowed_payment_method_types"
                            .formatted(intent.paymentMethodType()),
                    "payment_method_type");
        }
        return null;
    }

    private static @Nullable Refusal findObstacle(Intent intent) {
        if (!intent.hasPaymentMethod()) {
            return Refusals.missing("payment_method");
        }
        if (intent.paymentMethodType() == null
                && intent.mandateId() == null
                && !intent.allowedPaymentMethodTypes().isEmpty()) {
            return Refusals.missing("payment_method_type");
        }
        var setsUpMandate = intent.setsUpMandate();
        if (intent.amount() == 0 && !setsUpMandate) {
            return Refusals.invalid(
                    "An amount of 0 can only be confirmed with payment_type setup_mandate",
                    "amount");
        }
        if (setsUpMandate && intent.netAmount() != 0) {
            return Refusals.invalid(
                    "payment_type setup_mandate takes no money: the amount must be 0", "amount");
        }
        if (Intent.RECURRING_MANDATE.equals(intent.paymentType()) && intent.mandateId() == null) {
            return Refusals.invalid(
                    "payment_type recurring_mandate needs a mandate_id", "mandate_id");
        }
        if (intent.mandateId() != null && !Boolean.TRUE.equals(intent.offSession())) {
            return Refusals.invalid("Paying by mandate_id needs off_session=true", "off_session");
        }
        return null;
    }
}
