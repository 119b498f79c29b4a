package dev.paylater.connector.provider.afterpay;

import static dev.paylater.connector.provider.afterpay.AfterpayCalls.AFTERPAY;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Conversation;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.time.DateTimeException;
import java.time.Instant;

/** From a checkout to a decision. */
final class AfterpayCheckouts {

    /** What is kept between operations: the checkout, its page and its end. */
    static final String TOKEN = "token";

    static final String PAGE = "page";
    static final String EXPIRES = "expires";

    /** Kept when the merchant gave the checkout up: nobody must make a loan of it any more. */
    static final String GIVEN_UP = "given_up";

    private AfterpayCheckouts() {}

    /** There is one checkout an attempt: where it is known already, there is no other. */
    static Step open(Order order, Account account) {
        return order.state().containsKey(TOKEN)
                ? look(order, account)
                : AFTERPAY.write(
                        AfterpayCalls.post(account, "/v2/checkouts")
                                .withJson(AfterpayBodies.checkout(order)),
                        checkout -> Step.done(AfterpayReading.checkout(checkout)));
    }

    /** Where the authorization stands; a checkout that the customer is done with is decided. */
    static Step look(Order order, Account account) {
        if (order.transactionId() != null) {
            return AfterpayCalls.payment(
                    order, account, payment -> AfterpayReading.payment(payment, order));
        }
        var token = order.state().get(TOKEN);
        if (token == null) {
            // An unknown checkout comes to nothing: only we could make a loan of it.
            return Step.done(new Verdict.NotFound());
        }
        return Conversation.ask(
                        AfterpayCalls.get(account, "/v2/payments/token:{}", token),
                        payment -> Step.done(AfterpayReading.payment(payment, order)))
                .andThen(
                        outcome ->
                                outcome.verdict() instanceof Verdict.NotFound
                                        ? undecided(order, account, token)
                                        : Step.done(outcome));
    }

    private static Step undecided(Order order, Account account, String token) {
        return order.state().containsKey(GIVEN_UP)
                ? Step.done(Verdict.declined(Refused.VOIDED, UnifiedError.EXPIRED))
                : decide(order, account, token);
    }

    private static Step decide(Order order, Account account, String token) {
        var path = order.capturesAutomatically() ? "/v2/payments/capture" : "/v2/payments/auth";
        return Step.call(
                AfterpayCalls.post(account, path).withJson(AfterpayBodies.decision(order, token)),
                answer -> Step.done(decided(answer, order)));
    }

    private static Outcome decided(HttpAnswer answer, Order order) {
        var body = answer.json();
        if (answer.isSuccess() || body.has("paymentState")) {
            return AfterpayReading.payment(body, order);
        }
        var code = HttpAnswer.text(body, "errorCode");
        if (AfterpayErrors.NOT_CONFIRMED.equals(code)) {
            return Outcome.of(
                    new Verdict.CustomerAction("redirect_to_url", order.state().get(PAGE)));
        }
        return Outcome.of(
                AfterpayErrors.INVALID_TOKEN.equals(code)
                        ? ended(AfterpayErrors.error(answer), order)
                        : AfterpayErrors.verdict(answer));
    }

    /** The checkout is over without the customer's yes: cancelled, or its time ran out. */
    private static Verdict ended(ProviderError error, Order order) {
        return isExpired(order)
                ? new Verdict.Declined(
                        Refused.EXPIRED,
                        new ProviderError(error.code(), error.message(), UnifiedError.EXPIRED))
                : new Verdict.Declined(Refused.AUTHENTICATION_FAILED, error);
    }

    private static boolean isExpired(Order order) {
        var expires = order.state().get(EXPIRES);
        try {
            return expires != null && !order.issuedAt().isBefore(Instant.parse(expires));
        } catch (DateTimeException e) {
            return false;
        }
    }
}
