package dev.paylater.api.admin;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Sorts.ascending;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.json.Json;
import dev.paylater.api.store.ProfileReads;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Business profiles: routing rules and who may frame payment links. Each merchant has a default.
 */
@Component
final class Profiles {

    static final String IS_DEFAULT = "is_default";
    static final String ROUTING = "routing";
    static final String DOMAINS = "allowed_domains";

    private final MongoCollection<Document> collection;
    private final ProfileReads reads;
    private final Clock clock;

    Profiles(MongoDatabase database, ProfileReads reads, Clock clock) {
        this.collection = database.getCollection("profiles");
        this.reads = reads;
        this.clock = clock;
    }

    Document create(String merchantId, String profileId, ObjectNode fields) {
        var profile =
                new Document(Stored.ID, profileId)
                        .append(Stored.MERCHANT, merchantId)
                        .append(IS_DEFAULT, false)
                        .append(Stored.CREATED_AT, Date.from(clock.instant()));
        profile.putAll(changes(fields));
        Stored.insert(collection, profile);
        if (fields.path(IS_DEFAULT).booleanValue(false)) {
            makeDefault(merchantId, profileId);
        }
        reads.forget();
        return require(merchantId, profileId);
    }

    Document update(String merchantId, String profileId, ObjectNode fields) {
        require(merchantId, profileId);
        var changes = changes(fields);
        if (!changes.isEmpty()) {
            collection.updateOne(
                    eq(Stored.ID, profileId),
                    Updates.combine(
                            changes.entrySet().stream()
                                    .map(change -> Updates.set(change.getKey(), change.getValue()))
                                    .toList()));
        }
        if (fields.path(IS_DEFAULT).booleanValue(false)) {
            makeDefault(merchantId, profileId);
        }
        reads.forget();
        return require(merchantId, profileId);
    }

    /** A null rule removes the one that is there. */
    Document route(String merchantId, String profileId, @Nullable JsonNode routing) {
        require(merchantId, profileId);
        collection.updateOne(
                eq(Stored.ID, profileId),
                routing == null
                        ? Updates.unset(ROUTING)
                        : Updates.set(ROUTING, Json.text(routing)));
        return require(merchantId, profileId);
    }

    Document require(String merchantId, String profileId) {
        var found =
                collection
                        .find(and(eq(Stored.ID, profileId), eq(Stored.MERCHANT, merchantId)))
                        .first();
        if (found == null) {
            throw ApiException.notFound("profile");
        }
        return found;
    }

    List<Document> of(String merchantId) {
        return collection
                .find(eq(Stored.MERCHANT, merchantId))
                .sort(ascending(Stored.ID))
                .into(new ArrayList<>());
    }

    /** The new one first: for a moment there are two, and never none. */
    private void makeDefault(String merchantId, String profileId) {
        collection.updateOne(eq(Stored.ID, profileId), Updates.set(IS_DEFAULT, true));
        for (var other : of(merchantId)) {
            if (!other.getString(Stored.ID).equals(profileId)) {
                collection.updateOne(
                        eq(Stored.ID, other.getString(Stored.ID)), Updates.set(IS_DEFAULT, false));
            }
        }
    }

    private static Document changes(ObjectNode fields) {
        var changes = new Document();
        if (fields.path("name").isString()) {
            changes.append("name", fields.path("name").stringValue());
        }
        if (fields.has(ROUTING)) {
            changes.append(ROUTING, Json.text(fields.get(ROUTING)));
        }
        if (fields.path(DOMAINS).isArray()) {
            changes.append(
                    DOMAINS,
                    fields.path(DOMAINS).valueStream().map(JsonNode::stringValue).toList());
        }
        return changes;
    }
}
