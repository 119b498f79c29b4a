package dev.paylater.documentstore;

import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The rest of a result, handed out in batches. It holds no snapshot: later batches see later
 * writes.
 */
sealed interface Cursor {

    /** Hands out up to a number of documents; tells whether there can be more. */
    boolean next(long documents, Consumer<BsonDocument> sink);

    String namespace();

    /** Stops a batch of large documents early; the protocol allows any number of them. */
    final class Room {
        private static final int BATCH_BYTES = 4 * 1024 * 1024;
        private final long documents;
        private long count;
        private long bytes;

        Room(long documents) {
            this.documents = documents;
        }

        boolean take(int length) {
            bytes += length;
            return ++count < documents && bytes < BATCH_BYTES;
        }
    }

    /** Reads on in an index. */
    final class OfScan implements Cursor {
        private final Collection collection;
        private final Scan scan;
        private final Projection projection;
        private long skip;
        private long remaining;

        OfScan(Collection collection, Scan scan, Projection projection, StoreQuery query) {
            this.collection = collection;
            this.scan = scan;
            this.projection = projection;
            this.skip = query.skip();
            this.remaining = query.limit() == 0 ? Long.MAX_VALUE : query.limit();
        }

        @Override
        public String namespace() {
            return collection.namespace();
        }

        @Override
        public boolean next(long documents, Consumer<BsonDocument> sink) {
            int used = scan.plan().index().id();
            if (collection.dropped()
                    || collection.indexes().stream().noneMatch(index -> index.id() == used)) {
                throw new CommandError(
                        MongoErrorCode.CURSOR_NOT_FOUND, "the collection or index was dropped");
            }
            try (View view = collection.engine().view()) {
                return next(view, documents, sink);
            }
        }

        boolean next(View view, long documents, Consumer<BsonDocument> sink) {
            if (documents == 0) {
                return true;
            }
            Room room = new Room(documents);
            boolean ended =
                    scan.run(
                            view,
                            (idKey, document) -> {
                                if (skip > 0) {
                                    skip--;
                                    return true;
                                }
                                sink.accept(projection.apply(document));
                                remaining--;
                                return room.take(document.length) && remaining > 0;
                            });
            return !ended && remaining > 0;
        }
    }

    /** Fetches documents whose order was found out before. */
    final class OfIds implements Cursor {
        private final Collection collection;
        private final Filter filter;
        private final Projection projection;
        private final List<byte[]> idKeys;
        private int at;

        OfIds(Collection collection, Filter filter, Projection projection, List<byte[]> idKeys) {
            this.collection = collection;
            this.filter = filter;
            this.projection = projection;
            this.idKeys = idKeys;
        }

        @Override
        public String namespace() {
            return collection.namespace();
        }

        @Override
        public boolean next(long documents, Consumer<BsonDocument> sink) {
            try (View view = collection.engine().view()) {
                return next(view, documents, sink);
            }
        }

        boolean next(View view, long documents, Consumer<BsonDocument> sink) {
            Room room = new Room(documents);
            boolean more = documents > 0;
            while (more && at < idKeys.size()) {
                byte[] key = collection.documentKey(idKeys.get(at++));
                byte @Nullable [] document = view.get(collection.engine().documents(), key);
                if (document != null && filter.matches(Value.document(document))) {
                    sink.accept(projection.apply(document));
                    more = room.take(document.length);
                }
            }
            return at < idKeys.size();
        }
    }

    /** Hands out what is in memory already. */
    final class OfList implements Cursor {
        private final String namespace;
        private final List<BsonDocument> documents;
        private int at;

        OfList(String namespace, List<BsonDocument> documents) {
            this.namespace = namespace;
            this.documents = documents;
        }

        @Override
        public String namespace() {
            return namespace;
        }

        @Override
        public boolean next(long wanted, Consumer<BsonDocument> sink) {
            long end = Math.min(documents.size(), at + wanted);
            while (at < end) {
                sink.accept(documents.get(at++));
            }
            return at < documents.size();
        }
    }
}
