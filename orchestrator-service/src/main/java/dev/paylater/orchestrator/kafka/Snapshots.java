package dev.paylater.orchestrator.kafka;

import dev.paylater.kernel.Step;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Capture;
import dev.paylater.orchestrator.payment.Dispute;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentState;
import dev.paylater.provider.ProviderError;
import dev.paylater.schemas.AttemptSnapshot;
import dev.paylater.schemas.CaptureSnapshot;
import dev.paylater.schemas.DisputeSnapshot;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.PaymentSnapshot;
import dev.paylater.schemas.RefundSummary;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the public topics carry of an event: the payment after it, without personal data. */
final class Snapshots {

    private Snapshots() {}

    static PaymentEvent event(
            String eventId, Step<Payment, dev.paylater.orchestrator.payment.PaymentEvent> step) {
        var entry = step.entry();
        var after = step.after();
        return new PaymentEvent(
                eventId,
                EventTypes.of(entry.event()),
                after.merchantId(),
                after.paymentId(),
                entry.sequence(),
                entry.at().toEpochMilli(),
                entry.cause(),
                snapshot(after),
                StatusChanges.of(step.before(), after));
    }

    private static PaymentSnapshot snapshot(Payment payment) {
        var intent = payment.intent();
        var attempt = payment.latestAttempt();
        var error = attempt.map(a -> a.stage().error());
        return PaymentSnapshot.newBuilder()
                .setStatus(payment.status().wireName())
                .setAmount(intent.amount())
                .setNetAmount(intent.netAmount())
                .setAmountCapturable(payment.amountCapturable())
                .setAmountReceived(payment.amountReceived())
                .setAmountRefunded(payment.amountRefunded())
                .setCurrency(intent.currency())
                .setCaptureMethod(WireEnums.of(intent.captureMethod()))
                .setProfileId(payment.profileId())
                .setCreated(payment.created().toEpochMilli())
                .setUpdated(payment.updated().toEpochMilli())
                .setCustomerId(intent.customerId())
                .setConnector(attempt.map(Attempt::connector).orElse(null))
                .setConnectorTransactionId(
                        attempt.map(Attempt::connectorTransactionId).orElse(null))
                .setPaymentMethodType(intent.paymentMethodType())
                .setMerchantOrderReferenceId(
                        JsonText.read(payment.terms().get("merchant_order_reference_id")))
                .setCancellationReason(attempt.map(Attempt::cancellationReason).orElse(null))
                .setErrorCode(error.map(ProviderError::code).orElse(null))
                .setUnifiedCode(error.map(e -> e.unified().code()).orElse(null))
                .setManualRetryAllowed(retryAllowed(payment))
                .setAttempts(payment.attempts().stream().map(a -> attempt(payment, a)).toList())
                .setCaptures(payment.captures().stream().map(Snapshots::capture).toList())
                .setRefunds(
                        payment.refunds().stream()
                                .map(
                                        r ->
                                                new RefundSummary(
                                                        r.refundId(),
                                                        WireEnums.of(r.status()),
                                                        r.amount()))
                                .toList())
                .setDisputes(payment.disputes().stream().map(Snapshots::dispute).toList())
                .build();
    }

    /** At the time of the event; the session may end later. */
    private static @Nullable Boolean retryAllowed(Payment payment) {
        return switch (payment.state()) {
            case PaymentState.Failed failed -> failed.mayBeRetriedAt(payment.updated());
            case PaymentState state -> state.isFinal() ? Boolean.FALSE : null;
        };
    }

    private static AttemptSnapshot attempt(Payment payment, Attempt attempt) {
        var error = Optional.ofNullable(attempt.stage().error());
        return new AttemptSnapshot(
                attempt.attemptId(),
                WireEnums.of(payment.status(attempt)),
                attempt.connector(),
                attempt.merchantConnectorId(),
                attempt.connectorTransactionId(),
                error.map(ProviderError::code).orElse(null),
                error.map(e -> e.unified().code()).orElse(null));
    }

    private static CaptureSnapshot capture(Capture capture) {
        return new CaptureSnapshot(
                capture.captureId(),
                WireEnums.of(capture.status()),
                capture.amount(),
                capture.captureSequence(),
                capture.connectorCaptureId());
    }

    private static DisputeSnapshot dispute(Dispute dispute) {
        return new DisputeSnapshot(
                dispute.disputeId(),
                dispute.disputeStage(),
                dispute.disputeStatus(),
                dispute.amount(),
                dispute.currency(),
                dispute.connector(),
                dispute.connectorDisputeId(),
                dispute.connectorStatus(),
                dispute.connectorReasonCode(),
                Optional.ofNullable(dispute.challengeRequiredBy())
                        .map(Instant::toEpochMilli)
                        .orElse(null),
                dispute.createdAt().toEpochMilli());
    }
}
