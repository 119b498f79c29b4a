package dev.paylater.orchestrator.payment;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One try to get a payment authorized at one connector account, and the money of that
 * authorization.
 *
 * @param authorized minor units the provider has approved
 * @param captured minor units captured of it
 * @param released minor units given back by void or release
 * @param features what the connector can do beyond the ordinary
 * @param actionDeadline until when the customer may act
 * @param inReview authorized, and held until the merchant decides
 * @param operationsStarted numbers voids, releases and the like
 */
@RecordBuilder
public record Attempt(
        String attemptId,
        int number,
        String connector,
        String merchantConnectorId,
        List<String> features,
        AttemptStatus status,
        long amount,
        long authorized,
        long captured,
        long released,
        @Nullable String paymentMethodType,
        CaptureMethod captureMethod,
        Instant createdAt,
        Instant modifiedAt,
        @Nullable String connectorTransactionId,
        @Nullable String referenceId,
        Map<String, String> connectorState,
        @Nullable String connectorMetadata,
        @Nullable ConnectorError error,
        @Nullable NextAction nextAction,
        @Nullable Instant actionDeadline,
        @Nullable String frmMessage,
        @Nullable String threeDs,
        @Nullable String mandateId,
        @Nullable String connectorMandateId,
        @Nullable Boolean incrementalAuthorizationAllowed,
        @Nullable String cancellationReason,
        boolean inReview,
        int operationsStarted)
        implements AttemptBuilder.With {

    static final String INCREMENTAL_AUTHORIZATION = "incremental_authorization";
    static final String DIRECT_CAPTURE = "direct_capture";
    static final String MANUAL_REVIEW = "manual_review";

    /** What could still be captured. */
    long open() {
        return authorized - captured - released;
    }

    boolean isAuthorized() {
        return authorized > 0 || captured > 0;
    }

    Attempt knowing(ProviderFacts facts) {
        var state = new LinkedHashMap<>(connectorState);
        state.putAll(facts.connectorState());
        return with(
                known -> {
                    known.connectorState(state);
                    if (facts.connectorTransactionId() != null) {
                        known.connectorTransactionId(facts.connectorTransactionId());
                    }
                    if (facts.referenceId() != null) {
                        known.referenceId(facts.referenceId());
                    }
                    if (facts.connectorMetadata() != null) {
                        known.connectorMetadata(facts.connectorMetadata());
                    }
                    if (facts.frmMessage() != null) {
                        known.frmMessage(facts.frmMessage());
                    }
                    if (facts.threeDs() != null) {
                        known.threeDs(facts.threeDs());
                    }
                    if (facts.connectorMandateId() != null) {
                        known.connectorMandateId(facts.connectorMandateId());
                        known.mandateId(mandateId == null ? "man_" + attemptId : mandateId);
                    }
                    if (facts.incrementalAuthorizationAllowed() != null) {
                        known.incrementalAuthorizationAllowed(
                                facts.incrementalAuthorizationAllowed());
                    }
                });
    }
}
