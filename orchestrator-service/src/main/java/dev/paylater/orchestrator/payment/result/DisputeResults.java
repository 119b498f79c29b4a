package dev.paylater.orchestrator.payment.result;

import dev.paylater.orchestrator.payment.AttemptErrors;
import dev.paylater.orchestrator.payment.Dispute;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentEvent.DisputeAccepted;
import dev.paylater.orchestrator.payment.PaymentEvent.DisputeChallenged;
import dev.paylater.orchestrator.payment.PaymentEvent.DisputeResponseFailed;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.result.ResultRule.Condition;
import dev.paylater.provider.ProviderError;
import java.util.Optional;
import java.util.function.BiFunction;

/** Rules for what became of the merchant's response to a dispute. */
final class DisputeResults {

    static final Condition WAS_FAILED =
            new Condition(
                    "it was failed and no other response was made since",
                    (changes, reported) ->
                            answered(changes, reported).filter(d -> !d.isAnswered()).isPresent());

    static final ResultRule ACCEPT =
            new ResultRule(
                    "accept the dispute",
                    (changes, reported) -> add(changes, reported, DisputeAccepted::new));

    static final ResultRule CHALLENGE =
            new ResultRule(
                    "challenge the dispute",
                    (changes, reported) -> add(changes, reported, DisputeChallenged::new));

    static final ResultRule DECLINE =
            new ResultRule(
                    "fail the response",
                    (changes, reported) -> fail(changes, reported, reported.error()));

    static final ResultRule UNAVAILABLE =
            new ResultRule(
                    "fail the response, provider_unavailable",
                    (changes, reported) ->
                            fail(changes, reported, AttemptErrors.PROVIDER_UNAVAILABLE));

    private DisputeResults() {}

    private static void fail(Changes changes, ReportedResult reported, ProviderError error) {
        add(
                changes,
                reported,
                (disputeId, operationId) ->
                        new DisputeResponseFailed(disputeId, operationId, error));
    }

    /** Of the dispute that the operation responds to and of the operation, by their ids. */
    private static void add(
            Changes changes,
            ReportedResult reported,
            BiFunction<String, String, PaymentEvent> event) {
        answered(changes, reported)
                .map(dispute -> event.apply(dispute.disputeId(), operationId(reported)))
                .ifPresent(changes::add);
    }

    private static Optional<Dispute> answered(Changes changes, ReportedResult reported) {
        return changes.payment().disputes().stream()
                .filter(dispute -> dispute.isAnsweredBy(operationId(reported)))
                .findFirst();
    }

    private static String operationId(ReportedResult reported) {
        return reported.command().operationId();
    }
}
