package dev.paylater.connector.provider.sandbox;

import static dev.paylater.connector.provider.Capabilities.Feature;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.BadAccount;
import dev.paylater.connector.provider.Body;
import dev.paylater.connector.provider.Capabilities;
import dev.paylater.connector.provider.Capabilities.Idempotency;
import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.Conversation;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Verdict;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * The sandbox provider (sandbox/provider-simulator/README.md): minor units, an Idempotency-Key on
 * every write, and a lookup by that key, which makes every lost answer recoverable.
 */
public final class SandboxConnector implements Connector {

    static final String NAME = "sandbox";

    private static final Capabilities CAPABILITIES =
            new Capabilities(
                    Set.of(),
                    Set.of(),
                    Set.of(),
                    Set.of(),
                    EnumSet.complementOf(
                            EnumSet.of(
                                    Feature.B2B,
                                    Feature.DIRECT_CAPTURE,
                                    Feature.REFUND_PER_CAPTURE)),
                    Arrays.stream(Operation.values())
                            .collect(Collectors.toMap(Function.identity(), _ -> Idempotency.KEY)));

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
        throw new BadAccount("a sandbox account needs a base_url: there is no live sandbox");
    }

    @Override
    public Step perform(Order order, Account account) {
        return switch (order.operation()) {
            case AUTHORIZE -> authorize(order, account);
            case COMPLETE_AUTHORIZE -> complete(order, account);
            case AUTHENTICATE ->
                    Step.call(
                            write(order, account, "/three_ds/authentications")
                                    .withJson(SandboxBodies.authentication(order)),
                            SandboxThreeDs::created);
            case CAPTURE ->
                    change(order, account, "captures", SandboxBodies.capture(order), "capture");
            case VOID -> giveUp(order, account, Body.empty());
            case RELEASE -> giveUp(order, account, SandboxBodies.amount(order));
            case INCREMENT ->
                    Step.call(
                            write(
                                            order,
                                            account,
                                            "/payments/{}/incremental_authorizations",
                                            order.requiredTransactionId())
                                    .withJson(SandboxBodies.increment(order)),
                            answer -> SandboxReading.part(answer, order, "increment"));
            case APPROVE ->
                    Step.call(
                            write(
                                            order,
                                            account,
                                            "/payments/{}/approve",
                                            order.requiredTransactionId())
                                    .withJson(Body.empty()),
                            answer -> SandboxReading.payment(answer, order));
            case REFUND -> change(order, account, "refunds", SandboxBodies.refund(order), "refund");
        };
    }

    @Override
    public Step ask(Order order, Account account) {
        if (order.operation() != Operation.APPROVE
                && order.operation().authorizes()
                && order.transactionId() != null) {
            return look(order, account, order.transactionId());
        }
        var question =
                read(
                        account,
                        "/operations?idempotency_key={}&merchant_reference={}",
                        order.idempotencyKey(),
                        order.paymentId());
        return Conversation.ask(question, operation -> asked(operation, order, account));
    }

    @Override
    public Notice read(Notification notification, Account account, Instant now) {
        return SandboxWebhooks.read(notification, account, now);
    }

    private static Step authorize(Order order, Account account) {
        return Step.call(
                write(order, account, "/payments").withJson(SandboxBodies.payment(order)),
                answer -> SandboxReading.payment(answer, order));
    }

    /** The customer is back: from the provider's page, or from the 3DS challenge before it. */
    private static Step complete(Order order, Account account) {
        if (order.transactionId() != null) {
            return look(order, account, order.transactionId());
        }
        var authentication = order.state().get(SandboxThreeDs.AUTHENTICATION_ID);
        if (authentication == null) {
            return authorize(order, account);
        }
        return Step.call(
                        read(account, "/three_ds/authentications/{}", authentication),
                        SandboxThreeDs::asked)
                .andThen(
                        outcome ->
                                outcome.verdict() instanceof Verdict.Approved
                                        ? authorize(order, account)
                                        : Step.done(outcome));
    }

    private static Step look(Order order, Account account, String transactionId) {
        return Step.call(
                read(account, "/payments/{}", transactionId),
                answer -> SandboxReading.look(answer, order));
    }

    private static Step change(
            Order order, Account account, String collection, JsonNode body, String kind) {
        return Step.call(
                write(order, account, "/payments/{}/{}", order.requiredTransactionId(), collection)
                        .withJson(body),
                answer -> SandboxReading.part(answer, order, kind));
    }

    /** A void that comes when nothing is held any more has reached its aim. */
    private static Step giveUp(Order order, Account account, JsonNode body) {
        return change(order, account, "voids", body, "void")
                .andThen(
                        outcome ->
                                SandboxErrors.isInvalidState(outcome)
                                        ? Step.call(
                                                read(
                                                        account,
                                                        "/payments/{}",
                                                        order.requiredTransactionId()),
                                                answer ->
                                                        SandboxReading.nothingHeld(answer, outcome))
                                        : Step.done(outcome));
    }

    private static Step asked(JsonNode operation, Order order, Account account) {
        if ("authentication".equals(HttpAnswer.text(operation, "type"))
                && order.operation() == Operation.AUTHENTICATE) {
            var id = HttpAnswer.requiredText(operation, "resource_id");
            return Step.call(
                    read(account, "/three_ds/authentications/{}", id), SandboxThreeDs::asked);
        }
        return SandboxReading.operation(operation, order);
    }

    private static HttpCall write(Order order, Account account, String template, Object... values) {
        return authorized(HttpCall.of(Method.POST, template, values), account)
                .withHeader("Idempotency-Key", order.idempotencyKey());
    }

    private static HttpCall read(Account account, String template, Object... values) {
        return authorized(HttpCall.of(Method.GET, template, values), account);
    }

    private static HttpCall authorized(HttpCall call, Account account) {
        return call.withBearer(account.credential("api_key"));
    }
}
