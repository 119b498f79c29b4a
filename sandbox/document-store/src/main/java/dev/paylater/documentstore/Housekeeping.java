package dev.paylater.documentstore;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes what TTL indexes let expire and forgets idle cursors, about once a second. */
final class Housekeeping {

    private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);
    private static final long PAUSE_MILLIS = 1_000;
    private static final int DELETES_PER_LOCK = 500;

    private final Catalog catalog;
    private final Cursors cursors;
    private final Clock clock;
    private final Thread thread;

    Housekeeping(Catalog catalog, Cursors cursors, Clock clock) {
        this.catalog = catalog;
        this.cursors = cursors;
        this.clock = clock;
        thread = Thread.ofPlatform().daemon().name("store-housekeeping").unstarted(this::loop);
    }

    void start() {
        thread.start();
    }

    private void loop() {
        try {
            while (true) {
                Thread.sleep(PAUSE_MILLIS);
                tidy();
            }
        } catch (InterruptedException e) {
            // The server is closing.
        }
    }

    private void tidy() {
        try {
            cursors.forgetIdle();
            for (Collection collection : catalog.all()) {
                for (IndexDefinition index : collection.indexes()) {
                    if (index.ready() && index.expireAfterSeconds().isPresent()) {
                        expire(collection, index, index.expireAfterSeconds().getAsLong());
                    }
                }
            }
        } catch (RuntimeException e) {
            log.error("housekeeping failed, it is tried again", e);
        }
    }

    private void expire(Collection collection, IndexDefinition index, long afterSeconds) {
        BsonDateTime limit = new BsonDateTime(clock.millis() - afterSeconds * 1_000);
        String field = index.paths().getFirst().text();
        BsonArray conditions = new BsonArray();
        conditions.add(new BsonDocument(field, new BsonDocument("$lt", limit)));
        if (index.partial() != null) {
            conditions.add(index.partial().source());
        }
        Filter expired = Filter.of(new BsonDocument("$and", conditions));
        BsonString hint = new BsonString(index.name());
        StoreQuery query = new StoreQuery(expired, new BsonDocument(), 0, DELETES_PER_LOCK, hint);
        int deleted = DELETES_PER_LOCK;
        while (deleted == DELETES_PER_LOCK) {
            deleted = deleteSome(collection, index, query);
        }
    }

    private static int deleteSome(Collection collection, IndexDefinition index, StoreQuery query) {
        @SuppressWarnings("ArrayRecordComponent") // Never compared.
        record Found(byte[] idKey, byte[] document) {}
        List<Found> found = new ArrayList<>();
        collection.lock().lock();
        try {
            if (collection.dropped() || !collection.indexes().contains(index)) {
                return 0;
            }
            query.forEach(collection, (idKey, document) -> found.add(new Found(idKey, document)));
            found.forEach(each -> collection.delete(each.idKey, each.document));
            return found.size();
        } finally {
            collection.lock().unlock();
        }
    }

    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }
}
