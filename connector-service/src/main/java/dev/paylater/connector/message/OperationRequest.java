package dev.paylater.connector.message;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Context.Links;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Operation;
import dev.paylater.schemas.ConnectorRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request as a worker sees it.
 *
 * @param context what is to be done, or inquired about
 * @param inquiry only inquire what became of the operation
 * @param earlier what earlier deliveries of requests for it may have done
 * @param notAfter when it is too late to begin
 */
public record OperationRequest(
        Context context, boolean inquiry, Earlier earlier, Instant notAfter) {

    /** Whether an earlier delivery has called the provider. */
    public enum Earlier {
        NEVER,
        /** It may have, and may be at it. */
        PERHAPS,
        /** It may have, and none can call it any more. */
        OVER;

        public static Earlier of(boolean mayHaveBeenTried) {
            return mayHaveBeenTried ? PERHAPS : NEVER;
        }
    }

    private static final String STATUS = "status";

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException when it names an operation that does not exist, or carries
     *     something that cannot be decrypted
     */
    public static OperationRequest of(
            ConnectorRequest request,
            boolean mayHaveBeenTried,
            Account account,
            Links links,
            Decryption decryption) {
        var merchantId = request.getMerchantId();
        var paymentId = request.getPaymentId();
        var context =
                new Context(
                        operation(request),
                        merchantId,
                        paymentId,
                        request.getAttemptId(),
                        request.getOperationId(),
                        request.getIdempotencyKey(),
                        request.getSequence(),
                        request.getAmount(),
                        request.getCurrency(),
                        request.getAuthorizedAmount(),
                        request.getCapturedAmount(),
                        request.getCaptureMethod(),
                        Instant.ofEpochMilli(request.getIssuedAt()),
                        Instant.ofEpochMilli(
                                request.getFirstRequestedAt() == null
                                        ? request.getIssuedAt()
                                        : request.getFirstRequestedAt()),
                        orNull(request.getConnectorTransactionId()),
                        request.getConnectorMandateId(),
                        request.getConnectorState(),
                        request.getOptions(),
                        new Fields(decryption.decrypt(request.getTerms(), merchantId, paymentId)),
                        new Fields(decryption.decrypt(request.getDetails(), merchantId, paymentId)),
                        request.getRefundId(),
                        links,
                        account);
        return new OperationRequest(
                OwnCredentials.in(context),
                isInquiry(request),
                Earlier.of(mayHaveBeenTried),
                Instant.ofEpochMilli(request.getNotAfter()));
    }

    /** Whether a request only asks what became of an operation. */
    public static boolean isInquiry(ConnectorRequest request) {
        return request.getOperation().equals(STATUS);
    }

    /** Asks what became of it, and does nothing. */
    public OperationRequest asInquiry() {
        return new OperationRequest(context, true, earlier, notAfter);
    }

    /** The request once all earlier deliveries of it are over. */
    public OperationRequest afterOthers() {
        return new OperationRequest(context, inquiry, Earlier.OVER, notAfter);
    }

    /** An earlier delivery may have called the provider. */
    public boolean mayHaveBeenTried() {
        return earlier != Earlier.NEVER;
    }

    /** What it is called in metrics and logs. */
    public String label() {
        var operation = context.operation().wireName();
        return inquiry ? "status_of_" + operation : operation;
    }

    private static @Nullable String orNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    /**
     * The operation that a request is about.
     *
     * @throws IllegalArgumentException when it names one that does not exist
     */
    public static Operation operation(ConnectorRequest request) {
        if (!isInquiry(request)) {
            return Operation.of(request.getOperation());
        }
        var inquired = request.getInquiredOperation();
        if (inquired == null) {
            throw new IllegalArgumentException("a status inquiry without inquired_operation");
        }
        return Operation.of(inquired);
    }
}
