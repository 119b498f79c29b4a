package dev.paylater.orchestrator.kafka;

import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.Dispute;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.orchestrator.payment.Route;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.schemas.ConfirmPayment;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.RecordDispute;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Turns messages into the core's commands, and adds to a confirm where the payment could go. */
final class CommandReader {

    private static final String REFUSED = "refused";

    private final Accounts accounts;
    private final Mandates mandates;

    CommandReader(Accounts accounts, Mandates mandates) {
        this.accounts = accounts;
        this.mandates = mandates;
    }

    /**
     * The core's command.
     *
     * @param payment the payment it is for, as it is now
     */
    PaymentCommand read(PaymentRequest command, @Nullable Payment payment) {
        return switch (command.message().value()) {
            case CreatePayment c -> create(c);
            case dev.paylater.schemas.UpdatePayment c ->
                    new PaymentCommand.UpdatePayment(Options.read(c.getOptions()), c.getTerms());
            case ConfirmPayment c -> confirm(c, payment);
            case dev.paylater.schemas.CapturePayment c ->
                    new PaymentCommand.CapturePayment(
                            c.getAmountToCapture(),
                            c.getRefundUncapturedAmount(),
                            c.getCaptureType(),
                            c.getDetails());
            case dev.paylater.schemas.CancelPayment c ->
                    new PaymentCommand.CancelPayment(c.getCancellationReason());
            case dev.paylater.schemas.ApprovePayment _ -> new PaymentCommand.ApprovePayment();
            case dev.paylater.schemas.RejectPayment c ->
                    new PaymentCommand.RejectPayment(c.getReason());
            case dev.paylater.schemas.IncrementAuthorization c ->
                    new PaymentCommand.IncrementAuthorization(c.getAmount(), c.getReason());
            case dev.paylater.schemas.CompleteAuthorization c ->
                    new PaymentCommand.CompleteAuthorization(c.getTerms());
            case dev.paylater.schemas.AuthenticateThreeDs c ->
                    new PaymentCommand.AuthenticateThreeDs(c.getDetails());
            case dev.paylater.schemas.SyncPayment _ -> new PaymentCommand.SyncPayment();
            case dev.paylater.schemas.ReserveRefund c ->
                    new PaymentCommand.ReserveRefund(
                            c.getRefundId(), c.getAmount(), c.getReason(), c.getDetails());
            case dev.paylater.schemas.RecordRefundStatus c ->
                    new PaymentCommand.RecordRefundStatus(
                            c.getRefundId(),
                            c.getStatus().equals(REFUSED)
                                    ? null
                                    : Words.to(Refund.Status.class, c.getStatus()),
                            c.getAmount(),
                            Errors.readNullable(c.getError()),
                            c.getReason(),
                            c.getMetadata(),
                            Instant.ofEpochMilli(c.getUpdatedAt()));
            case dev.paylater.schemas.DeadlinePassed _ -> new PaymentCommand.DeadlinePassed();
            case RecordDispute c -> dispute(c);
            case dev.paylater.schemas.ConnectorOutcome c -> OutcomeReader.read(c);
            default ->
                    throw new IllegalArgumentException(
                            command.message().value().getSchema().getFullName());
        };
    }

    private PaymentCommand create(CreatePayment message) {
        var route =
                message.getConfirm()
                        ? route(
                                message.getMerchantId(),
                                message.getProfileId(),
                                message.getOptions(),
                                null)
                        : null;
        return new PaymentCommand.CreatePayment(
                message.getMerchantId(),
                message.getPaymentId(),
                message.getProfileId(),
                Options.read(message.getOptions()),
                message.getTerms(),
                route);
    }

    private PaymentCommand confirm(ConfirmPayment message, @Nullable Payment payment) {
        return new PaymentCommand.ConfirmPayment(
                message.getClientSide(),
                Options.read(message.getOptions()),
                message.getTerms(),
                route(
                        message.getMerchantId(),
                        payment == null ? null : payment.profileId(),
                        message.getOptions(),
                        payment));
    }

    private Route route(
            String merchantId,
            @Nullable String profileId,
            PaymentOptions options,
            @Nullable Payment payment) {
        var mandateId =
                Optional.ofNullable(options.getMandateId())
                        .or(() -> Optional.ofNullable(payment).map(p -> p.intent().mandateId()));
        return new Route(
                accounts.of(merchantId),
                profileId == null ? null : accounts.ruleOf(profileId),
                mandateId.map(id -> mandate(merchantId, id)).orElse(null));
    }

    /** A mandate nobody knows leads to no account, and so to a refusal. */
    private Route.Mandate mandate(String merchantId, String mandateId) {
        return mandates.latestPayment(merchantId, mandateId)
                .flatMap(
                        payment ->
                                payment.attempts().stream()
                                        .filter(a -> mandateId.equals(a.mandateId()))
                                        .filter(a -> a.connectorMandateId() != null)
                                        .findFirst())
                .map(attempt -> mandate(mandateId, attempt))
                .orElse(new Route.Mandate(mandateId, "", null));
    }

    private static Route.Mandate mandate(String mandateId, Attempt attempt) {
        return new Route.Mandate(
                mandateId, attempt.merchantConnectorId(), attempt.connectorMandateId());
    }

    private static PaymentCommand dispute(RecordDispute message) {
        var connectorDisputeId = message.getConnectorDisputeId();
        var disputeId =
                "dp_"
                        + UUID.nameUUIDFromBytes(
                                        (message.getConnector() + "/" + connectorDisputeId)
                                                .getBytes(StandardCharsets.UTF_8))
                                .toString()
                                .replace("-", "");
        return new PaymentCommand.RecordDispute(
                new Dispute(
                        disputeId,
                        message.getDisputeStage(),
                        message.getDisputeStatus(),
                        message.getAmount(),
                        message.getCurrency(),
                        message.getConnector(),
                        connectorDisputeId,
                        message.getConnectorStatus(),
                        message.getConnectorReason(),
                        message.getConnectorReasonCode(),
                        instant(message.getChallengeRequiredBy()),
                        instant(message.getConnectorCreatedAt()),
                        instant(message.getConnectorUpdatedAt()),
                        Instant.ofEpochMilli(message.getIssuedAt())));
    }

    private static @Nullable Instant instant(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}
