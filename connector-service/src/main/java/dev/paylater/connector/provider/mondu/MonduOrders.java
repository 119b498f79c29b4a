package dev.paylater.connector.provider.mondu;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.Map;
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
        DECLINED,
        GIVEN_UP,
        RAN_OUT
    }

    private static final Map<String, Standing> STATES =
            Map.ofEntries(
                    Map.entry("created", Standing.WITH_THE_BUYER),
                    Map.entry("data_required", Standing.WITH_THE_BUYER),
                    Map.entry("authorized", Standing.TO_BE_CONFIRMED),
                    Map.entry("pending", Standing.UNDECIDED),
                    Map.entry("confirmed", Standing.HELD),
                    Map.entry("partially_shipped", Standing.HELD),
                    Map.entry("shipped", Standing.HELD),
                    Map.entry("partially_complete", Standing.HELD),
                    Map.entry("complete", Standing.HELD),
                    Map.entry("declined", Standing.DECLINED),
                    Map.entry("canceled", Standing.GIVEN_UP),
                    Map.entry("expired", Standing.RAN_OUT));

    private MonduOrders() {}

    static Step create(Order order, Account account) {
        return MonduCalls.write(
                MonduCalls.post(account, "/orders").withJson(MonduBodies.order(order, account)),
                MonduOrders::created);
    }

    private static Outcome created(JsonNode answer) {
        var created = answer.path("order");
        var uuid = requiredText(created, "uuid");
        var page = requiredText(created, "hosted_checkout_url");
        var told = Told.NOTHING.withTransactionId(uuid).withReferenceId(uuid).withState(PAGE, page);
        return new Outcome(Verdict.redirect(page), told);
    }

    /** Where the order stands; what the buyer and Mondu have agreed to is confirmed. */
    static Step look(Order order, Account account) {
        // Without an id nothing has come of it: no buyer was ever sent to its page.
        return order.transactionId() == null
                ? Step.done(new Verdict.NotFound())
                : MonduCalls.ask(
                        MonduCalls.get(account, "/orders/{}", order.transactionId()),
                        answer -> seen(answer, order, account));
    }

    private static Step seen(JsonNode answer, Order order, Account account) {
        return standing(answer) == Standing.TO_BE_CONFIRMED
                ? confirm(order, account)
                : settled(answer, order, account);
    }

    private static Step confirm(Order order, Account account) {
        return Step.call(
                MonduCalls.post(account, "/orders/{}/confirm", order.requiredTransactionId())
                        .withJson(
                                MonduBodies.empty()
                                        .put("external_reference_id", order.attemptId())),
                answer ->
                        answer.isSuccess()
                                ? settled(answer.json(), order, account)
                                : Step.done(MonduErrors.verdict(answer)));
    }

    private static Step settled(JsonNode answer, Order order, Account account) {
        var outcome = outcome(answer, order);
        return outcome.verdict() instanceof Verdict.Approved && order.capturesAutomatically()
                ? MonduInvoices.captureAtOnce(outcome, order, account)
                : Step.done(outcome);
    }

    private static Outcome outcome(JsonNode answer, Order order) {
        var uuid = requiredText(answer.path("order"), "uuid");
        if (!uuid.equals(order.transactionId())) {
            throw new UnreadableAnswer("the answer is about another order");
        }
        var told = Told.NOTHING.withTransactionId(uuid).withReferenceId(uuid);
        return new Outcome(verdict(standing(answer), order), told);
    }

    private static Verdict verdict(Standing standing, Order order) {
        return switch (standing) {
            case WITH_THE_BUYER ->
                    new Verdict.CustomerAction("redirect_to_url", order.state().get(PAGE));
            // Confirmed and still only authorized: Mondu has not made up its mind.
            case TO_BE_CONFIRMED, UNDECIDED -> Verdict.pending();
            case HELD -> new Verdict.Approved(order.amount(), false);
            case DECLINED -> refused(Refused.AUTHORIZATION_FAILED, UnifiedError.DECLINED);
            case GIVEN_UP -> refused(Refused.VOIDED, UnifiedError.CUSTOMER_ACTION_FAILED);
            case RAN_OUT -> refused(Refused.EXPIRED, UnifiedError.EXPIRED);
        };
    }

    private static Verdict refused(Refused status, UnifiedError unified) {
        return new Verdict.Declined(status, ProviderError.of(unified, unified.message()));
    }

    /** An order without an id cannot be cancelled and need not be. */
    static Step cancel(Order order, Account account) {
        return order.transactionId() == null
                ? Step.done(new Verdict.Approved(0, false))
                : MonduCalls.write(
                        MonduCalls.post(account, "/orders/{}/cancel", order.transactionId())
                                .withJson(MonduBodies.empty()),
                        answer ->
                                Outcome.of(
                                        isOver(answer)
                                                ? new Verdict.Approved(order.amount(), false)
                                                : Verdict.unknown("still not canceled")));
    }

    static Step askCancelled(Order order, Account account) {
        return order.transactionId() == null
                ? Step.done(new Verdict.NotFound())
                : MonduCalls.ask(
                        MonduCalls.get(account, "/orders/{}", order.transactionId()),
                        answer ->
                                Step.done(
                                        isOver(answer)
                                                ? new Verdict.Approved(order.amount(), false)
                                                : new Verdict.NotFound()));
    }

    /** The rest is given up by asking for no more than what is captured. */
    static Step adjust(Order order, Account account) {
        return MonduCalls.write(
                MonduCalls.post(account, "/orders/{}/adjust", order.requiredTransactionId())
                        .withJson(MonduBodies.remainder(order)),
                _ -> Outcome.of(new Verdict.Approved(order.amount(), false)));
    }

    static Step askAdjusted(Order order, Account account) {
        return MonduCalls.ask(
                MonduCalls.get(account, "/orders/{}", order.requiredTransactionId()),
                answer ->
                        Step.done(
                                isClosed(answer)
                                        ? new Verdict.Approved(order.amount(), false)
                                        : new Verdict.NotFound()));
    }

    private static boolean isOver(JsonNode answer) {
        return switch (standing(answer)) {
            case DECLINED, GIVEN_UP, RAN_OUT -> true;
            case WITH_THE_BUYER, TO_BE_CONFIRMED, UNDECIDED, HELD -> false;
        };
    }

    /** Everything that is left of the order has been invoiced. */
    private static boolean isClosed(JsonNode answer) {
        return isOver(answer)
                || switch (requiredText(answer.path("order"), "state")) {
                    case "shipped", "complete" -> true;
                    default -> false;
                };
    }

    private static Standing standing(JsonNode answer) {
        var state = requiredText(answer.path("order"), "state");
        var standing = STATES.get(state);
        if (standing == null) {
            throw new UnreadableAnswer("unknown order state " + state);
        }
        return standing;
    }
}
