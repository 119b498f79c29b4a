package dev.paylater.connector.provider.klarna;

import static dev.paylater.connector.provider.HttpAnswer.requiredAmount;
import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.StatusTable;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What an order at Klarna means. */
final class KlarnaReading {

    /** What an order that passed the fraud check has come to. */
    private enum Standing {
        HELD,
        GIVEN_UP,
        LAPSED,
        /** No more captures; whether there were any is the question. */
        OVER
    }

    private static final StatusTable<Standing> STANDINGS =
            new StatusTable<>(
                    "status",
                    Map.of(
                            "AUTHORIZED", Standing.HELD,
                            "PART_CAPTURED", Standing.HELD,
                            "CAPTURED", Standing.HELD,
                            "CANCELLED", Standing.GIVEN_UP,
                            "EXPIRED", Standing.LAPSED,
                            "CLOSED", Standing.OVER));

    private KlarnaReading() {}

    /** The order seen as the outcome of its authorization. */
    static Step authorization(HttpAnswer answer, Order order) {
        if (!answer.isSuccess()) {
            return Step.done(Verdict.unknown("asking for the order was refused: " + answer));
        }
        var json = answer.json();
        var told =
                Told.NOTHING
                        .withTransactionId(requiredText(json, "order_id"))
                        .withReferenceId(text(json, "klarna_reference"))
                        .withIncrementalAllowed(true);
        return Step.done(new Outcome(authorization(json, order), told));
    }

    private static Verdict authorization(JsonNode json, Order order) {
        var fraud = requiredText(json, "fraud_status");
        return switch (fraud) {
            case "ACCEPTED" -> accepted(json, order);
            case "PENDING" -> Verdict.pending();
            case "REJECTED" ->
                    new Verdict.Declined(
                            Refused.FAILURE,
                            new ProviderError(
                                    "fraud_status_REJECTED",
                                    "Klarna's fraud check rejected the order.",
                                    UnifiedError.FRAUD_SUSPECTED));
            default -> throw new UnreadableAnswer("unknown fraud_status " + fraud);
        };
    }

    private static Verdict accepted(JsonNode json, Order order) {
        var captured = requiredAmount(json, "captured_amount");
        var approved =
                new Verdict.Approved(
                        requiredAmount(json, "order_amount"),
                        order.capturesAutomatically() && captured > 0);
        return switch (STANDINGS.of(json)) {
            case HELD -> approved;
            case GIVEN_UP -> Verdict.declined(Refused.VOIDED, UnifiedError.EXPIRED);
            case LAPSED ->
                    captured > 0
                            ? approved
                            : Verdict.declined(Refused.EXPIRED, UnifiedError.EXPIRED);
            case OVER ->
                    captured > 0
                            ? approved
                            : Verdict.declined(Refused.VOIDED, UnifiedError.EXPIRED);
        };
    }

    /** The answer to a capture or refund: nothing but the id, in a header. */
    static Step created(HttpAnswer answer, Order order, String idHeader) {
        if (!answer.isSuccess()) {
            return KlarnaErrors.refusal(answer);
        }
        var id = answer.header(idHeader);
        if (id == null) {
            throw new UnreadableAnswer(idHeader + " is missing");
        }
        return approved(order.amount(), id);
    }

    /** A capture or refund is found in its order by the reference that we gave it. */
    static Step part(HttpAnswer answer, Order order, String kind, String amount) {
        for (var part : known(answer).path(kind + "s")) {
            if (order.operationId().equals(text(part, "reference"))) {
                return approved(requiredAmount(part, amount), requiredText(part, kind + "_id"));
            }
        }
        return Step.done(new Verdict.NotFound());
    }

    private static Step approved(long amount, String id) {
        return Step.done(
                new Outcome(
                        new Verdict.Approved(amount, false),
                        Told.NOTHING.withOperationReference(id)));
    }

    static boolean isGivenUp(JsonNode json) {
        return STANDINGS.of(json) == Standing.GIVEN_UP;
    }

    static boolean hasNothingLeft(JsonNode json) {
        return requiredAmount(json, "remaining_authorized_amount") == 0;
    }

    /** The order in an answer; throws when there is none to be read. */
    static JsonNode known(HttpAnswer answer) {
        if (!answer.isSuccess()) {
            throw new UnreadableAnswer("asking for the order was refused: " + answer);
        }
        return answer.json();
    }
}
