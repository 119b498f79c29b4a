package dev.paylater.connector.provider.billie;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;

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

/** An order, decided at once or soon, and the ways to give it up. */
final class BillieOrders {

    /** What an order's state comes to for the authorization. */
    private enum Standing {
        UNDECIDED,
        HELD,
        DECLINED,
        GIVEN_UP
    }

    private static final Map<String, Standing> STATES =
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
                    Map.entry("authorization_cancelled", Standing.GIVEN_UP));

    private BillieOrders() {}

    static Step create(Order order, Account account) {
        return BillieCalls.write(
                BillieCalls.post(account, "/orders").withJson(BillieBodies.order(order, account)),
                answer -> settled(answer, order, account));
    }

    /** By Billie's id, or by ours while we do not know it. */
    static Step look(Order order, Account account) {
        var id = order.transactionId() == null ? order.attemptId() : order.transactionId();
        return BillieCalls.ask(
                BillieCalls.get(account, "/orders/{}", id),
                answer -> settled(answer, order, account));
    }

    private static Step settled(JsonNode answer, Order order, Account account) {
        if (!order.attemptId().equals(text(answer, "external_code"))) {
            throw new UnreadableAnswer("the answer is about another order");
        }
        var uuid = requiredText(answer, "uuid");
        var told = Told.NOTHING.withTransactionId(uuid).withReferenceId(uuid);
        var outcome = new Outcome(verdict(answer, order), told);
        return outcome.verdict() instanceof Verdict.Approved && order.capturesAutomatically()
                ? BillieInvoices.captureAtOnce(answer, outcome, order, account)
                : Step.done(outcome);
    }

    private static Verdict verdict(JsonNode answer, Order order) {
        return switch (standing(answer)) {
            case UNDECIDED -> Verdict.pending();
            case HELD -> new Verdict.Approved(order.amount(), false);
            case DECLINED -> BillieErrors.declined(text(answer, "decline_reason"));
            case GIVEN_UP ->
                    new Verdict.Declined(
                            Refused.VOIDED,
                            ProviderError.of(UnifiedError.EXPIRED, "The order was cancelled."));
        };
    }

    static Step cancel(Order order, Account account) {
        return BillieCalls.acknowledged(
                BillieCalls.post(account, "/orders/{}/cancel", order.requiredTransactionId())
                        .withJson(BillieBodies.empty()),
                () -> Outcome.of(new Verdict.Approved(order.amount(), false)));
    }

    static Step askCancelled(Order order, Account account) {
        return BillieCalls.ask(
                BillieCalls.get(account, "/orders/{}", order.requiredTransactionId()),
                answer ->
                        Step.done(
                                isOver(answer)
                                        ? new Verdict.Approved(order.amount(), false)
                                        : new Verdict.NotFound()));
    }

    /** The rest is given up by asking for no more than what is captured. */
    static Step lower(Order order, Account account) {
        return BillieCalls.acknowledged(
                BillieCalls.post(account, "/orders/{}", order.requiredTransactionId())
                        .withJson(BillieBodies.remainder(order)),
                () -> Outcome.of(new Verdict.Approved(order.amount(), false)));
    }

    static Step askLowered(Order order, Account account) {
        return BillieCalls.ask(
                BillieCalls.get(account, "/orders/{}", order.requiredTransactionId()),
                answer ->
                        Step.done(
                                isOver(answer) || unshipped(answer, order) == 0
                                        ? new Verdict.Approved(order.amount(), false)
                                        : new Verdict.NotFound()));
    }

    private static long unshipped(JsonNode answer, Order order) {
        return BillieMoney.minor(answer.path("unshipped_amount").path("gross"), order.currency());
    }

    private static boolean isOver(JsonNode answer) {
        return switch (standing(answer)) {
            case DECLINED, GIVEN_UP -> true;
            case UNDECIDED, HELD -> false;
        };
    }

    private static Standing standing(JsonNode answer) {
        var state = requiredText(answer, "state");
        var standing = STATES.get(state);
        if (standing == null) {
            throw new UnreadableAnswer("unknown order state " + state);
        }
        return standing;
    }
}
