package dev.paylater.connector.message;

import dev.paylater.connector.provider.Fields;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Order.Links;
import dev.paylater.schemas.ConnectorRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request as a worker sees it.
 *
 * @param order what is to be done, or what is asked about
 * @param question only ask what became of the order
 * @param mayHaveBeenTried an earlier delivery of this very request may have called the provider
 * @param notAfter when it is too late to begin
 */
public record Task(Order order, boolean question, boolean mayHaveBeenTried, Instant notAfter) {

    private static final String STATUS = "status";

    /** A question about an authorization that is not in doubt. */
    private static final String CHECK = "check";

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException when it names an operation that does not exist, or carries
     *     something that cannot be opened
     */
    public static Task of(
            ConnectorRequest request, boolean mayHaveBeenTried, Links links, Opening opening) {
        var merchantId = request.getMerchantId();
        var question = request.getOperation().equals(STATUS);
        var operation = operation(request);
        var order =
                new Order(
                        operation,
                        request.getMerchantId(),
                        request.getPaymentId(),
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
                        orNull(request.getConnectorTransactionId()),
                        request.getConnectorMandateId(),
                        request.getConnectorState(),
                        request.getOptions(),
                        new Fields(opening.open(request.getTerms(), merchantId)),
                        new Fields(opening.open(request.getDetails(), merchantId)),
                        request.getRefundId(),
                        links);
        return new Task(
                order, question, mayHaveBeenTried, Instant.ofEpochMilli(request.getNotAfter()));
    }

    /** What it is called in metrics and logs. */
    public String label() {
        var operation = order.operation().wireName();
        return question ? "status_of_" + operation : operation;
    }

    private static @Nullable String orNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    private static Operation operation(ConnectorRequest request) {
        if (!request.getOperation().equals(STATUS)) {
            return Operation.of(request.getOperation());
        }
        var asked = request.getAskedOperation();
        if (asked == null) {
            throw new IllegalArgumentException("a status question without asked_operation");
        }
        return asked.equals(CHECK) ? Operation.AUTHORIZE : Operation.of(asked);
    }
}
