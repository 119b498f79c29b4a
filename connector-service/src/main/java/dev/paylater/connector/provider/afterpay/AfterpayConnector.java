package dev.paylater.connector.provider.afterpay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Capabilities;
import dev.paylater.connector.provider.Capabilities.Feature;
import dev.paylater.connector.provider.Capabilities.Idempotency;
import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * Afterpay and Clearpay (docs: developers.afterpay.com): a checkout, the customer's yes on its
 * page, and then a second call without which there is no loan. Decimal strings; a requestId in the
 * body makes writes repeatable for 24 hours; a payment is found again by the checkout's token.
 */
public final class AfterpayConnector implements Connector {

    static final String NAME = "afterpay_clearpay";

    /** What is kept between operations: the checkout, its page and its end. */
    static final String TOKEN = "token";

    static final String PAGE = "page";
    static final String EXPIRES = "expires";

    /** Kept when the merchant gave the checkout up: nobody must make a loan of it any more. */
    private static final String GIVEN_UP = "given_up";

    /** Kept of an operation that the provider has and still works on. */
    private static final String PROCESSING = "processing_";

    private static final URI LIVE = URI.create("https://global-api.afterpay.com");

    private static final Capabilities CAPABILITIES =
            new Capabilities(
                    Set.of("AUD", "NZD", "USD", "CAD", "GBP"),
                    Set.of("AU", "NZ", "US", "CA", "GB"),
                    Set.of("installment_invoice"),
                    Set.of(),
                    Set.of(
                            Feature.NATIVE_AUTOMATIC_CAPTURE,
                            Feature.PARTIAL_CAPTURE,
                            Feature.MULTIPLE_CAPTURE,
                            Feature.PARTIAL_REFUND,
                            Feature.VOID,
                            Feature.RELEASE,
                            Feature.REDIRECT,
                            Feature.LATE_DECISION,
                            Feature.LATE_CAPTURE,
                            Feature.SIGNED_WEBHOOKS,
                            Feature.TIMESTAMPED_WEBHOOKS),
                    Map.of(
                            Operation.AUTHORIZE, Idempotency.HARMLESS,
                            Operation.COMPLETE_AUTHORIZE, Idempotency.KEY,
                            Operation.CAPTURE, Idempotency.KEY,
                            Operation.VOID, Idempotency.KEY,
                            Operation.RELEASE, Idempotency.KEY,
                            Operation.REFUND, Idempotency.KEY));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public URI baseUrl(Account account) {
        return account.baseUrl() == null ? LIVE : account.baseUrl();
    }

    @Override
    public Step perform(Order order, Account account) {
        return switch (order.operation()) {
            case AUTHORIZE ->
                    Step.call(
                            post(account, "/v2/checkouts").withJson(AfterpayBodies.checkout(order)),
                            answer -> Step.done(AfterpayReading.checkout(answer)));
            case COMPLETE_AUTHORIZE -> look(order, account);
            case CAPTURE ->
                    Step.call(
                            post(account, "/v2/payments/{}/capture", order.requiredTransactionId())
                                    .withJson(AfterpayBodies.capture(order)),
                            answer ->
                                    done(
                                            answer,
                                            payment ->
                                                    found(
                                                            AfterpayReading.capture(
                                                                    payment, order))));
            case REFUND ->
                    Step.call(
                            post(account, "/v2/payments/{}/refund", order.requiredTransactionId())
                                    .withJson(AfterpayBodies.refund(order)),
                            answer ->
                                    done(answer, refund -> AfterpayReading.refund(refund, order)));
            case VOID -> giveUpAll(order, account);
            case RELEASE -> giveUp(order, account, order.requiredTransactionId());
            case AUTHENTICATE, INCREMENT, APPROVE ->
                    throw new IllegalStateException(NAME + " has no " + order.operation());
        };
    }

    @Override
    public Step ask(Order order, Account account) {
        return switch (order.operation()) {
            case AUTHORIZE, COMPLETE_AUTHORIZE -> look(order, account);
            case CAPTURE ->
                    // What the provider has already is asked for by sending it again.
                    order.state().containsKey(PROCESSING + order.operationId())
                            ? capture(order, account)
                            : payment(
                                    order,
                                    account,
                                    payment -> AfterpayReading.capture(payment, order));
            case VOID ->
                    order.transactionId() == null
                            ? giveUpAll(order, account)
                            : payment(
                                    order,
                                    account,
                                    payment -> AfterpayReading.givenBack(payment, order));
            case RELEASE, REFUND ->
                    payment(order, account, payment -> AfterpayReading.givenBack(payment, order));
            case AUTHENTICATE, INCREMENT, APPROVE -> Step.done(new Verdict.NotFound());
        };
    }

    @Override
    public Notice read(Notification notification, Account account, Instant now) {
        return AfterpayWebhooks.read(notification, account, now);
    }

    /** Where the authorization stands; a checkout that the customer is done with is decided. */
    private static Step look(Order order, Account account) {
        if (order.transactionId() != null) {
            return payment(order, account, payment -> AfterpayReading.payment(payment, order));
        }
        var token = order.state().get(TOKEN);
        if (order.state().containsKey(GIVEN_UP)) {
            return Step.done(
                    new Verdict.Declined(
                            Refused.VOIDED,
                            ProviderError.of(UnifiedError.EXPIRED, "The checkout was given up.")));
        }
        if (token == null) {
            // An unknown checkout comes to nothing: only we could make a loan of it.
            return Step.done(new Verdict.NotFound());
        }
        return Step.call(
                get(account, "/v2/payments/token:{}", token),
                answer ->
                        answer.status() == 404
                                ? decide(order, account, token)
                                : Step.done(asked(answer, p -> AfterpayReading.payment(p, order))));
    }

    private static Step decide(Order order, Account account, String token) {
        var path = order.capturesAutomatically() ? "/v2/payments/capture" : "/v2/payments/auth";
        return Step.call(
                post(account, path).withJson(AfterpayBodies.decision(order, token)),
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

    /** A checkout that was never decided cannot be voided and need not be. */
    private static Step giveUpAll(Order order, Account account) {
        if (order.transactionId() != null) {
            return giveUp(order, account, order.transactionId());
        }
        var token = order.state().get(TOKEN);
        return token == null
                ? givenUp()
                : Step.call(
                        get(account, "/v2/payments/token:{}", token),
                        answer ->
                                answer.status() == 404
                                        ? givenUp()
                                        : giveUpKnown(answer, order, account));
    }

    private static Step givenUp() {
        return Step.done(
                new Outcome(
                        new Verdict.Approved(0, false), Told.NOTHING.withState(GIVEN_UP, "yes")));
    }

    private static Step giveUpKnown(HttpAnswer answer, Order order, Account account) {
        return answer.isSuccess()
                ? giveUp(order, account, HttpAnswer.requiredText(answer.json(), "id"))
                : Step.done(unclear(answer));
    }

    /** What is not held any more need not be given up. */
    private static Step giveUp(Order order, Account account, String id) {
        var everything = order.operation() == Operation.VOID;
        return Step.call(
                post(account, "/v2/payments/{}/void", id)
                        .withJson(AfterpayBodies.release(order, everything)),
                answer -> {
                    if (answer.isSuccess()) {
                        return Step.done(AfterpayReading.givenBack(answer.json(), order));
                    }
                    var refusal = AfterpayErrors.verdict(answer);
                    return refusal instanceof Verdict.Declined
                            ? Step.call(
                                    get(account, "/v2/payments/{}", id),
                                    payment -> Step.done(refused(payment, refusal, order)))
                            : Step.done(refusal);
                });
    }

    private static Verdict refused(HttpAnswer answer, Verdict refusal, Order order) {
        if (!answer.isSuccess()) {
            return unclear(answer);
        }
        return AfterpayReading.nothingHeld(answer.json(), order)
                ? new Verdict.Approved(0, false)
                : refusal;
    }

    private static Step payment(Order order, Account account, Function<JsonNode, Outcome> reading) {
        return Step.call(
                get(account, "/v2/payments/{}", order.requiredTransactionId()),
                answer -> Step.done(asked(answer, reading)));
    }

    private static Outcome asked(HttpAnswer answer, Function<JsonNode, Outcome> reading) {
        return answer.isSuccess() ? reading.apply(answer.json()) : Outcome.of(unclear(answer));
    }

    private static Verdict unclear(HttpAnswer answer) {
        return Verdict.unknown("asking was refused: " + answer);
    }

    private static Step done(HttpAnswer answer, Function<JsonNode, Outcome> reading) {
        return Step.done(
                answer.isSuccess()
                        ? reading.apply(answer.json())
                        : Outcome.of(AfterpayErrors.verdict(answer)));
    }

    private static Step capture(Order order, Account account) {
        return Step.call(
                post(account, "/v2/payments/{}/capture", order.requiredTransactionId())
                        .withJson(AfterpayBodies.capture(order)),
                answer ->
                        done(answer, payment -> AfterpayReading.capture(payment, order))
                                .andThen(outcome -> Step.done(captured(outcome, order))));
    }

    private static Outcome captured(Outcome outcome, Order order) {
        return switch (outcome.verdict()) {
            case Verdict.NotFound _ ->
                    Outcome.of(Verdict.unknown("the answer does not show the capture"));
            case Verdict.Pending pending ->
                    new Outcome(
                            pending,
                            Told.NOTHING.withState(PROCESSING + order.operationId(), "yes"));
            case Verdict.Approved _,
                    Verdict.Declined _,
                    Verdict.Unknown _,
                    Verdict.CustomerAction _,
                    Verdict.MerchantAction _,
                    Verdict.NotExecuted _ ->
                    outcome;
        };
    }

    private static HttpCall post(Account account, String template, Object... values) {
        return authorized(HttpCall.of(Method.POST, template, values), account);
    }

    private static HttpCall get(Account account, String template, Object... values) {
        return authorized(HttpCall.of(Method.GET, template, values), account);
    }

    /** The User-Agent is mandatory; what it should say is the account's to change. */
    private static HttpCall authorized(HttpCall call, Account account) {
        var merchant = account.credential("merchant_id");
        var pair = merchant + ":" + account.credential("secret_key");
        var agent = account.settings().text("user_agent");
        return call.withHeader(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8)))
                .withHeader(
                        "User-Agent",
                        agent == null ? "paylater/1.0 (paylater; Java; " + merchant + ")" : agent);
    }
}
