package dev.paylater.connector.provider.mondu;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.mondu.MonduCalls.MONDU;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Body;
import dev.paylater.connector.provider.Conversation;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.StatusTable;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** An order from its creation over the hosted page to the merchant's confirmation. */
final class MonduOrders {

    private static final String PAGE = "page";

    /** What an order's state comes to for the authorization. */
    private enum Standing {
        WITH_THE_BUYER,
        TO_BE_CONFIRMED,
        UNDECIDED,
        HELD,
        INVOICED,
        DECLINED,
        GIVEN_UP,
        RAN_OUT
    }

    private static final StatusTable<Standing> STATES =
            new StatusTable<>(
                    "state",
                    Map.ofEntries(
                            Map.entry("created", Standing.WITH_THE_BUYER),
                            Map.entry("data_required", Standing.WITH_THE_BUYER),
                            Map.entry("authorized", Standing.TO_BE_CONFIRMED),
                            Map.entry("pending", Standing.UNDECIDED),
                            Map.entry("confirmed", Standing.HELD),
                            Map.entry("partially_shipped", Standing.HELD),
                            Map.entry("partially_complete", Standing.HELD),
                            Map.entry("shipped", Standing.INVOICED),
                            Map.entry("complete", Standing.INVOICED),
                            Map.entry("declined", Standing.DECLINED),
                            Map.entry("canceled", Standing.GIVEN_UP),
                            Map.entry("expired", Standing.RAN_OUT)));

    private MonduOrders() {}

    static Step create(Order order, Account account) {
        return MONDU.write(
                MonduCalls.post(account, "/orders").withJson(MonduBodies.order(order, account)),
                MonduOrders::created);
    }

    private static Step created(JsonNode answer) {
        var created = answer.path("order");
        var page = requiredText(created, "hosted_checkout_url");
        return Step.done(
                new Outcome(
                        Verdict.redirect(page),
                        told(requiredText(created, "uuid")).withState(PAGE, page)));
    }

    private static Told told(String uuid) {
        return Told.NOTHING.withTransactionId(uuid).withReferenceId(uuid);
    }

    /** Where the order stands; what the buyer and Mondu have agreed to is confirmed. */
    static Step look(Order order, Account account) {
        return known(
                order,
                account,
                answer ->
                        standing(answer) == Standing.TO_BE_CONFIRMED
                                ? confirm(order, account)
                                : settled(answer, order));
    }

    /** Two of us may come to confirm at the same time: what counts is how the order stands then. */
    private static Step confirm(Order order, Account account) {
        return Step.call(
                MonduCalls.post(account, "/orders/{}/confirm", order.requiredTransactionId())
                        .withJson(Body.empty().put(MonduErrors.REFERENCE, order.attemptId())),
                answer ->
                        answer.isSuccess()
                                ? settled(answer.json(), order)
                                : refused(answer, order, account));
    }

    private static Step refused(HttpAnswer answer, Order order, Account account) {
        return known(
                order,
                account,
                found ->
                        standing(found) == Standing.TO_BE_CONFIRMED
                                ? MONDU.refused(answer)
                                : settled(found, order));
    }

    private static Step settled(JsonNode answer, Order order) {
        var uuid = requiredText(answer.path("order"), "uuid");
        if (!uuid.equals(order.transactionId())) {
            throw new UnreadableAnswer("the answer is about another order");
        }
        return Step.done(new Outcome(verdict(standing(answer), order), told(uuid)));
    }

    private static Verdict verdict(Standing standing, Order order) {
        return switch (standing) {
            case WITH_THE_BUYER ->
                    new Verdict.CustomerAction("redirect_to_url", order.state().get(PAGE));
            // Confirmed and still only authorized: Mondu has not made up its mind.
            case TO_BE_CONFIRMED, UNDECIDED -> Verdict.pending();
            case HELD, INVOICED -> new Verdict.Approved(order.amount(), false);
            case DECLINED -> Verdict.declined(Refused.AUTHORIZATION_FAILED, UnifiedError.DECLINED);
            case GIVEN_UP -> Verdict.declined(Refused.VOIDED, UnifiedError.CUSTOMER_ACTION_FAILED);
            case RAN_OUT -> Verdict.declined(Refused.EXPIRED, UnifiedError.EXPIRED);
        };
    }

    /** An order without an id cannot be cancelled and need not be. */
    static Step cancel(Order order, Account account) {
        return order.transactionId() == null
                ? Step.done(new Verdict.Approved(0, false))
                : MONDU.write(
                        MonduCalls.post(account, "/orders/{}/cancel", order.transactionId())
                                .withJson(Body.empty()),
                        answer ->
                                isOver(answer)
                                        ? Step.done(order)
                                        : Step.done(Verdict.unknown("still not canceled")));
    }

    static Step askCancelled(Order order, Account account) {
        return known(order, account, answer -> Step.doneOrNot(isOver(answer), order));
    }

    /** The rest is given up by asking for no more than what is captured. */
    static Step adjust(Order order, Account account) {
        return MONDU.write(
                MonduCalls.post(account, "/orders/{}/adjust", order.requiredTransactionId())
                        .withJson(MonduBodies.remainder(order)),
                _ -> Step.done(order));
    }

    static Step askAdjusted(Order order, Account account) {
        return known(
                order,
                account,
                answer ->
                        Step.doneOrNot(
                                isOver(answer) || standing(answer) == Standing.INVOICED, order));
    }

    /** Without an id nothing has come of it: no buyer was ever sent to its page. */
    private static Step known(Order order, Account account, Function<JsonNode, Step> reading) {
        return order.transactionId() == null
                ? Step.done(new Verdict.NotFound())
                : Conversation.ask(
                        MonduCalls.get(account, "/orders/{}", order.transactionId()), reading);
    }

    private static boolean isOver(JsonNode answer) {
        return switch (standing(answer)) {
            case DECLINED, GIVEN_UP, RAN_OUT -> true;
            case WITH_THE_BUYER, TO_BE_CONFIRMED, UNDECIDED, HELD, INVOICED -> false;
        };
    }

    private static Standing standing(JsonNode answer) {
        return STATES.of(answer.path("order"));
    }
}
