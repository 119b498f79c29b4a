package dev.paylater.orchestrator.payment;

import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One try to get a payment authorized at one connector account, and the money of that
 * authorization.
 *
 * @param authorized minor units the provider has approved
 * @param captured minor units captured of it
 * @param released minor units released by void or release
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
        ProviderData data,
        @Nullable ProviderError error,
        @Nullable NextAction nextAction,
        @Nullable Instant actionDeadline,
        @Nullable String mandateId,
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

    public @Nullable String connectorTransactionId() {
        return data.transactionId();
    }

    public @Nullable String connectorMandateId() {
        return data.mandateId();
    }

    /** With what the provider said; a consent that comes with it is named after the attempt. */
    Attempt learning(ProviderData said) {
        var learned = withData(said.over(data));
        return said.mandateId() == null || mandateId != null
                ? learned
                : learned.withMandateId("man_" + attemptId);
    }

    /** To be authorized under a consent that was given before. */
    Attempt underMandate(@Nullable String connectorMandateId) {
        return withData(
                new ProviderData(
                                null,
                                null,
                                null,
                                Map.of(),
                                null,
                                null,
                                null,
                                connectorMandateId,
                                null)
                        .over(data));
    }
}
