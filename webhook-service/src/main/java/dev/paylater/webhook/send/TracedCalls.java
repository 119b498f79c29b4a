package dev.paylater.webhook.send;

import dev.paylater.kit.trace.SpanIds;
import dev.paylater.kit.trace.TraceParent;
import dev.paylater.kit.trace.TraceSpan;
import dev.paylater.kit.trace.Traces;
import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.delivery.DeliveryAttempt;
import dev.paylater.webhook.endpoint.Endpoint;
import java.util.Map;

/** Each attempt as a span of the trace that its event belongs to. */
final class TracedCalls implements Calls {

    private final Calls calls;
    private final Traces traces;

    TracedCalls(Calls calls, Traces traces) {
        this.calls = calls;
        this.traces = traces;
    }

    @Override
    public DeliveryAttempt send(Endpoint endpoint, Delivery delivery, byte[] body) {
        var attempt = calls.send(endpoint, delivery, body);
        if (delivery.trace() != null) {
            TraceParent.of(delivery.trace())
                    .map(trace -> span(trace, delivery, attempt))
                    .ifPresent(traces::tell);
        }
        return attempt;
    }

    private static TraceSpan span(TraceParent trace, Delivery delivery, DeliveryAttempt attempt) {
        var number = delivery.tries() + 1;
        return new TraceSpan(
                        trace.traceId(),
                        SpanIds.of(delivery.id() + "/" + attempt.at()),
                        trace.spanId(),
                        TraceSpan.Kind.CLIENT,
                        "webhook " + delivery.type(),
                        attempt.at(),
                        attempt.at().plus(attempt.latency()),
                        Map.of(),
                        attempt.isDelivered() ? null : "not delivered")
                .with("merchant_id", delivery.merchantId())
                .with("payment_id", delivery.ids().get("payment_id"))
                .with("refund_id", delivery.ids().get("refund_id"))
                .with("endpoint_id", delivery.endpointId())
                .with("delivery_id", delivery.id())
                .with("attempt", String.valueOf(number))
                .with(
                        "http.response.status_code",
                        attempt.status() == null ? null : String.valueOf(attempt.status()));
    }
}
