package dev.paylater.connector.provider.afterpay;

import static dev.paylater.connector.provider.afterpay.AfterpayCalls.AFTERPAY;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Capabilities;
import dev.paylater.connector.provider.Capabilities.Feature;
import dev.paylater.connector.provider.Capabilities.Idempotency;
import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.Verdict;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * Afterpay and Clearpay (docs: developers.afterpay.com): a checkout, the customer's yes on its
 * page, and then a second call without which there is no loan. Decimal strings; a requestId in the
 * body makes writes repeatable for 24 hours; a payment is found again by the checkout's token.
 */
public final class AfterpayConnector implements Connector {

    static final String NAME = "afterpay_clearpay";

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
    public URI live(Account account) {
        return LIVE;
    }

    @Override
    public Step perform(Order order, Account account) {
        return switch (order.operation()) {
            case AUTHORIZE -> AfterpayCheckouts.open(order, account);
            case COMPLETE_AUTHORIZE -> AfterpayCheckouts.look(order, account);
            case CAPTURE -> capture(order, account);
            case REFUND ->
                    AFTERPAY.write(
                            AfterpayCalls.post(
                                            account,
                                            "/v2/payments/{}/refund",
                                            order.requiredTransactionId())
                                    .withJson(AfterpayBodies.refund(order)),
                            refund -> Step.done(AfterpayReading.refund(refund, order)));
            case VOID -> AfterpayVoids.all(order, account);
            case RELEASE -> AfterpayVoids.rest(order, account);
            case AUTHENTICATE, INCREMENT, APPROVE ->
                    throw new IllegalStateException(NAME + " has no " + order.operation());
        };
    }

    @Override
    public Step ask(Order order, Account account) {
        return switch (order.operation()) {
            case AUTHORIZE, COMPLETE_AUTHORIZE -> AfterpayCheckouts.look(order, account);
            case CAPTURE ->
                    // What the provider has already is asked for by sending it again.
                    order.state().containsKey(PROCESSING + order.operationId())
                            ? capture(order, account)
                            : AfterpayCalls.payment(
                                    order,
                                    account,
                                    payment -> AfterpayReading.capture(payment, order));
            case VOID, RELEASE -> AfterpayVoids.ask(order, account);
            case REFUND ->
                    AfterpayCalls.payment(
                            order, account, payment -> AfterpayReading.givenBack(payment, order));
            case AUTHENTICATE, INCREMENT, APPROVE -> Step.done(new Verdict.NotFound());
        };
    }

    @Override
    public Notice read(Notification notification, Account account, Instant now) {
        return AfterpayWebhooks.read(notification, account, now);
    }

    private static Step capture(Order order, Account account) {
        return AFTERPAY.write(
                        AfterpayCalls.post(
                                        account,
                                        "/v2/payments/{}/capture",
                                        order.requiredTransactionId())
                                .withJson(AfterpayBodies.capture(order)),
                        payment -> Step.done(AfterpayReading.capture(payment, order)))
                .andThen(outcome -> Step.done(captured(outcome, order)));
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
}
