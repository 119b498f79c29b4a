package dev.paylater.connector.provider.klarna;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Capabilities;
import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Verdict;
import java.net.URI;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Klarna by its hosted page: Klarna itself places the order when the customer is through, so that
 * no second call of ours can be lost between his approval and the order.
 */
public final class KlarnaConnector implements Connector {

    private static final String NAME = "klarna";
    private static final int FORBIDDEN = 403;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities() {
        return KlarnaCapabilities.ALL;
    }

    @Override
    public URI live(Account account) {
        return KlarnaCalls.live(account);
    }

    @Override
    public Step perform(Order order, Account account) {
        return switch (order.operation()) {
            case AUTHORIZE -> KlarnaOpening.open(order, account, baseUrl(account));
            case COMPLETE_AUTHORIZE ->
                    order.transactionId() == null
                            ? KlarnaPages.back(order, account)
                            : look(order, account, order.transactionId());
            case CAPTURE ->
                    Step.call(
                            write(order, account, "captures").withJson(KlarnaBodies.capture(order)),
                            answer -> KlarnaReading.created(answer, order, "Capture-Id"));
            case REFUND ->
                    Step.call(
                            write(order, account, "refunds").withJson(KlarnaBodies.refund(order)),
                            answer -> KlarnaReading.created(answer, order, "Refund-Id"));
            case VOID ->
                    order.transactionId() == null
                            ? KlarnaPages.switchOff(
                                    order, account, id -> cancel(order, account, id))
                            : cancel(order, account, order.transactionId());
            case RELEASE ->
                    empty(
                            write(order, account, "release-remaining-authorization"),
                            order,
                            account,
                            order.requiredTransactionId(),
                            KlarnaReading::hasNothingLeft);
            case INCREMENT ->
                    Step.call(
                            KlarnaCalls.write(
                                            order,
                                            account,
                                            Method.PATCH,
                                            order.requiredTransactionId(),
                                            "authorization")
                                    .withJson(KlarnaBodies.increase(order)),
                            answer -> answered(answer, order));
            case AUTHENTICATE, APPROVE ->
                    throw new IllegalStateException(NAME + " has no " + order.operation());
        };
    }

    @Override
    public Step ask(Order order, Account account) {
        var orderId = order.transactionId();
        return switch (order.operation()) {
            case AUTHORIZE, COMPLETE_AUTHORIZE ->
                    orderId == null
                            ? KlarnaPages.look(order, account)
                            : look(order, account, orderId);
            case CAPTURE ->
                    known(
                            order,
                            account,
                            answer ->
                                    KlarnaReading.part(
                                            answer, order, "capture", "captured_amount"));
            case REFUND ->
                    known(
                            order,
                            account,
                            answer ->
                                    KlarnaReading.part(answer, order, "refund", "refunded_amount"));
            case VOID ->
                    orderId == null
                            ? KlarnaPages.isOff(
                                    order, account, id -> isCancelled(order, account, id))
                            : isCancelled(order, account, orderId);
            case RELEASE ->
                    known(
                            order,
                            account,
                            answer -> is(answer, order, KlarnaReading::hasNothingLeft));
            case INCREMENT ->
                    known(
                            order,
                            account,
                            answer ->
                                    is(
                                            answer,
                                            order,
                                            json ->
                                                    HttpAnswer.requiredAmount(json, "order_amount")
                                                            >= order.amount()));
            case AUTHENTICATE, APPROVE -> Step.done(new Verdict.NotFound());
        };
    }

    @Override
    public Notice read(Notification notification, Account account, Instant now) {
        return KlarnaWebhooks.read(notification, account);
    }

    private static HttpCall write(Order order, Account account, String operation) {
        return KlarnaCalls.write(
                order, account, Method.POST, order.requiredTransactionId(), operation);
    }

    private static Step look(Order order, Account account, String orderId) {
        return Step.call(
                KlarnaCalls.order(account, orderId),
                answer -> KlarnaReading.authorization(answer, order));
    }

    private static Step known(Order order, Account account, Function<HttpAnswer, Step> then) {
        return Step.call(KlarnaCalls.order(account, order.requiredTransactionId()), then);
    }

    private static Step isCancelled(Order order, Account account, String orderId) {
        return Step.call(
                KlarnaCalls.order(account, orderId),
                answer -> is(answer, order, KlarnaReading::isGivenUp));
    }

    private static Step is(HttpAnswer answer, Order order, Predicate<JsonNode> done) {
        return Step.doneOrNot(done.test(KlarnaReading.known(answer)), order);
    }

    private static Step cancel(Order order, Account account, String orderId) {
        return empty(
                KlarnaCalls.write(order, account, Method.POST, orderId, "cancel"),
                order,
                account,
                orderId,
                KlarnaReading::isGivenUp);
    }

    /** A write that is answered with nothing; refused when it has reached its aim before. */
    private static Step empty(
            HttpCall call, Order order, Account account, String orderId, Predicate<JsonNode> aim) {
        return Step.call(
                call,
                answer ->
                        answer.status() == FORBIDDEN
                                ? Step.call(
                                        KlarnaCalls.order(account, orderId),
                                        found ->
                                                aim.test(KlarnaReading.known(found))
                                                        ? Step.done(new Verdict.Approved(0, false))
                                                        : KlarnaErrors.refusal(answer))
                                : answered(answer, order));
    }

    private static Step answered(HttpAnswer answer, Order order) {
        return answer.isSuccess() ? Step.done(order) : KlarnaErrors.refusal(answer);
    }
}
