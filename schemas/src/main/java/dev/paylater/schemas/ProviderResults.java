package dev.paylater.schemas;

import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderBooks;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Provider results as they travel in a {@link ConnectorOutcome}. */
public final class ProviderResults {

    private ProviderResults() {}

    /** Sets every field of the message that belongs to the result; the others are the caller's. */
    public static ConnectorOutcome.Builder write(
            ConnectorOutcome.Builder message, ProviderResult result) {
        var decline = result.decline();
        var action = result.nextAction();
        var data = result.data();
        var books = result.books();
        return message.setStatus(name(result.status()))
                .setAmount(result.amount())
                .setAttemptStatus(
                        decline == null ? null : decline.outcome().name().toLowerCase(Locale.ROOT))
                .setError(error(result))
                .setNextAction(action == null ? null : new NextAction(action.type(), action.url()))
                .setInquireAfter(millis(result.inquireAfter()))
                .setConnectorTransactionId(data.transactionId())
                .setReferenceId(data.referenceId())
                .setConnectorOperationId(data.operationReference())
                .setConnectorState(data.state())
                .setConnectorMetadata(data.metadata())
                .setFrmMessage(data.fraudScreening())
                .setThreeDs(data.threeDs())
                .setConnectorMandateId(data.mandateId())
                .setIncrementalAuthorizationAllowed(data.incrementalAllowed())
                .setAuthorizedUntil(millis(data.authorizedUntil()))
                .setBooks(
                        books == null
                                ? null
                                : new ConnectorBooks(
                                        books.captured(), books.refunded(), books.released()));
    }

    /**
     * The result that a message carries.
     *
     * @throws IllegalArgumentException when its status is not known
     */
    public static ProviderResult read(ConnectorOutcome message) {
        var status = status(message);
        var error = message.getError();
        var books = message.getBooks();
        return new ProviderResult(
                status,
                carriesAmount(status) ? message.getAmount() : null,
                status == Status.DECLINED ? decline(message) : null,
                status == Status.REQUIRES_ACTION
                        ? new dev.paylater.provider.NextAction(
                                message.getNextAction().getType(), message.getNextAction().getUrl())
                        : null,
                time(message.getInquireAfter()),
                status == Status.DECLINED || error == null ? null : error.getMessage(),
                new ProviderData(
                        message.getConnectorTransactionId(),
                        message.getReferenceId(),
                        message.getConnectorOperationId(),
                        message.getConnectorState(),
                        message.getConnectorMetadata(),
                        message.getFrmMessage(),
                        message.getThreeDs(),
                        message.getConnectorMandateId(),
                        message.getIncrementalAuthorizationAllowed(),
                        time(message.getAuthorizedUntil())),
                books == null
                        ? null
                        : new ProviderBooks(
                                books.getCaptured(), books.getRefunded(), books.getReleased()));
    }

    /** A provider's error as it travels. */
    public static @Nullable ConnectorError write(@Nullable ProviderError error) {
        return error == null
                ? null
                : new ConnectorError(
                        error.code(),
                        error.message(),
                        error.reason(),
                        error.unified().code(),
                        error.unified().message());
    }

    /** A provider's error from its message. */
    public static @Nullable ProviderError read(@Nullable ConnectorError error) {
        return error == null
                ? null
                : new ProviderError(
                        error.getCode(),
                        error.getMessage(),
                        error.getReason(),
                        UnifiedError.ofCode(error.getUnifiedCode()));
    }

    private static Status status(ConnectorOutcome message) {
        for (var status : Status.values()) {
            if (name(status).equals(message.getStatus())) {
                return status;
            }
        }
        throw new IllegalArgumentException("No provider result is called " + message.getStatus());
    }

    private static String name(Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    private static boolean carriesAmount(Status status) {
        return switch (status) {
            case APPROVED, CAPTURED, IN_REVIEW -> true;
            case PENDING,
                    REQUIRES_ACTION,
                    DECLINED,
                    NOT_FOUND,
                    NOT_EXECUTED,
                    UNAUTHORIZED,
                    UNKNOWN ->
                    false;
        };
    }

    private static Decline decline(ConnectorOutcome message) {
        var error = read(message.getError());
        var outcome = message.getAttemptStatus();
        return new Decline(
                outcome == null
                        ? Decline.Outcome.AUTHORIZATION_FAILED
                        : Decline.Outcome.valueOf(outcome.toUpperCase(Locale.ROOT)),
                error == null ? ProviderError.NOT_GIVEN : error);
    }

    private static @Nullable ConnectorError error(ProviderResult result) {
        var decline = result.decline();
        if (decline != null) {
            return write(decline.error());
        }
        return result.reason() == null
                ? null
                : write(ProviderError.of(UnifiedError.PROVIDER_UNAVAILABLE, result.reason()));
    }

    private static @Nullable Long millis(@Nullable Instant time) {
        return time == null ? null : time.toEpochMilli();
    }

    /** When the request or inquiry was sent that a message answers; null: it came by itself. */
    public static @Nullable Instant requestedAt(ConnectorOutcome message) {
        return time(message.getRequestedAt());
    }

    private static @Nullable Instant time(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}
