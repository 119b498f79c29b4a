package dev.paylater.connector.provider.billie;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;
import static dev.paylater.connector.provider.billie.BillieCalls.BILLIE;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Body;
import dev.paylater.connector.provider.Conversation;
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

/** An order, decided at once or soon, and the ways to give it up. */
final class BillieOrders {

    /** What an order's state comes to for the authorization. */
    private enum Standing {
        UNDECIDED,
        HELD,
        DECLINED,
        GIVEN_UP
    }

    private static final StatusTable<Standing> STATES =
            new StatusTable<>(
                    "state",
                    Map.ofEntries(
                            Map.entry("waiting", Standing.UNDECIDED),
                            Map.entry("pre_waiting", Standing.UNDECIDED),
                            Map.entry("created", Standing.HELD),
                            Map.entry("partially_shipped", Standing.HELD),
                            Map.entry("shipped", Standing.HELD),
                            Map.entry("paid_out", Standing.HELD),
                            Map.entry("late", Standing.HELD),
                            Map.entry("complete", Standing.HELD),
                            Map.entry("declined", Standing.DECLINED),
                            Map.entry("canceled", Standing.GIVEN_UP),
                            Map.entry("cancelled", Standing.GIVEN_UP),
                            Map.entry("authorization_cancelled", Standing.GIVEN_UP)));

    private BillieOrders() {}

    static Step create(Order order, Account account) {
        return BILLIE.write(
                BillieCalls.post(account, "/orders").withJson(BillieBodies.order(order, account)),
                answer -> settled(answer, order));
    }

    /** By Billie's id, or by ours while we do not know it. */
    static Step look(Order order, Account account) {
        var id = order.transactionId() == null ? order.attemptId() : order.transactionId();
        return Conversation.ask(
                BillieCalls.get(account, "/orders/{}", id), answer -> settled(answer, order));
    }

    private static Step settled(JsonNode answer, Order order) {
        if (!order.attemptId().equals(text(answer, "external_code"))) {
            throw new UnreadableAnswer("the answer is about another order");
        }
        var uuid = requiredText(answer, "uuid");
        var told = Told.NOTHING.withTransactionId(uuid).withReferenceId(uuid);
        return Step.done(new Outcome(verdict(answer, order), told));
    }

    private static Verdict verdict(JsonNode answer, Order order) {
        return switch (STATES.of(answer)) {
            case UNDECIDED -> Verdict.pending();
            case HELD -> new Verdict.Approved(order.amount(), false);
            case DECLINED -> BillieErrors.declined(text(answer, "decline_reason"));
            case GIVEN_UP -> Verdict.declined(Refused.VOIDED, UnifiedError.EXPIRED);
        };
    }

    static Step cancel(Order order, Account account) {
        return BILLIE.acknowledged(
                BillieCalls.post(account, "/orders/{}/cancel", order.requiredTransactionId())
                        .withJson(Body.empty()),
                () -> Outcome.of(new Verdict.Approved(order.amount(), false)));
    }

    static Step askCancelled(Order order, Account account) {
        return known(order, account, answer -> Step.doneOrNot(isOver(answer), order));
    }

    /** The rest is given up by asking for no more than what is captured. */
    static Step lower(Order order, Account account) {
        return BILLIE.acknowledged(
                BillieCalls.post(account, "/orders/{}", order.requiredTransactionId())
                        .withJson(BillieBodies.remainder(order)),
                () -> Outcome.of(new Verdict.Approved(order.amount(), false)));
    }

    static Step askLowered(Order order, Account account) {
        return known(
                order,
                account,
                answer -> Step.doneOrNot(isOver(answer) || unshipped(answer, order) == 0, order));
    }

    private static Step known(Order order, Account account, Function<JsonNode, Step> reading) {
        return Conversation.ask(
                BillieCalls.get(account, "/orders/{}", order.requiredTransactionId()), reading);
    }

    private static long unshipped(JsonNode answer, Order order) {
        return BillieMoney.minor(answer.path("unshipped_amount").path("gross"), order.currency());
    }

    private static boolean isOver(JsonNode answer) {
        return switch (STATES.of(answer)) {
            case DECLINED, GIVEN_UP -> true;
            case UNDECIDED, HELD -> false;
        };
    }
}
