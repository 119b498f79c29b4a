package dev.paylater.connector.provider.sandbox;

import static dev.paylater.connector.provider.HttpAnswer.requiredAmount;
import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What the sandbox's answers mean. */
final class SandboxReading {

    /** Statuses in which the provider holds nothing for the merchant. */
    private static final Set<String> NOTHING_HELD =
            Set.of("voided", "cancelled", "declined", "expired");

    private static final List<String> PARTS =
            List.of("captures", "voids", "refunds", "incremental_authorizations");

    private SandboxReading() {}

    /** The answer to an authorization, an approval, or a look at the payment. */
    static Step payment(HttpAnswer answer, Order order) {
        return Step.done(
                answer.isSuccess()
                        ? payment(answer.json(), order)
                        : Outcome.of(SandboxErrors.verdict(answer)));
    }

    /** The answer to a question about a payment. */
    static Step look(HttpAnswer answer, Order order) {
        if (answer.status() == 404) {
            return Step.done(new Verdict.NotFound());
        }
        return Step.done(
                answer.isSuccess()
                        ? payment(answer.json(), order)
                        : Outcome.of(Verdict.unknown("asking was refused: " + answer)));
    }

    private static Outcome payment(JsonNode payment, Order order) {
        if (!requiredText(payment, "merchant_reference").equals(order.paymentId())) {
            throw new UnreadableAnswer("the answer is about another payment");
        }
        return payment(payment);
    }

    /** The payment as it stands, seen as the outcome of its authorization. */
    static Outcome payment(JsonNode payment) {
        return new Outcome(verdict(payment), told(payment));
    }

    private static Verdict verdict(JsonNode payment) {
        var status = requiredText(payment, "status");
        return switch (status) {
            case "authorized", "partially_captured", "captured" ->
                    new Verdict.Approved(
                            requiredAmount(payment, "amount_authorized"),
                            "automatic".equals(text(payment, "capture"))
                                    && status.equals("captured"));
            case "requires_action" -> Verdict.redirect(requiredText(payment.path("action"), "url"));
            case "pending" -> Verdict.pending();
            case "review" ->
                    new Verdict.MerchantAction(requiredAmount(payment, "amount_authorized"));
            case "voided" -> refused(Refused.VOIDED, payment);
            case "expired" -> refused(Refused.EXPIRED, payment);
            case "cancelled" ->
                    "customer_cancelled".equals(text(payment.path("error"), "code"))
                            ? refused(Refused.AUTHENTICATION_FAILED, payment)
                            : refused(Refused.VOIDED, payment);
            case "declined" ->
                    "authentication_failed".equals(text(payment.path("error"), "code"))
                            ? refused(Refused.AUTHENTICATION_FAILED, payment)
                            : refused(Refused.AUTHORIZATION_FAILED, payment);
            default -> throw new UnreadableAnswer("unknown payment status " + status);
        };
    }

    private static Verdict refused(Refused status, JsonNode payment) {
        var error = payment.path("error");
        return new Verdict.Declined(
                status,
                error.isObject()
                        ? SandboxErrors.error(error)
                        : ProviderError.of(
                                UnifiedError.EXPIRED, "The authorization was given up."));
    }

    private static Told told(JsonNode payment) {
        var told =
                Told.NOTHING
                        .withTransactionId(requiredText(payment, "id"))
                        .withReferenceId(requiredText(payment, "id"))
                        .withMandateId(text(payment.path("mandate"), "id"))
                        .withIncrementalAllowed(true);
        var screening = payment.path("fraud_screening");
        return screening.isObject()
                ? told.withFraudScreening(SandboxFraud.message(screening))
                : told;
    }

    /** The answer to a capture, void, refund or increment. */
    static Step part(HttpAnswer answer, Order order, String kind) {
        return Step.done(
                answer.isSuccess()
                        ? part(answer.json(), order.amount(), kind)
                        : Outcome.of(SandboxErrors.verdict(answer)));
    }

    /** A capture, void, refund or increment as it stands. */
    static Outcome part(JsonNode part, long fallbackAmount, String kind) {
        var told = Told.NOTHING.withOperationReference(requiredText(part, "id"));
        var amount = part.path("amount").asLong(fallbackAmount);
        var status = requiredText(part, "status");
        var verdict =
                switch (status) {
                    case "succeeded" -> new Verdict.Approved(amount, false);
                    case "pending" -> Verdict.pending();
                    case "review" -> new Verdict.MerchantAction(amount);
                    case "failed" ->
                            new Verdict.Declined(
                                    Refused.FAILURE, SandboxErrors.error(part.path("error")));
                    default -> throw new UnreadableAnswer("unknown " + kind + " status " + status);
                };
        return new Outcome(verdict, told);
    }

    /** What the provider knows under the key of an order. */
    static Step operation(JsonNode operation, Order order) {
        var payment = operation.path("payment");
        if (order.operation().authorizes()) {
            return Step.done(
                    payment.isObject() ? payment(payment, order) : Outcome.of(failed(operation)));
        }
        var status = requiredText(operation, "status");
        var resource = text(operation, "resource_id");
        if (status.equals("failed") && resource == null) {
            return Step.done(failed(operation));
        }
        for (var collection : PARTS) {
            for (var part : payment.path(collection)) {
                if (resource != null && resource.equals(text(part, "id"))) {
                    return Step.done(part(part, order.amount(), collection));
                }
            }
        }
        return Step.done(part(operation.path("answer").path("body"), order.amount(), "operation"));
    }

    private static Verdict failed(JsonNode operation) {
        return new Verdict.Declined(Refused.FAILURE, SandboxErrors.error(operation.path("error")));
    }

    /** After a void that was not possible: fine when there was nothing left to be voided. */
    static Step nothingHeld(HttpAnswer answer, Outcome refusal) {
        if (!answer.isSuccess()) {
            return Step.done(Verdict.unknown("the void was refused, and asking why as well"));
        }
        return NOTHING_HELD.contains(requiredText(answer.json(), "status"))
                ? Step.done(new Verdict.Approved(0, false))
                : Step.done(refusal);
    }
}
