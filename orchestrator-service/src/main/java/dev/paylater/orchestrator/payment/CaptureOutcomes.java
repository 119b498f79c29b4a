package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordOutcome;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureCharged;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureFailed;

/** What a provider's word means for a capture. */
final class CaptureOutcomes {

    private CaptureOutcomes() {}

    static Decision record(Story story, Operation operation, RecordOutcome outcome) {
        return switch (outcome.verdict()) {
            case Verdict.Approved approved ->
                    charge(
                            story,
                            captureOf(story, operation.operationId(), operation),
                            Outcomes.amountOf(approved, operation.amount()),
                            outcome);
            case Verdict.Declined(_, var error) -> decline(story, operation, error);
            case Verdict.Pending pending ->
                    Outcomes.pending(story, operation, pending, outcome.facts()).end();
            case Verdict.Unknown(var reason) ->
                    Outcomes.unknown(story, operation, reason, outcome.facts()).end();
            case Verdict.NotFound _ -> notFound(story, operation, outcome);
            case Verdict.NotExecuted(var reason) ->
                    // Delivered twice, the request may be carried out all the same.
                    Outcomes.unknown(story, operation, reason, outcome.facts()).end();
            case Verdict.CustomerAction _, Verdict.MerchantAction _ ->
                    Outcomes.unknown(
                                    story, operation, "not an answer to a capture", outcome.facts())
                            .end();
        };
    }

    /**
     * Sent again each time, as the outage that swallowed it may have swallowed the repetition too;
     * given up only when no delivery of the request can be carried out any more.
     */
    private static Decision notFound(Story story, Operation operation, RecordOutcome outcome) {
        var repeatedAt = operation.repeatedAt();
        if (repeatedAt == null
                || AskSchedule.mayRepeat(operation, story.now())
                || mustCome(story, operation)) {
            return Outcomes.repeat(story, operation).end();
        }
        return story.now().isBefore(AskSchedule.guard(repeatedAt))
                ? Outcomes.unknown(story, operation, "not there yet", outcome.facts()).end()
                : fail(story, operation, ConnectorError.PROVIDER_UNAVAILABLE).end();
    }

    /** The service captures by itself, so nobody else would ask for it once more. */
    private static boolean mustCome(Story story, Operation operation) {
        return switch (story.payment().attempt(operation.attemptId()).captureMethod()) {
            case AUTOMATIC, SEQUENTIAL_AUTOMATIC, SCHEDULED -> true;
            case MANUAL, MANUAL_MULTIPLE -> false;
        };
    }

    /**
     * A capture that was given up here was charged after all. It counts, as long as the money is
     * still open at the provider, even where another capture of it has been asked for since: that
     * one will be refused. A final status stays what it is, and reconciliation shows the
     * difference.
     */
    static Decision late(Story story, Attempt attempt, RecordOutcome outcome) {
        if (!(outcome.verdict() instanceof Verdict.Approved approved)
                || story.payment().state().isFinal()) {
            return Decision.nothing();
        }
        var failed =
                story.payment().captures().stream()
                        .filter(
                                c ->
                                        operationId(c).equals(outcome.operationId())
                                                && c.status() == Capture.Status.FAILED)
                        .findFirst();
        if (failed.isEmpty()) {
            return Decision.nothing();
        }
        var amount = Outcomes.amountOf(approved, failed.get().amount());
        return amount > attempt.open()
                ? Decision.nothing()
                : charge(story, failed.get(), amount, outcome);
    }

    private static Decision charge(
            Story story, Capture capture, long amount, RecordOutcome outcome) {
        story.tell(
                new CaptureCharged(
                        capture.captureId(), outcome.operationId(), amount, outcome.facts()));
        return capture.releasesRest() ? Capturing.releaseRest(story).end() : story.end();
    }

    /** The authorization may have ended at the provider, so that no capture can succeed. */
    private static Decision decline(Story story, Operation operation, ConnectorError error) {
        fail(story, operation, error);
        var attempt = story.payment().attempt(operation.attemptId());
        return Asking.check(story, attempt, Purpose.DOUBT).end();
    }

    private static Story fail(Story story, Operation operation, ConnectorError error) {
        var capture = captureOf(story, operation.operationId(), operation);
        return story.tell(new CaptureFailed(capture.captureId(), operation.operationId(), error));
    }

    private static Capture captureOf(Story story, String operationId, Operation operation) {
        return story.payment()
                .capture(OperationIds.captureId(operation.attemptId(), operation.sequence()))
                .orElseThrow(() -> new IllegalStateException("No capture for " + operationId));
    }

    private static String operationId(Capture capture) {
        return OperationIds.of(
                capture.attemptId(), Operation.Kind.CAPTURE, capture.captureSequence());
    }
}
