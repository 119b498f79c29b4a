package dev.paylater.connector.provider.afterpay;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.StatusTable;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What Afterpay's payments mean. */
final class AfterpayReading {

    /** What a paymentState comes to for the authorization. */
    private enum Standing {
        HELD,
        TAKEN,
        DECLINED,
        FAILED,
        GIVEN_UP,
        RAN_OUT
    }

    private static final StatusTable<Standing> STATES =
            new StatusTable<>(
                    "paymentState",
                    Map.of(
                            "AUTH_APPROVED", Standing.HELD,
                            "PARTIALLY_CAPTURED", Standing.HELD,
                            "CAPTURED", Standing.TAKEN,
                            "AUTH_DECLINED", Standing.DECLINED,
                            "CAPTURE_DECLINED", Standing.FAILED,
                            "VOIDED", Standing.GIVEN_UP,
                            "EXPIRED", Standing.RAN_OUT));

    private static final String CAPTURED = "CAPTURED";

    private AfterpayReading() {}

    /** The answer to a checkout: the customer has to go there. */
    static Outcome checkout(JsonNode checkout) {
        var token = requiredText(checkout, "token");
        var url = requiredText(checkout, "redirectCheckoutUrl");
        var told =
                Told.NOTHING
                        .withReferenceId(token)
                        .withState(AfterpayCheckouts.TOKEN, token)
                        .withState(AfterpayCheckouts.PAGE, url);
        var expires = text(checkout, "expires");
        return new Outcome(
                Verdict.redirect(url),
                expires == null ? told : told.withState(AfterpayCheckouts.EXPIRES, expires));
    }

    /** A payment, seen as the outcome of its authorization. */
    static Outcome payment(JsonNode payment, Order order) {
        if (!requiredText(payment, "merchantReference").equals(order.paymentId())) {
            throw new UnreadableAnswer("the answer is about another payment");
        }
        var id = requiredText(payment, "id");
        var told = Told.NOTHING.withTransactionId(id).withReferenceId(id);
        var verdict = verdict(payment, order);
        return new Outcome(
                verdict,
                verdict instanceof Verdict.Approved(_, var captured) && captured
                        ? told.withOperationReference(firstCapture(payment))
                        : told);
    }

    private static Verdict verdict(JsonNode payment, Order order) {
        var amount = AfterpayMoney.minor(payment.path("originalAmount"), order.currency());
        return switch (STATES.of(payment)) {
            case HELD -> new Verdict.Approved(amount, false);
            case TAKEN -> new Verdict.Approved(amount, order.capturesAutomatically());
            case DECLINED -> refused(Refused.AUTHORIZATION_FAILED, UnifiedError.DECLINED, payment);
            case FAILED -> refused(Refused.FAILURE, UnifiedError.DECLINED, payment);
            case GIVEN_UP ->
                    hasCaptures(payment)
                            ? new Verdict.Approved(amount, false)
                            : refused(Refused.VOIDED, UnifiedError.EXPIRED, payment);
            case RAN_OUT ->
                    hasCaptures(payment)
                            ? new Verdict.Approved(amount, false)
                            : refused(Refused.EXPIRED, UnifiedError.EXPIRED, payment);
        };
    }

    private static Verdict refused(Refused status, UnifiedError unified, JsonNode payment) {
        return new Verdict.Declined(
                status,
                new ProviderError(text(payment, "paymentState"), unified.message(), unified));
    }

    /** Whether what was to be given up is not held any more, for whatever reason. */
    static boolean nothingHeld(JsonNode payment, Order order) {
        return switch (STATES.of(payment)) {
            case HELD -> false;
            case TAKEN -> order.operation() == Operation.RELEASE;
            case DECLINED, FAILED, GIVEN_UP, RAN_OUT -> true;
        };
    }

    /** The capture that we made under this reference, {@link Verdict.NotFound} without one. */
    static Outcome capture(JsonNode payment, Order order) {
        for (var event : payment.path("events")) {
            if (AfterpayBodies.reference(order)
                    .equals(text(event, "paymentEventMerchantReference"))) {
                var type = requiredText(event, "type");
                return switch (type) {
                    case CAPTURED ->
                            new Outcome(
                                    new Verdict.Approved(
                                            AfterpayMoney.minor(
                                                    event.path("amount"), order.currency()),
                                            false),
                                    Told.NOTHING.withOperationReference(requiredText(event, "id")));
                    case "CAPTURE_DECLINED" ->
                            Outcome.of(
                                    new Verdict.Declined(
                                            Refused.FAILURE,
                                            new ProviderError(
                                                    type,
                                                    UnifiedError.DECLINED.message(),
                                                    UnifiedError.DECLINED)));
                    default -> throw new UnreadableAnswer("unknown event " + type);
                };
            }
        }
        return Outcome.of(new Verdict.NotFound());
    }

    /** A refund, or the entry that a void leaves among the refunds. */
    static Outcome refund(JsonNode refund, Order order) {
        return new Outcome(
                new Verdict.Approved(
                        AfterpayMoney.minor(refund.path("amount"), order.currency()), false),
                Told.NOTHING.withOperationReference(requiredText(refund, "refundId")));
    }

    /** What was given back under our requestId, {@link Verdict.NotFound} without one. */
    static Outcome givenBack(JsonNode payment, Order order) {
        for (var refund : payment.path("refunds")) {
            if (AfterpayBodies.requestId(order).equals(text(refund, "requestId"))) {
                return refund(refund, order);
            }
        }
        return Outcome.of(new Verdict.NotFound());
    }

    private static boolean hasCaptures(JsonNode payment) {
        for (var event : payment.path("events")) {
            if (CAPTURED.equals(text(event, "type"))) {
                return true;
            }
        }
        return false;
    }

    private static String firstCapture(JsonNode payment) {
        for (var event : payment.path("events")) {
            if (CAPTURED.equals(text(event, "type"))) {
                return requiredText(event, "id");
            }
        }
        throw new UnreadableAnswer("a captured payment without a capture");
    }
}
