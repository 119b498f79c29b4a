package dev.paylater.api.rotation;

import dev.paylater.kit.security.SealedPlace;
import org.bson.BsonDocument;

/**
 * Where sealed texts are kept for long. The answers to requests with an Idempotency-Key are not
 * here, since they are gone after a day.
 */
enum SealedCollection {
    ACCOUNTS("connector_accounts", true),
    PROFILES("profiles", true),
    PAYMENTS("payments", true),
    REFUNDS("refunds", true),

    /** Nobody changes what is here, and the archiver compares its versions with the originals'. */
    ARCHIVED_PAYMENTS("payments_archive", false);

    private final String collection;
    private final boolean countsReplacements;

    SealedCollection(String collection, boolean countsReplacements) {
        this.collection = collection;
        this.countsReplacements = countsReplacements;
    }

    String collection() {
        return collection;
    }

    /** Whether who remembers a document finds by its version that it was replaced. */
    boolean countsReplacements() {
        return countsReplacements;
    }

    /** Whether its fields are sealed as a whole, and not JSON in which members are. */
    boolean isConfiguration() {
        return this == ACCOUNTS || this == PROFILES;
    }

    /** Where the sealed texts of a field of this document belong. */
    SealedPlace place(BsonDocument document, String field) {
        return switch (this) {
            case ACCOUNTS, PROFILES ->
                    new SealedPlace(text(document, "merchant_id"), text(document, "_id"), field);
            case REFUNDS -> payment(document, field);
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
