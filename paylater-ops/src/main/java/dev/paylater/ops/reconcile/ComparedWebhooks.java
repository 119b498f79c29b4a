package dev.paylater.ops.reconcile;

import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * What webhook-service keeps: endpoints that are called, and which events have a delivery for them.
 *
 * @param deliveries as {@link #key} makes them
 */
record ComparedWebhooks(List<Endpoint> endpoints, Set<String> deliveries) {

    static final ComparedWebhooks NONE = new ComparedWebhooks(List.of(), Set.of());

    /**
     * An endpoint that is called.
     *
     * @param profileId null: it gets the events of all profiles
     * @param since from when on it wants what it wants now, in milliseconds since 1970
     */
    record Endpoint(
            String id,
            String merchantId,
            @Nullable String profileId,
            List<String> filters,
            long since) {

        boolean wants(StatusEvent event) {
            return merchantId.equals(event.merchantId())
                    && (profileId == null || profileId.equals(event.profileId()))
                    && event.at() > since
                    && filters.stream().anyMatch(filter -> includes(filter, event.type()));
        }

        private static boolean includes(String filter, String type) {
            return filter.endsWith("*")
                    ? type.startsWith(filter.substring(0, filter.length() - 1))
                    : type.equals(filter);
        }
    }

    /** The endpoints that should have a delivery of the event and have none. */
    List<Endpoint> missing(StatusEvent event) {
        return endpoints.stream()
                .filter(endpoint -> endpoint.wants(event))
                .filter(endpoint -> !deliveries.contains(key(endpoint.id(), event)))
                .toList();
    }

    private static String key(String endpointId, StatusEvent event) {
        return key(endpointId, event.source(), event.sequence(), event.type());
    }

    static String key(String endpointId, String source, long sequence, String type) {
        return String.join(" ", endpointId, source, Long.toString(sequence), type);
    }

    /** Of a delivery as it is kept. */
    static String key(Document delivery) {
        Document ids = delivery.get("ids", Document.class);
        String type = delivery.getString("event_type");
        String source = ids.getString(type.startsWith("refund.") ? "refund_id" : "payment_id");
        return key(
                delivery.getString("endpoint_id"),
                String.valueOf(source),
                delivery.get("sequence", Number.class).longValue(),
                type);
    }
}
