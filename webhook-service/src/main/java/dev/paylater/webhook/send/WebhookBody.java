package dev.paylater.webhook.send;

import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.endpoint.Endpoint;
import dev.paylater.webhook.send.Resources.Kind;
import dev.paylater.webhook.send.Resources.Resource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an endpoint is sent. A full body is the payment or refund as GET answers it, with what the
 * event knows laid over it: it is read later than it happened, and an event must never carry
 * another status than its own. It is made for each attempt, so that no personal data is kept.
 */
final class WebhookBody {

    /**
     * Keeps no names, since merchants choose some, of any length; and no buffers, since the pool of
     * them would hold the personal data of bodies, in as many as were ever written at once.
     */
    static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                                    .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
                                    .build())
                    .build();

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final SharedReads reads;

    WebhookBody(Resources resources) {
        reads = new SharedReads(resources);
    }

    /**
     * What the body of a delivery shows, to be asked for when it is taken up: it is read after
     * that, so not before its event, and once for all that are taken up together.
     */
    Supplier<ObjectNode> resource(Delivery delivery) {
        return about(delivery)
                .map(reads::next)
                .<Supplier<ObjectNode>>map(read -> () -> (ObjectNode) JSON.readTree(read.get()))
                .orElse(() -> ids(delivery));
    }

    /** Empty for what is said of an endpoint. */
    private static Optional<Resource> about(Delivery delivery) {
        var refund = Optional.ofNullable(delivery.ids().get("refund_id"));
        var payment = Optional.ofNullable(delivery.ids().get("payment_id"));
        return refund.map(id -> new Resource(Kind.REFUND, delivery.merchantId(), id))
                .or(() -> payment.map(id -> new Resource(Kind.PAYMENT, delivery.merchantId(), id)));
    }

    /**
     * The bytes of a body.
     *
     * @param resource what it shows
     * @throws Resources.NotAvailable when what they show cannot be had now
     */
    byte[] of(Delivery delivery, Endpoint endpoint, Supplier<ObjectNode> resource) {
        var json = JSON.createObjectNode();
        json.put("type", delivery.type());
        json.put("timestamp", TIME.format(delivery.occurredAt()));
        json.put("sequence", delivery.sequence());
        json.put("api_version", endpoint.apiVersion());
        json.set("data", endpoint.thin() ? ids(delivery) : data(delivery, resource.get()));
        return JSON.writeValueAsBytes(json);
    }

    private static ObjectNode ids(Delivery delivery) {
        var json = JSON.createObjectNode();
        delivery.ids().forEach(json::put);
        return json;
    }

    private static ObjectNode data(Delivery delivery, ObjectNode resource) {
        var snapshot = (ObjectNode) JSON.readTree(delivery.snapshot());
        if (about(delivery).filter(shown -> shown.kind() == Kind.PAYMENT).isPresent()) {
            layOverPayment(resource, snapshot);
        } else {
            layOver(resource, snapshot);
        }
        return resource;
    }

    private static void layOverPayment(ObjectNode payment, ObjectNode snapshot) {
        var refunds = joined(payment.path("refunds"), snapshot, "refunds", "refund_id");
        var captures = joined(payment.path("captures"), snapshot, "captures", "capture_id");
        var disputes = joined(payment.path("disputes"), snapshot, "disputes", "dispute_id");
        var tellsDisputes = snapshot.has("disputes");
        layOver(payment, snapshot);
        if (tellsDisputes) {
            payment.set("disputes", disputes);
        }
        payment.set("refunds", refunds);
        payment.set("captures", captures);
        payment.remove("client_secret");
        if (!"requires_customer_action".equals(snapshot.path("status").asString(""))) {
            payment.putNull("next_action");
        }
    }

    private static void layOver(ObjectNode resource, ObjectNode snapshot) {
        if (!resource.path("error_code").equals(snapshot.path("error_code"))) {
            resource.putNull("error_message");
        }
        resource.setAll(snapshot);
    }

    /** The parts that there were then, with all that is known of them, as they were then. */
    private static ArrayNode joined(
            JsonNode known, ObjectNode snapshot, String parts, String idName) {
        Map<String, ObjectNode> byId = new HashMap<>();
        for (var part : known) {
            byId.put(part.path(idName).asString(""), (ObjectNode) part);
        }
        var joined = new ArrayList<JsonNode>();
        for (var then : snapshot.path(parts)) {
            var part = byId.getOrDefault(then.path(idName).asString(""), JSON.createObjectNode());
            part.setAll((ObjectNode) then);
            joined.add(part);
        }
        return JSON.createArrayNode().addAll(joined);
    }
}
