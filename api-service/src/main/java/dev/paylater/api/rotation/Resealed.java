package dev.paylater.api.rotation;

import dev.paylater.kit.security.Sealer;
import dev.paylater.options.SealedMembers;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * A stored document in which what is sealed under an old key is sealed under the primary one. A
 * text that does not open is left as it is.
 */
final class Resealed {

    private final Sealer sealer;
    private final SealedCollection collection;
    private final BsonDocument document;
    private int rewritten;
    private int unreadable;

    private Resealed(Sealer sealer, SealedCollection collection, BsonDocument document) {
        this.sealer = sealer;
        this.collection = collection;
        this.document = document;
    }

    /** Changes the document itself. */
    static Resealed of(BsonDocument document, SealedCollection collection, Sealer sealer) {
        var resealed = new Resealed(sealer, collection, document);
        resealed.rewriteIn(document);
        return resealed;
    }

    /** How many texts are under the primary key now that were not. */
    int rewritten() {
        return rewritten;
    }

    /** How many texts stay under an old key, or one that is not there any more. */
    int unreadable() {
        return unreadable;
    }

    private void rewriteIn(BsonDocument within) {
        within.replaceAll(this::rewritten);
    }

    private BsonValue rewritten(String field, BsonValue value) {
        switch (value.getBsonType()) {
            case DOCUMENT -> rewriteIn(value.asDocument());
            case ARRAY -> value.asArray().replaceAll(item -> rewritten(field, item));
            case STRING -> {
                return new BsonString(rewritten(field, value.asString().getValue()));
            }
            default -> {
                // Nothing else holds texts.
            }
        }
        return value;
    }

    private String rewritten(String field, String text) {
        if (collection.isConfiguration()) {
            return text.startsWith(Sealer.PREFIX) ? resealed(field, text) : text;
        }
        return SealedMembers.replaceSealed(
                field, text, Sealer.PREFIX, (path, found) -> '"' + resealed(path, found) + '"');
    }

    private String resealed(String path, String sealed) {
        try {
            if (!sealer.isUnderOldKey(sealed)) {
                return sealed;
            }
            var place = collection.place(document, path);
            var fresh = sealer.seal(sealer.open(sealed, place), place);
            rewritten++;
            return fresh;
        } catch (IllegalArgumentException _) {
            unreadable++;
            return sealed;
        }
    }
}
