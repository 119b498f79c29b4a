package dev.paylater.documentstore;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** Everything as it was at one moment; readers need no lock and never see half a write. */
final class View implements AutoCloseable {

    private final RocksDB db;
    private final Snapshot snapshot;
    private final ReadOptions options;

    View(RocksDB db) {
        this.db = db;
        this.snapshot = db.getSnapshot();
        this.options = new ReadOptions().setSnapshot(snapshot);
    }

    /** Receives entries; answers whether to go on. */
    interface Visitor {
        boolean visit(byte[] key, byte[] value);
    }

    byte @Nullable [] get(ColumnFamilyHandle family, byte[] key) {
        try {
            return db.get(family, options, key);
        } catch (RocksDBException e) {
            throw Engine.failed(e);
        }
    }

    /** Visits a range in order and tells whether the visitor let it reach the end. */
    boolean scan(ColumnFamilyHandle family, KeyRange range, boolean backward, Visitor visitor) {
        if (range.isEmpty()) {
            return true;
        }
        byte @Nullable [] end = range.high();
        try (Slice low = new Slice(range.low());
                Slice high = end == null ? new Slice(new byte[0]) : new Slice(end);
                ReadOptions bounded =
                        new ReadOptions().setSnapshot(snapshot).setIterateLowerBound(low)) {
            if (end != null) {
                bounded.setIterateUpperBound(high);
            }
            try (RocksIterator iterator = db.newIterator(family, bounded)) {
                return walk(iterator, backward, visitor);
            }
        }
    }

    private static boolean walk(RocksIterator iterator, boolean backward, Visitor visitor) {
        if (backward) {
            iterator.seekToLast();
        } else {
            iterator.seekToFirst();
        }
        while (iterator.isValid()) {
            if (!visitor.visit(iterator.key(), iterator.value())) {
                return false;
            }
            if (backward) {
                iterator.prev();
            } else {
                iterator.next();
            }
        }
        try {
            iterator.status();
        } catch (RocksDBException e) {
            throw Engine.failed(e);
        }
        return true;
    }

    @Override
    public void close() {
        options.close();
        db.releaseSnapshot(snapshot);
    }
}
