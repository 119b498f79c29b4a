package dev.paylater.api.rotation;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * How far the documents have been gone through, kept in the store: of all instances one goes on,
 * and another one where it stopped.
 */
final class Sweep {

    /** Longer than a page takes; another instance goes on after this. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final List<SealedCollection> ROUND = List.of(SealedCollection.values());
    private static final String ID = "resealing";
    private static final String HOLDER = "holder";
    private static final String LEASE_UNTIL = "lease_until";

    private final MongoCollection<Document> store;
    private final String holder;
    private final int primaryId;

    Sweep(MongoDatabase database, String holder, int primaryId) {
        this.store = database.getCollection("key_rotations");
        this.holder = holder;
        this.primaryId = primaryId;
    }

    /**
     * Where a round stands.
     *
     * @param after the last document of the collection that was looked at
     * @param found documents of this round that were under an old key
     * @param left what the latest complete round has found; unknown before that
     * @param notBefore when the next page is due
     */
    record Position(
            SealedCollection collection,
            String after,
            long found,
            @Nullable Long left,
            Instant notBefore) {

        static final Position START = new Position(ROUND.getFirst(), "", 0, null, Instant.EPOCH);

        /** After a page with more behind it. */
        Position within(String last, long more) {
            return new Position(collection, last, found + more, left, notBefore);
        }

        /** After the last page of a collection. */
        Position next(long more, Instant afterRound) {
            var next = ROUND.indexOf(collection) + 1;
            return next < ROUND.size()
                    ? new Position(ROUND.get(next), "", found + more, left, notBefore)
                    : new Position(ROUND.getFirst(), "", 0, found + more, afterRound);
        }

        boolean isInLastCollection() {
            return collection == ROUND.getLast();
        }
    }

    /** The position to go on from, unless another instance does that. */
    Optional<Position> claim(Instant now) {
        try {
            var claimed =
                    store.findOneAndUpdate(
                            and(
                                    eq("_id", ID),
                                    or(eq(HOLDER, holder), lt(LEASE_UNTIL, Date.from(now)))),
                            combine(
                                    set(HOLDER, holder),
                                    set(LEASE_UNTIL, Date.from(now.plus(LEASE)))),
                            new FindOneAndUpdateOptions()
                                    .upsert(true)
                                    .returnDocument(ReturnDocument.AFTER));
            return Optional.of(read(Objects.requireNonNull(claimed)));
        } catch (MongoCommandException | MongoWriteException e) {
            if (ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** What the latest complete round has found, whoever made it. */
    Optional<Long> left() {
        return Optional.ofNullable(store.find(eq("_id", ID)).first())
                .map(found -> read(found).left());
    }

    /** Unless another instance has gone on meanwhile. */
    void save(Position position) {
        store.updateOne(
                and(eq("_id", ID), eq(HOLDER, holder)),
                combine(
                        set("primary", primaryId),
                        set("collection", position.collection().collection()),
                        set("after", position.after()),
                        set("found", position.found()),
                        set("left", position.left()),
                        set("not_before", Date.from(position.notBefore()))));
    }

    /** With another primary key all begins again. */
    private Position read(Document stored) {
        if (!Objects.equals(stored.getInteger("primary"), primaryId)) {
            return Position.START;
        }
        for (var collection : ROUND) {
            if (collection.collection().equals(stored.getString("collection"))) {
                return new Position(
                        collection,
                        stored.getString("after"),
                        stored.getLong("found"),
                        stored.getLong("left"),
                        stored.getDate("not_before").toInstant());
            }
        }
        return Position.START;
    }
}
