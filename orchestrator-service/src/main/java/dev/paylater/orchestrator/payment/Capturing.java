package dev.paylater.orchestrator.payment;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.CapturePayment;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureRecorded;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.ReleaseRequested;
import java.util.Map;

/** Captures: the merchant's and the service's own. */
final class Capturing {

    private static final String CONNECTOR = "connector";

    private Capturing() {}

    static Decision capture(Story story, CapturePayment command) {
        var payment = story.payment();
        if (!isCapturable(payment)) {
            return Decision.refused(Refusal.notInStatus(command.operation(), payment));
        }
        var attempt = payment.currentAttempt();
        var capturable = payment.capturable(attempt);
        var amount = command.amountToCapture() == null ? capturable : command.amountToCapture();
        if (amount < 1 || amount > capturable) {
            return Decision.refused(
                    Refusal.senseless(
                            "amount_to_capture must be between 1 and " + capturable,
                            "amount_to_capture"));
        }
        var single = attempt.captureMethod() != CaptureMethod.MANUAL_MULTIPLE;
        var releasesRest = amount < capturable && (single || command.refundUncapturedAmount());
        return request(story, amount, command.captureType(), releasesRest, command.details()).end();
    }

    private static boolean isCapturable(Payment payment) {
        return switch (payment.state()) {
            case State.RequiresCapture _, State.PartiallyCapturedAndCapturable _ -> true;
            case State.Processing _ -> {
                var attempt = payment.latestAttempt();
                yield attempt.isPresent()
                        && attempt.get().isAuthorized()
                        && attempt.get().captureMethod() == CaptureMethod.MANUAL_MULTIPLE
                        && payment.operations().stream()
                                .allMatch(o -> o.kind() == Kind.CAPTURE || o.kind() == Kind.CHECK)
                        && payment.captures().stream()
                                .noneMatch(c -> c.status().isInFlight() && c.releasesRest());
            }
            case State.RequiresPaymentMethod _,
                    State.RequiresConfirmation _,
                    State.RequiresCustomerAction _,
                    State.RequiresMerchantAction _,
                    State.PartiallyCaptured _,
                    State.Succeeded _,
                    State.Failed _,
                    State.Cancelled _ ->
                    false;
        };
    }

    /** One capture of everything that is open, by the service itself. */
    static Story captureInFull(Story story) {
        var capturable = story.payment().capturable(story.payment().currentAttempt());
        return request(story, capturable, CONNECTOR, false, Map.of());
    }

    private static Story request(
            Story story,
            long amount,
            String captureType,
            boolean releasesRest,
            Map<String, String> details) {
        var payment = story.payment();
        var attempt = payment.currentAttempt();
        var number =
                1
                        + (int)
                                payment.captures().stream()
                                        .filter(c -> c.attemptId().equals(attempt.attemptId()))
                                        .count();
        var direct = captureType.equals(Capture.DIRECT);
        var atProvider = !direct || attempt.features().contains(Attempt.DIRECT_CAPTURE);
        var capture =
                new Capture(
                        OperationIds.captureId(attempt.attemptId(), number),
                        attempt.attemptId(),
                        number,
                        atProvider ? Capture.Status.STARTED : Capture.Status.CHARGED,
                        amount,
                        captureType,
                        releasesRest,
                        null,
                        null,
                        null,
                        details);
        if (atProvider) {
            return story.tell(
                    new CaptureRequested(
                            capture,
                            story.operation(
                                    Kind.CAPTURE,
                                    Purpose.REQUESTED,
                                    amount,
                                    attempt.attemptId(),
                                    number,
                                    details)));
        }
        story.tell(new CaptureRecorded(capture));
        return releasesRest ? releaseRest(story) : story;
    }

    /** Gives back what is left uncaptured, now that nothing more will be captured. */
    static Story releaseRest(Story story) {
        var open = story.payment().currentAttempt().open();
        return open == 0
                ? story
                : story.tell(
                        new ReleaseRequested(
                                story.numbered(Kind.RELEASE, Purpose.REQUESTED, open), null));
    }
}
