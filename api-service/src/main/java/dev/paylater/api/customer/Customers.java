package dev.paylater.api.customer;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Sorts.descending;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import dev.paylater.api.json.Json;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The customers that merchants have told of, each under its merchant. */
@Component
public final class Customers {

    static final List<String> TEXTS =
            List.of("name", "email", "phone", "phone_country_code", "description");
    static final List<String> OBJECTS = List.of("address", "metadata");

    private static final String ID = "_id";
    private static final String MERCHANT = "merchant_id";
    private static final String CUSTOMER = "customer_id";
    private static final String CREATED_AT = "created_at";
    private static final String CREATED_BY = "created_by";

    private final MongoCollection<Document> collection;
    private final Clock clock;

    Customers(MongoDatabase database, Clock clock) {
        this.collection = database.getCollection("customers");
        this.clock = clock;
    }

    public void createIndexes() {
        collection.createIndex(
                Indexes.compoundIndex(
                        Indexes.ascending(MERCHANT), Indexes.descending(CREATED_AT, CUSTOMER)));
    }

    public Optional<Document> find(String merchantId, String customerId) {
        return Optional.ofNullable(collection.find(eq(ID, merchantId + "/" + customerId)).first());
    }

    /**
     * Creates a customer.
     *
     * @param commandId what creates it; a repetition of the same finds its own customer
     * @return false when there is another one with this id
     */
    public boolean create(
            String merchantId, String customerId, ObjectNode fields, String commandId) {
        var document =
                new Document(ID, merchantId + "/" + customerId)
                        .append(MERCHANT, merchantId)
                        .append(CUSTOMER, customerId)
                        .append(CREATED_AT, Date.from(clock.instant()))
                        .append(CREATED_BY, commandId);
        values(fields).forEach(document::append);
        try {
            collection.insertOne(document);
            return true;
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
                throw e;
            }
            return find(merchantId, customerId)
                    .map(found -> commandId.equals(found.getString(CREATED_BY)))
                    .orElse(false);
        }
    }

    /** Changes what is given; nothing when there is no such customer. */
    Optional<Document> update(String merchantId, String customerId, ObjectNode fields) {
        var changes = values(fields);
        if (!changes.isEmpty()) {
            collection.updateOne(
                    eq(ID, merchantId + "/" + customerId),
                    Updates.combine(
                            changes.entrySet().stream()
                                    .map(change -> Updates.set(change.getKey(), change.getValue()))
                                    .toList()));
        }
        return find(merchantId, customerId);
    }

    /** Newest first, from behind a customer on. */
    List<Document> list(String merchantId, @Nullable Document after, int limit) {
        var found = new ArrayList<Document>();
        if (after == null) {
            read(eq(MERCHANT, merchantId), limit, found);
            return found;
        }
        var created = after.get(CREATED_AT);
        read(
                and(
                        eq(MERCHANT, merchantId),
                        eq(CREATED_AT, created),
                        lt(CUSTOMER, after.getString(CUSTOMER))),
                limit,
                found);
        if (found.size() < limit) {
            read(
                    and(
                            eq(MERCHANT, merchantId),
                            new Document(CREATED_AT, new Document("$lt", created))),
                    limit - found.size(),
                    found);
        }
        return found;
    }

    private void read(Bson filter, int limit, List<Document> found) {
        collection.find(filter).sort(descending(CREATED_AT, CUSTOMER)).limit(limit).into(found);
    }

    /** Objects are kept as JSON text, so that they come back as they were sent. */
    private static Document values(ObjectNode fields) {
        var values = new Document();
        for (var name : TEXTS) {
            var value = fields.path(name);
            if (value.isString()) {
                values.append(name, value.stringValue());
            }
        }
        for (var name : OBJECTS) {
            JsonNode value = fields.path(name);
            if (value.isObject()) {
                values.append(name, Json.text(value));
            }
        }
        return values;
    }
}
