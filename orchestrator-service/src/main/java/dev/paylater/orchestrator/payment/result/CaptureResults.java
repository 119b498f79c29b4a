package dev.paylater.orchestrator.payment.result;

import dev.paylater.kernel.InquirySchedule;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptErrors;
import dev.paylater.orchestrator.payment.Capture;
import dev.paylater.orchestrator.payment.CaptureMethod;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.OperationIds;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureCharged;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureFailed;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.request.Capturing;
import dev.paylater.orchestrator.payment.result.ResultRule.Condition;
import dev.paylater.provider.ProviderError;

/** Rules for captures that are under way. */
final class CaptureResults {

    static final Condition MUST_BE_RETRIED =
            new Condition(
                    "it was not retried, is younger than a minute, or is the service's own capture",
                    (changes, reported) ->
                            !reported.operation().retried()
                                    || InquirySchedule.mayRetry(
                                            reported.operation().requestedAt(), changes.now())
                                    || isOwnCapture(reported.attempt(changes)));

    /** Two captures are never one: an answer that says so is about the other. */
    static final Condition NAMES_ANOTHER =
            new Condition(
                    "it names the connector_capture_id of another capture of the payment",
                    CaptureResults::namesAnother);

    static final ResultRule CHARGE =
            new ResultRule(
                    "charge the capture (and release the rest, where nothing more will be taken)",
                    (changes, reported) ->
                            charge(
                                    changes,
                                    capture(changes, reported),
                                    reported.amount(),
                                    reported));

    /** The authorization may have ended at the provider, so that no capture can succeed. */
    static final ResultRule DECLINE =
            new ResultRule(
                    "fail the capture",
                    (changes, reported) -> fail(changes, reported, reported.error()));

    static final ResultRule FAIL_UNAVAILABLE =
            new ResultRule(
                    "fail the capture, provider_unavailable",
                    (changes, reported) ->
                            fail(changes, reported, AttemptErrors.PROVIDER_UNAVAILABLE));

    private CaptureResults() {}

    private static boolean namesAnother(Changes changes, ReportedResult reported) {
        var named = reported.data().operationReference();
        return named != null
                && changes.payment().captures().stream()
                        .filter(c -> named.equals(c.connectorCaptureId()))
                        .anyMatch(
                                c ->
                                        !OperationIds.of(
                                                        c.attemptId(),
                                                        Operation.Kind.CAPTURE,
                                                        c.captureSequence())
                                                .equals(reported.command().operationId()));
    }

    /** What the service captures by itself nobody else would ask for once more. */
    private static boolean isOwnCapture(Attempt attempt) {
        return switch (attempt.captureMethod()) {
            case AUTOMATIC, SEQUENTIAL_AUTOMATIC, SCHEDULED -> true;
            case MANUAL, MANUAL_MULTIPLE -> false;
        };
    }

    /** Where one capture ends the payment, a smaller one than was asked for leaves a rest. */
    static void charge(Changes changes, Capture capture, long amount, ReportedResult reported) {
        var booked = AnsweredAmounts.booked(changes, reported, capture.amount(), amount);
        changes.add(
                new CaptureCharged(
                        capture.captureId(),
                        reported.command().operationId(),
                        booked,
                        reported.data()));
        var attempt = reported.attempt(changes);
        var leavesRest =
                booked < capture.amount()
                        && attempt.captureMethod() != CaptureMethod.MANUAL_MULTIPLE;
        Capturing.afterCapture(changes, capture, capture.releasesRest() || leavesRest);
    }

    private static void fail(Changes changes, ReportedResult reported, ProviderError error) {
        var capture = capture(changes, reported);
        changes.add(
                new CaptureFailed(capture.captureId(), reported.operation().operationId(), error));
        Capturing.afterCapture(changes, capture, false);
    }

    private static Capture capture(Changes changes, ReportedResult reported) {
        var operation = reported.operation();
        return changes.payment()
                .capture(OperationIds.captureId(operation.attemptId(), operation.sequence()))
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "No capture for " + operation.operationId()));
    }
}
