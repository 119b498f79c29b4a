package dev.paylater.connector.kafka;

import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.schemas.ConnectorRequest;
import java.util.List;
import org.slf4j.MDC;

/** The agreed keys on every log line of a request. */
final class LogKeys implements AutoCloseable {

    private static final int TRACE_ID = 1;

    private final List<MDC.MDCCloseable> keys;

    private LogKeys(List<MDC.MDCCloseable> keys) {
        this.keys = keys;
    }

    static LogKeys of(ConnectorRequest request, MessageContext context) {
        var trace = context.traceparent() == null ? "" : context.traceparent();
        var parts = trace.split("-", -1);
        return new LogKeys(
                List.of(
                        MDC.putCloseable("merchant_id", request.getMerchantId()),
                        MDC.putCloseable("payment_id", request.getPaymentId()),
                        MDC.putCloseable("attempt_id", request.getAttemptId()),
                        MDC.putCloseable("connector", request.getConnector()),
                        MDC.putCloseable("operation_id", request.getOperationId()),
                        MDC.putCloseable(
                                "trace_id", parts.length > TRACE_ID ? parts[TRACE_ID] : "")));
    }

    @Override
    public void close() {
        keys.forEach(MDC.MDCCloseable::close);
    }
}
