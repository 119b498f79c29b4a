package dev.paylater.api.rotation;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoDatabase;
import dev.paylater.kit.security.SealedPlace;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/**
 * Where sealed texts are kept for long. The answers to requests with an Idempotency-Key are not
 * here, since they are gone after a day.
 */
enum SealedCollection {
    ACCOUNTS("connector_accounts", true),
    PROFILES("profiles", true),
    CUSTOMERS("customers", true),
    PAYMENTS("payments", true),
    REFUNDS("refunds", true),
    EXCHANGES("provider_exchanges", true),

    /** Nobody changes what is here, and the archiver compares its versions with the originals'. */
    ARCHIVED_PAYMENTS("payments_archive", false);

    private final String collection;

    /** Whether who remembers a document finds by its version that it was replaced. */
    private final boolean countsReplacements;

    SealedCollection(String collection, boolean countsReplacements) {
        this.collection = collection;
        this.countsReplacements = countsReplacements;
    }

    String collection() {
        return collection;
    }

    /** Whether its fields are sealed as a whole, and not JSON in which members are. */
    boolean isSealedWhole() {
        return this == ACCOUNTS || this == PROFILES || this == CUSTOMERS || this == EXCHANGES;
    }

    /** Writes over the version that the document has; changes nothing where that is not there. */
    void replace(BsonDocument document, MongoDatabase database) {
        var read = document.getNumber("version").longValue();
        if (countsReplacements) {
            document.put("version", new BsonInt64(read + 1));
        }
        database.getCollection(collection, BsonDocument.class)
                .replaceOne(and(eq("_id", document.get("_id")), eq("version", read)), document);
    }

    /** Where the sealed texts of a field of this document belong. */
    SealedPlace place(BsonDocument document, String field) {
        return switch (this) {
            case ACCOUNTS, PROFILES ->
                    new SealedPlace(text(document, "merchant_id"), text(document, "_id"), field);
            case CUSTOMERS ->
                    new SealedPlace(
                            text(document, "merchant_id"), text(document, "customer_id"), field);
            case REFUNDS, EXCHANGES -> payment(document, field);
            case PAYMENTS, ARCHIVED_PAYMENTS -> payment(document.getDocument("payment"), field);
        };
    }

    private static SealedPlace payment(BsonDocument named, String field) {
        return new SealedPlace(text(named, "merchant_id"), text(named, "payment_id"), field);
    }

    private static String text(BsonDocument document, String name) {
        return document.getString(name).getValue();
    }
}
