package dev.paylater.api.rotation;

import dev.paylater.kit.security.Sealer;
import dev.paylater.options.Sealed;
import org.bson.BsonDocument;

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
        StoredTexts.replaceAll(document, resealed::rewritten);
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

    private String rewritten(String field, String text) {
        if (collection.isSealedWhole()) {
            return text.startsWith(Sealer.PREFIX) ? resealed(field, text) : text;
        }
        return Sealed.replace(
                field, text, Sealer.PREFIX, found -> '"' + resealed(field, found) + '"');
    }

    private String resealed(String field, String sealed) {
        try {
            if (!sealer.isUnderOldKey(sealed)) {
                return sealed;
            }
            var place = collection.place(document, field);
            var fresh = sealer.seal(sealer.open(sealed, place), place);
            rewritten++;
            return fresh;
        } catch (IllegalArgumentException _) {
            unreadable++;
            return sealed;
        }
    }
}
