package dev.paylater.api.docs;

import dev.paylater.api.json.Json;
import dev.paylater.schemas.AuditEvent;
import dev.paylater.schemas.EventType;
import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.PaymentState;
import dev.paylater.schemas.RefundEvent;
import dev.paylater.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import tools.jackson.databind.node.ObjectNode;

/**
 * The AsyncAPI 3 document: the topics of events for internal services, with their Avro schemas, and
 * the webhooks for merchants. Made from the topics, the schemas and the catalogue of events.
 */
public final class AsyncApi {

    private static final String AVRO = "application/vnd.apache.avro+json;version=1.9.0";
    private static final String WEBHOOKS = "webhooks";
    private static final List<String> CLOUD_EVENT =
            List.of("ce_specversion", "ce_id", "ce_source", "ce_type", "ce_subject", "ce_time");

    private final ObjectNode document = Json.emptyObject();
    private final ObjectNode channels;
    private final ObjectNode operations;
    private final ObjectNode messages;

    private AsyncApi() {
        document.put("asyncapi", "3.0.0");
        document.putObject("info")
                .put("title", "paylater events")
                .put("version", "1")
                .put(
                        "description",
                        "What happens to payments, refunds and the configuration. Topics are for"
                                + " services of the operator, webhooks for merchants. All is"
                                + " delivered at least once.");
        channels = document.putObject("channels");
        operations = document.putObject("operations");
        messages = document.putObject("components").putObject("messages");
        topic(Topic.PAYMENT_EVENTS, PaymentEvent.getClassSchema(), "<merchant_id>/<payment_id>");
        topic(Topic.PAYMENT_STATE, PaymentState.getClassSchema(), "<merchant_id>/<payment_id>");
        topic(Topic.REFUND_EVENTS, RefundEvent.getClassSchema(), "<merchant_id>/<payment_id>");
        topic(Topic.AUDIT_EVENTS, AuditEvent.getClassSchema(), "the actor");
        webhooks();
    }

    /** The document as it is served. */
    public static byte[] source() {
        return Json.text(new AsyncApi().document).getBytes(StandardCharsets.UTF_8);
    }

    private void topic(Topic topic, Schema schema, String key) {
        var name = schema.getName();
        var channel = channels.putObject(topic.name());
        channel.put("address", topic.name());
        refer(channel.putObject("messages").putObject(name), "/components/messages/" + name);
        var binding = binding(channel);
        binding.put("topic", topic.name()).put("partitions", topic.partitions());
        var configuration = binding.putObject("topicConfiguration");
        if (topic.compacted()) {
            configuration
                    .put("delete.retention.ms", topic.retention().toMillis())
                    .putArray("cleanup.policy")
                    .add("compact");
        } else {
            configuration.put("retention.ms", topic.retention().toMillis());
        }
        configuration.put("max.message.bytes", topic.maxMessageBytes());
        operation("receive" + name, topic.name(), "receive");

        var message = messages.putObject(name);
        message.put("name", name).put("contentType", "application/avro");
        message.put("description", String.valueOf(schema.getDoc()));
        var headers = message.putObject("headers").put("type", "object").putObject("properties");
        CLOUD_EVENT.forEach(header -> headers.putObject(header).put("type", "string"));
        for (var header :
                List.of(
                        MessageHeaders.MESSAGE_ID,
                        MessageHeaders.CAUSATION_ID,
                        MessageHeaders.REQUEST_ID,
                        MessageHeaders.TRACEPARENT)) {
            headers.putObject(header).put("type", "string");
        }
        message.putObject("payload")
                .put("schemaFormat", AVRO)
                .set("schema", Json.read(schema.toString()));
        var keyed = binding(message);
        keyed.putObject("key").put("type", "string").put("description", key);
        keyed.put("schemaIdLocation", "payload").put("schemaIdPayloadEncoding", "confluent");
    }

    private void webhooks() {
        var channel = channels.putObject(WEBHOOKS);
        channel.putNull("address");
        channel.put("description", "POST to the merchant's endpoints, signed by Standard Webhooks");
        var all = channel.putObject("messages");
        for (var type : EventType.values()) {
            refer(all.putObject(type.wireName()), "/components/messages/" + type.wireName());
            message(type);
        }
        operation("sendWebhook", WEBHOOKS, "send");
    }

    private void message(EventType type) {
        var message = messages.putObject(type.wireName());
        message.put("name", type.wireName()).put("contentType", "application/json");
        var headers = message.putObject("headers").put("type", "object");
        headers.putArray("required")
                .add("webhook-id")
                .add("webhook-timestamp")
                .add("webhook-signature");
        var headerProperties = headers.putObject("properties");
        for (var header : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
            headerProperties.putObject(header).put("type", "string");
        }
        var payload = message.putObject("payload").put("type", "object");
        Arrays.asList("type", "timestamp", "sequence", "api_version", "data")
                .forEach(payload.putArray("required")::add);
        var properties = payload.putObject("properties");
        properties.putObject("type").put("const", type.wireName());
        properties.putObject("timestamp").put("type", "string").put("format", "date-time");
        properties.putObject("sequence").put("type", "integer");
        properties.putObject("api_version").put("type", "string");
        properties.putObject("data").put("type", "object");
        message.putArray("examples").addObject().set("payload", Json.read(type.example()));
    }

    private void operation(String name, String channel, String action) {
        var operation = operations.putObject(name).put("action", action);
        refer(operation.putObject("channel"), "/channels/" + channel);
    }

    private static ObjectNode binding(ObjectNode of) {
        return of.putObject("bindings").putObject("kafka").put("bindingVersion", "0.5.0");
    }

    private static void refer(ObjectNode from, String pointer) {
        from.put("$ref", "#" + pointer);
    }
}
