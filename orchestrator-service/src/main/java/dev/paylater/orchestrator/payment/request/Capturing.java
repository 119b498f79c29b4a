package dev.paylater.orchestrator.payment.request;

import dev.paylater.options.CarriedMember;
import dev.paylater.options.IgnoredOptions;
import dev.paylater.options.PaymentOption;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.Capture;
import dev.paylater.orchestrator.payment.CaptureMethod;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.Intent;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.OperationIds;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand.CapturePayment;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureRecorded;
import dev.paylater.orchestrator.payment.PaymentEvent.CaptureRequested;
import dev.paylater.orchestrator.payment.PaymentEvent.ReleaseRequested;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Captures: the merchant's and the service's own. */
public final class Capturing {

    private static final String LINES = PaymentOption.ORDER_DETAILS.fieldName();

    private static final Duration UNTIL_SCHEDULED_CAPTURE = Duration.ofHours(24);

    private Capturing() {}

    public static Decision capture(Changes changes, Attempt attempt, CapturePayment command) {
        if (isCompared(changes.payment(), attempt)) {
            return Decision.refused(Refusals.amountIsCompared());
        }
        var capturable = attempt.amounts().capturable();
        var amount =
                command.amountToCapture() == null
                        ? wanted(changes.payment().intent(), capturable)
                        : command.amountToCapture();
        if (amount < 1 || amount > capturable) {
            return Decision.refused(
                    Refusals.invalid(
                            "amount_to_capture must be between 1 and " + capturable,
                            "amount_to_capture"));
        }
        var otherAccount = attempt.findOtherAccount(command.details());
        if (otherAccount != null) {
            return Decision.refused(otherAccount);
        }
        if (attempt.can(ConnectorAccount.STRICT)) {
            var ignored = ignored(attempt, command);
            if (ignored.isPresent()) {
                return Decision.refused(Refusals.notSupported(ignored.get(), attempt.connector()));
            }
        }
        var single = attempt.captureMethod() != CaptureMethod.MANUAL_MULTIPLE;
        var releasesRest = amount < capturable && (single || command.refundUncapturedAmount());
        if (isDirect(attempt, command.captureType())
                && !canSettleDirectly(changes.payment(), attempt, amount, releasesRest)) {
            return Decision.refused(
                    Refusals.notSupported(
                            PaymentOption.CAPTURE_TYPE.fieldName(), attempt.connector()));
        }
        return request(changes, amount, command.captureType(), releasesRest, command.details())
                .decision();
    }

    /**
     * A provider that approved more than was asked for may have captured as well, and would take
     * another capture besides: its books are waited for.
     */
    private static boolean isCompared(Payment payment, Attempt attempt) {
        return attempt.amountDiffering() != null
                && payment.hasInFlight(attempt, operation -> operation.kind() == Kind.INQUIRY);
    }

    private static boolean isDirect(Attempt attempt, String captureType) {
        return attempt.can(Attempt.SETTLED_DIRECTLY) || captureType.equals(Capture.DIRECT);
    }

    /**
     * A provider that is not told gives up its hold: all of it by a void while it has taken
     * nothing, and what is left of it by a release.
     */
    private static boolean canSettleDirectly(
            Payment payment, Attempt attempt, long amount, boolean releasesRest) {
        if (attempt.can(Attempt.DIRECT_CAPTURE)) {
            return true;
        }
        var ends = releasesRest || amount == attempt.amounts().held();
        var untouched =
                payment.capturedThere(attempt) == 0
                        && attempt.amounts().reserved() == 0
                        && (ends || attempt.can(Attempt.SETTLED_DIRECTLY));
        return attempt.can(Attempt.DIRECT_SETTLEMENT)
                && (untouched || attempt.can(Attempt.RELEASE));
    }

    private static Optional<String> ignored(Attempt attempt, CapturePayment command) {
        var features = attempt.features();
        return Stream.concat(
                        IgnoredOptions.ofCapture(features, command.details()::get).stream()
                                .map(PaymentOption::fieldName),
                        IgnoredOptions.members(features, command.details()::get).stream()
                                .map(CarriedMember::path))
                .findFirst();
    }

    /**
     * Whether nothing but captures is under way, and the rest is not to be released once they have
     * ended.
     */
    public static boolean isOnlyCapturing(Payment payment, Attempt attempt) {
        return attempt.stage() instanceof AttemptStage.Open
                && attempt.captureMethod() == CaptureMethod.MANUAL_MULTIPLE
                && payment.operations().stream()
                        .filter(o -> !o.isAside())
                        .allMatch(o -> o.kind() == Kind.CAPTURE || o.kind() == Kind.INQUIRY)
                && captures(payment, attempt)
                        .filter(c -> c.status().isInFlight())
                        .noneMatch(c -> c.releasesRest() || releasesRestAfter(payment, attempt, c));
    }

    /** Whether a later capture is charged that releases the rest. */
    private static boolean releasesRestAfter(Payment payment, Attempt attempt, Capture capture) {
        return captures(payment, attempt)
                .filter(later -> later.captureSequence() > capture.captureSequence())
                .anyMatch(
                        later -> later.status() == Capture.Status.CHARGED && later.releasesRest());
    }

    private static Stream<Capture> captures(Payment payment, Attempt attempt) {
        return payment.captures().stream()
                .filter(capture -> capture.attemptId().equals(attempt.attemptId()));
    }

    /** When the service captures a scheduled payment. */
    public static Instant captureOn(Changes changes) {
        var wanted = changes.payment().intent().captureOn();
        return wanted == null ? changes.now().plus(UNTIL_SCHEDULED_CAPTURE) : wanted;
    }

    /** What the payment itself says is to be captured; all that is open where it says nothing. */
    private static long wanted(Intent intent, long capturable) {
        var wanted = intent.amountToCapture();
        return wanted == null ? capturable : Math.min(wanted, capturable);
    }

    /**
     * One capture by the service itself: of everything that is open, or of what the merchant wants
     * captured, and then the rest is released.
     */
    static Changes captureByService(Changes changes) {
        var capturable = changes.payment().currentAttempt().amounts().capturable();
        var amount = wanted(changes.payment().intent(), capturable);
        return request(changes, amount, Capture.CONNECTOR, amount < capturable, Map.of());
    }

    private static Changes request(
            Changes changes,
            long amount,
            String captureType,
            boolean releasesRest,
            Map<String, String> details) {
        var attempt = changes.payment().currentAttempt();
        var number = Capture.nextNumber(changes.payment(), attempt.attemptId());
        var direct = isDirect(attempt, captureType);
        var atProvider = !direct || attempt.can(Attempt.DIRECT_CAPTURE);
        var capture =
                new Capture(
                        OperationIds.captureId(attempt.attemptId(), number),
                        attempt.attemptId(),
                        number,
                        atProvider ? Capture.Status.STARTED : Capture.Status.CHARGED,
                        amount,
                        direct ? Capture.DIRECT : captureType,
                        releasesRest,
                        null,
                        null,
                        null,
                        details);
        if (atProvider) {
            return changes.add(
                    new CaptureRequested(
                            capture,
                            changes.operation(
                                    Kind.CAPTURE,
                                    Purpose.REQUESTED,
                                    amount,
                                    attempt.attemptId(),
                                    number,
                                    withCapturedLines(
                                            changes.payment(),
                                            attempt,
                                            direct ? markedDirect(details) : details))));
        }
        changes.add(new CaptureRecorded(capture));
        return afterCapture(changes, capture, releasesRest);
    }

    /**
     * The lines that earlier captures named go with a capture that names none: the connector leaves
     * them out of the lines that it derives for it.
     */
    private static Map<String, String> withCapturedLines(
            Payment payment, Attempt attempt, Map<String, String> details) {
        var captured =
                captures(payment, attempt)
                        .filter(capture -> capture.status() != Capture.Status.FAILED)
                        .map(capture -> capture.details().get(LINES))
                        .filter(lines -> lines != null && lines.startsWith("[{"))
                        .map(lines -> lines.substring(1, lines.length() - 1))
                        .collect(Collectors.joining(","));
        if (captured.isEmpty() || details.containsKey(LINES)) {
            return details;
        }
        var asked = new LinkedHashMap<>(details);
        asked.put("captured_lines", "[" + captured + "]");
        return asked;
    }

    /** With what tells the connector that it takes nothing. */
    private static Map<String, String> markedDirect(Map<String, String> details) {
        var marked = new LinkedHashMap<>(details);
        marked.put(PaymentOption.CAPTURE_TYPE.fieldName(), "\"" + Capture.DIRECT + "\"");
        return marked;
    }

    /**
     * Releases the rest, where this capture or a later one says so or nothing is left to take. A
     * provider releases all that it holds, so that the captures under way are waited for; what they
     * have not taken is released too.
     *
     * @param ended the capture that was charged or has failed
     */
    public static Changes afterCapture(Changes changes, Capture ended, boolean releasesRest) {
        var payment = changes.payment();
        var attempt = payment.currentAttempt();
        if (isCapturing(payment, attempt)) {
            return changes;
        }
        return releasesRest || releasesRestAfter(payment, attempt, ended)
                ? releaseRest(changes)
                : releaseWhereNothingIsLeft(changes);
    }

    /**
     * Once nothing is left to take, releases what the provider still holds of what merchant and
     * customer have settled between themselves.
     */
    public static Changes releaseWhereNothingIsLeft(Changes changes) {
        var attempt = changes.payment().currentAttempt();
        return attempt.amounts().held() == 0 && !isCapturing(changes.payment(), attempt)
                ? releaseRest(changes)
                : changes;
    }

    private static boolean isCapturing(Payment payment, Attempt attempt) {
        return captures(payment, attempt).anyMatch(c -> c.status().isInFlight());
    }

    /**
     * Gives back what is left uncaptured, now that nothing more will be captured, and what the
     * provider still holds of what merchant and customer have settled between themselves.
     */
    public static Changes releaseRest(Changes changes) {
        var attempt = changes.payment().currentAttempt();
        var rest = attempt.amounts().capturable();
        var settled = changes.payment().settledAndHeld(attempt);
        var purpose = rest == 0 ? Purpose.SETTLED_DIRECTLY : Purpose.REQUESTED;
        return rest + settled == 0
                ? changes
                : changes.add(
                        new ReleaseRequested(
                                changes.numbered(Kind.RELEASE, purpose, rest + settled), null));
    }
}
