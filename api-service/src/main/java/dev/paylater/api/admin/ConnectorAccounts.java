package dev.paylater.api.admin;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Sorts.ascending;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.json.Json;
import dev.paylater.kit.security.Sealer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Merchants' accounts at providers. Credentials are sealed under the account and never shown. */
@Component
final class ConnectorAccounts {

    private static final List<String> TEXTS =
            List.of("base_url", "business_country", "business_label");
    private static final String CREDENTIALS = "credentials";
    private static final String WEBHOOK_SECRET = "webhook_secret";
    private static final String SETTINGS = "settings";
    private static final String POSITION = "position";
    private static final String ENABLED = "enabled";

    private final MongoCollection<Document> collection;
    private final Sealer sealer;
    private final Clock clock;

    ConnectorAccounts(MongoDatabase database, Sealer sealer, Clock clock) {
        this.collection = database.getCollection("connector_accounts");
        this.sealer = sealer;
        this.clock = clock;
    }

    Document create(String merchantId, String accountId, ObjectNode fields) {
        var account =
                new Document(Stored.ID, accountId)
                        .append(Stored.MERCHANT, merchantId)
                        .append("connector", fields.required("connector").stringValue())
                        .append(ENABLED, true)
                        .append(POSITION, of(merchantId).size())
                        .append(SETTINGS, new Document())
                        .append(Stored.CREATED_AT, Date.from(clock.instant()));
        account.putAll(changes(fields, accountId));
        Stored.insert(collection, account);
        return account;
    }

    Document update(String merchantId, String accountId, ObjectNode fields) {
        require(merchantId, accountId);
        var changes = changes(fields, accountId);
        if (!changes.isEmpty()) {
            collection.updateOne(
                    eq(Stored.ID, accountId),
                    Updates.combine(
                            changes.entrySet().stream()
                                    .map(change -> Updates.set(change.getKey(), change.getValue()))
                                    .toList()));
        }
        return require(merchantId, accountId);
    }

    List<Document> of(String merchantId) {
        return collection
                .find(eq(Stored.MERCHANT, merchantId))
                .sort(ascending(POSITION, Stored.ID))
                .into(new ArrayList<>());
    }

    private Document require(String merchantId, String accountId) {
        var found =
                collection
                        .find(and(eq(Stored.ID, accountId), eq(Stored.MERCHANT, merchantId)))
                        .first();
        if (found == null) {
            throw ApiException.notFound("connector account");
        }
        return found;
    }

    private Document changes(ObjectNode fields, String accountId) {
        var changes = new Document();
        for (var name : TEXTS) {
            if (fields.path(name).isString()) {
                changes.append(name, fields.path(name).stringValue());
            }
        }
        if (fields.has(ENABLED)) {
            changes.append(ENABLED, fields.get(ENABLED).booleanValue());
        }
        if (fields.has(POSITION)) {
            changes.append(POSITION, fields.get(POSITION).intValue());
        }
        if (fields.has(CREDENTIALS)) {
            changes.append(CREDENTIALS, sealer.seal(Json.text(fields.get(CREDENTIALS)), accountId));
        }
        if (fields.has(WEBHOOK_SECRET)) {
            changes.append(
                    WEBHOOK_SECRET,
                    sealer.seal(fields.get(WEBHOOK_SECRET).stringValue(), accountId));
        }
        if (fields.has(SETTINGS)) {
            changes.append(SETTINGS, Stored.texts(fields.get(SETTINGS)));
        }
        return changes;
    }
}
