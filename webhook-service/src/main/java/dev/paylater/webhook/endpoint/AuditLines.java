package dev.paylater.webhook.endpoint;

import com.github.f4b6a3.ulid.UlidCreator;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.time.Instant;
import java.util.Date;
import org.bson.Document;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lines of the audit log about what this service does to configuration. api-service shows and
 * publishes them with its own, and is told before a line is written, as by itself.
 */
@Component
public final class AuditLines {

    private static final String ACTOR = "webhook-service";

    private final MongoCollection<Document> lines;
    private final MongoCollection<Document> unpublished;

    public AuditLines(MongoDatabase database) {
        lines = database.getCollection("audit_log");
        unpublished = database.getCollection("audit_unpublished");
    }

    /** An endpoint is called no more. */
    public void disabled(Endpoint endpoint, String reason, Instant now) {
        var json = JsonMapper.shared();
        var id = UlidCreator.getMonotonicUlid(now.toEpochMilli());
        var line =
                new Document("_id", "aud_" + id)
                        .append("at", Date.from(now))
                        .append("act_id", "act_" + id)
                        .append("outcome", "done")
                        .append("action", "disableWebhookEndpoint")
                        .append("actor", ACTOR)
                        .append("address", "")
                        .append("request_id", "act_" + id)
                        .append("merchant_id", endpoint.merchantId())
                        .append("resource_id", endpoint.id())
                        .append("before", json.createObjectNode().put("enabled", true).toString())
                        .append(
                                "after",
                                json.createObjectNode()
                                        .put("enabled", false)
                                        .put("disabled_reason", reason)
                                        .toString());
        unpublished.insertOne(new Document("_id", line.getString("_id")));
        lines.insertOne(line);
    }
}
