package dev.paylater.connector.provider.afterpay;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Conversation;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.Verdict;
import tools.jackson.databind.JsonNode;

/** Giving up what is held: all of it, or the rest. */
final class AfterpayVoids {

    private AfterpayVoids() {}

    /** A checkout that was never decided cannot be voided and need not be. */
    static Step all(Order order, Account account) {
        if (order.transactionId() != null) {
            return giveUp(order, account, order.transactionId());
        }
        var token = order.state().get(AfterpayCheckouts.TOKEN);
        return token == null
                ? givenUp()
                : Step.call(
                        AfterpayCalls.get(account, "/v2/payments/token:{}", token),
                        answer ->
                                answer.status() == 404
                                        ? givenUp()
                                        : Conversation.answered(
                                                answer,
                                                payment ->
                                                        giveUp(
                                                                order,
                                                                account,
                                                                requiredText(payment, "id"))));
    }

    private static Step givenUp() {
        return Step.done(
                new Outcome(
                        new Verdict.Approved(0, false),
                        Told.NOTHING.withState(AfterpayCheckouts.GIVEN_UP, "yes")));
    }

    static Step rest(Order order, Account account) {
        return giveUp(order, account, order.requiredTransactionId());
    }

    /** What is not held any more need not be given up. */
    private static Step giveUp(Order order, Account account, String id) {
        var everything = order.operation() == Operation.VOID;
        return Step.call(
                AfterpayCalls.post(account, "/v2/payments/{}/void", id)
                        .withJson(AfterpayBodies.release(order, everything)),
                answer -> {
                    if (answer.isSuccess()) {
                        return Step.done(done(answer.json(), order));
                    }
                    var refusal = AfterpayErrors.verdict(answer);
                    return refusal instanceof Verdict.Declined
                            ? Conversation.look(
                                    AfterpayCalls.get(account, "/v2/payments/{}", id),
                                    payment ->
                                            Step.done(
                                                    AfterpayReading.nothingHeld(payment, order)
                                                            ? new Verdict.Approved(0, false)
                                                            : refusal))
                            : Step.done(refusal);
                });
    }

    /** The provider's yes counts, also where it does not show which entry it made for it. */
    private static Outcome done(JsonNode payment, Order order) {
        var entry = AfterpayReading.givenBack(payment, order);
        return entry.verdict() instanceof Verdict.NotFound
                ? Outcome.of(new Verdict.Approved(order.amount(), false))
                : entry;
    }

    /** What became of it: its entry, or that nothing is held any more. */
    static Step ask(Order order, Account account) {
        return order.transactionId() == null
                ? Step.done(new Verdict.NotFound())
                : AfterpayCalls.payment(
                        order,
                        account,
                        payment -> {
                            var entry = AfterpayReading.givenBack(payment, order);
                            return entry.verdict() instanceof Verdict.NotFound
                                            && AfterpayReading.nothingHeld(payment, order)
                                    ? Outcome.of(new Verdict.Approved(0, false))
                                    : entry;
                        });
    }
}
