package dev.paylater.api.rotation;

import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Sorts.ascending;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import dev.paylater.kit.security.Sealer;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * While there are old encryption keys, rewrites what is sealed under them, a page at a time. A
 * document is replaced on the condition that its version is the one that was read, and gets the
 * next version: whoever changed it meanwhile wins, and whoever remembers it as it was reads it
 * again. Nothing else of it changes, and no event is published.
 */
final class Resealing {

    static final int PAGE = 200;

    /** After a round that found nothing; documents can still come back from the archive. */
    static final Duration BETWEEN_ROUNDS = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(Resealing.class);
    private static final BsonDocumentCodec DOCUMENTS = new BsonDocumentCodec();
    private static final String ID = "_id";
    private static final int BATCH = 20;

    private final MongoDatabase database;
    private final Sealer sealer;
    private final Clock clock;
    private final Sweep sweep;
    private volatile double left = Double.NaN;

    Resealing(MongoDatabase database, Sealer sealer, Clock clock) {
        this.database = database;
        this.sealer = sealer;
        this.clock = clock;
        this.sweep = new Sweep(database, UUID.randomUUID().toString(), sealer.primaryId());
    }

    /**
     * Documents that the latest complete round has found under an old key; not a number before
     * there was one.
     */
    double left() {
        return left;
    }

    /** Goes through the next page if this instance is the one that does; never throws. */
    void step() {
        try {
            var now = clock.instant();
            sweep.claim(now)
                    .filter(position -> !now.isBefore(position.notBefore()))
                    .ifPresent(position -> sweep.save(page(position)));
            left = sweep.left().map(Long::doubleValue).orElse(Double.NaN);
        } catch (MongoException e) {
            // The store is away; the position is kept.
            log.warn("Could not look for texts under old keys, trying again: {}", e.toString());
        }
    }

    private Sweep.Position page(Sweep.Position position) {
        var kind = position.collection();
        var collection = database.getCollection(kind.collection(), RawBsonDocument.class);
        var read = 0;
        var found = 0L;
        var last = position.after();
        for (var document :
                collection.find(gt(ID, last)).sort(ascending(ID)).limit(PAGE).batchSize(BATCH)) {
            read++;
            last = document.getString(ID).getValue();
            if (reseal(document, kind)) {
                found++;
            }
        }
        return read == PAGE ? position.within(last, found) : next(position, found);
    }

    private Sweep.Position next(Sweep.Position position, long found) {
        var all = position.found() + found;
        if (position.isInLastCollection()) {
            // Which of the others are old, and whether anything else needs them, is not known here.
            log.info(
                    "A round found {} documents sealed under another key than {}",
                    all,
                    sealer.primaryId());
        }
        var now = clock.instant();
        return position.next(found, all == 0 ? now.plus(BETWEEN_ROUNDS) : now);
    }

    /**
     * Whether the document was under an old key; it may still be, where somebody else has changed
     * it meanwhile.
     */
    private boolean reseal(RawBsonDocument raw, SealedCollection kind) {
        if (!mayHoldSealedTexts(raw)) {
            return false;
        }
        try {
            return reseal(raw.decode(DOCUMENTS), kind);
        } catch (BsonInvalidOperationException e) {
            log.warn(
                    "{} in {} cannot be read and stays as it is: {}",
                    raw.getString(ID).getValue(),
                    kind.collection(),
                    e.getMessage());
            return true;
        }
    }

    private boolean reseal(BsonDocument document, SealedCollection kind) {
        var resealed = Resealed.of(document, kind, sealer);
        if (resealed.unreadable() > 0) {
            log.warn(
                    "{} texts of {} in {} cannot be opened and stay as they are",
                    resealed.unreadable(),
                    document.getString(ID).getValue(),
                    kind.collection());
        }
        if (resealed.rewritten() > 0) {
            kind.replace(document, database);
        }
        return resealed.rewritten() + resealed.unreadable() > 0;
    }

    /** Most documents hold none, and need not be taken apart. */
    private static boolean mayHoldSealedTexts(RawBsonDocument raw) {
        var buffer = raw.getByteBuffer();
        var bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return new String(bytes, ISO_8859_1).contains(Sealer.PREFIX);
    }
}
