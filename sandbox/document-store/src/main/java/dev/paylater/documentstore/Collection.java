package dev.paylater.documentstore;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * One collection. Documents, all of their index entries and the count change in one atomic batch
 * under one lock, which is what makes conditional writes and unique indexes free of races.
 */
final class Collection {

    private static final byte[] ID = {'_', 'i', 'd'};
    private static final long LARGEST_BATCH = 1024 * 1024;

    private final Engine engine;
    private final Catalog catalog;
    private final String namespace;
    private final int id;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile List<IndexDefinition> indexes;
    private volatile IndexedFields fields;
    private volatile long count;
    private @Nullable Bulk bulk;
    private volatile boolean dropped;

    Collection(
            Engine engine,
            Catalog catalog,
            String namespace,
            int id,
            List<IndexDefinition> indexes,
            long count) {
        this.engine = engine;
        this.catalog = catalog;
        this.namespace = namespace;
        this.id = id;
        this.indexes = List.copyOf(indexes);
        this.fields = IndexedFields.of(this.indexes);
        this.count = count;
    }

    String namespace() {
        return namespace;
    }

    int id() {
        return id;
    }

    ReentrantLock lock() {
        return lock;
    }

    /** The index of ids first, then those that are ready, and those that are being built. */
    List<IndexDefinition> indexes() {
        return indexes;
    }

    void publish(List<IndexDefinition> changed) {
        indexes = List.copyOf(changed);
        fields = IndexedFields.of(indexes);
    }

    long count() {
        return count;
    }

    boolean dropped() {
        return dropped;
    }

    void markDropped() {
        dropped = true;
    }

    Engine engine() {
        return engine;
    }

    ColumnFamilyHandle family(IndexDefinition index) {
        return index.isOfIds() ? engine.documents() : engine.entries();
    }

    byte[] prefix(IndexDefinition index) {
        return new KeyBuffer().putInt(index.isOfIds() ? id : index.id()).toBytes();
    }

    byte[] documentKey(byte[] idKey) {
        return new KeyBuffer().putInt(id).put(idKey).toBytes();
    }

    static byte[] idKey(Value document) {
        return KeyCodec.key(idOf(document));
    }

    static @Nullable Value idOf(Value document) {
        return document.get(ID);
    }

    byte @Nullable [] stored(byte[] idKey) {
        if (bulk != null && bulk.touched.contains(ByteBuffer.wrap(idKey))) {
            bulk.write();
        }
        return engine.get(engine.documents(), documentKey(idKey));
    }

    /** The changes of a command's statements that the store has not been given yet. */
    private final class Bulk {

        private final WriteBatch batch = new WriteBatch();
        private final Set<ByteBuffer> touched = new HashSet<>();

        /** All of it or, when the statement fails, nothing. */
        private void change(byte[] idKey, @Nullable Value before, @Nullable Value after) {
            try {
                batch.setSavePoint();
                try {
                    Collection.this.change(batch, idKey, before, after);
                } catch (RuntimeException e) {
                    batch.rollbackToSavePoint();
                    throw e;
                }
                batch.popSavePoint();
            } catch (RocksDBException e) {
                throw Engine.failed(e);
            }
            touched.add(ByteBuffer.wrap(idKey));
            if (batch.getDataSize() > LARGEST_BATCH) {
                write();
            }
        }

        private void write() {
            engine.write(batch);
            batch.clear();
            touched.clear();
        }
    }

    /**
     * Collects what the caller, who holds the lock, changes until {@link #endBulk}: one batch costs
     * far less than many. A unique index is asked what is stored, so with one nothing is collected.
     */
    void beginBulk() {
        if (indexes.stream().skip(1).noneMatch(IndexDefinition::unique)) {
            bulk = new Bulk();
        }
    }

    /** Before a scan, which sees only what is stored. */
    void writeBulk() {
        if (bulk != null) {
            bulk.write();
        }
    }

    void endBulk() {
        if (bulk != null) {
            try (WriteBatch _ = bulk.batch) {
                bulk.write();
            } finally {
                bulk = null;
            }
        }
    }

    void insert(byte[] document) {
        Value value = Value.document(document);
        byte[] idKey = idKey(value);
        if (stored(idKey) != null) {
            throw duplicate(indexes.getFirst(), value);
        }
        change(idKey, null, value);
    }

    void replace(byte[] idKey, byte[] before, byte[] after) {
        change(idKey, Value.document(before), Value.document(after));
    }

    void delete(byte[] idKey, byte[] before) {
        change(idKey, Value.document(before), null);
    }

    private void change(byte[] idKey, @Nullable Value before, @Nullable Value after) {
        if (bulk != null) {
            bulk.change(idKey, before, after);
            return;
        }
        try (WriteBatch batch = new WriteBatch()) {
            change(batch, idKey, before, after);
            engine.write(batch);
        }
    }

    private void change(
            WriteBatch batch, byte[] idKey, @Nullable Value before, @Nullable Value after) {
        List<IndexDefinition> current = indexes;
        @Nullable List<IndexDefinition> changed = null;
        BitSet concerned = fields.concerned(before, after);
        for (int i = concerned.nextSetBit(1); i >= 0; i = concerned.nextSetBit(i + 1)) {
            IndexDefinition index = current.get(i);
            Set<String> arrays = changeEntries(batch, index, idKey, before, after);
            if (!index.arrays().containsAll(arrays)) {
                changed = changed == null ? new ArrayList<>(current) : changed;
                changed.set(i, index.withArrays(arrays));
            }
        }
        if (after == null) {
            Engine.delete(batch, engine.documents(), documentKey(idKey));
        } else {
            Engine.put(batch, engine.documents(), documentKey(idKey), after.copy());
        }
        long newCount = count + (after == null ? 0 : 1) - (before == null ? 0 : 1);
        if (newCount != count) {
            catalog.putCount(batch, id, newCount);
        }
        if (changed != null) {
            // Before the entries can be seen: a reader must know that ids may repeat.
            publish(changed);
            catalog.put(batch, this);
        }
        count = newCount;
    }

    /** Tells at which paths the document has arrays. */
    private Set<String> changeEntries(
            WriteBatch batch,
            IndexDefinition index,
            byte[] idKey,
            @Nullable Value before,
            @Nullable Value after) {
        IndexDefinition.Keys old = index.keys(before);
        IndexDefinition.Keys now = index.keys(after);
        for (byte[] key : now.sorted()) {
            if (!old.contains(key)) {
                putEntry(batch, index, key, idKey, after);
            }
        }
        for (byte[] key : old.sorted()) {
            if (!now.contains(key)) {
                Engine.delete(batch, engine.entries(), entryKey(index, key, idKey));
            }
        }
        return now.arrays();
    }

    private void putEntry(
            WriteBatch batch,
            IndexDefinition index,
            byte[] key,
            byte[] idKey,
            @Nullable Value document) {
        byte[] entryKey = entryKey(index, key, idKey);
        if (index.unique()) {
            byte[] holder = engine.get(engine.entries(), entryKey);
            if (holder != null && !Arrays.equals(holder, idKey)) {
                throw duplicate(index, document);
            }
        }
        Engine.put(batch, engine.entries(), entryKey, idKey);
    }

    private static byte[] entryKey(IndexDefinition index, byte[] key, byte[] idKey) {
        KeyBuffer buffer = new KeyBuffer().putInt(index.id()).put(key);
        return (index.unique() ? buffer : buffer.put(idKey)).toBytes();
    }

    /**
     * Writes the entries of a new index in steps; the caller publishes it when they are all there.
     */
    IndexDefinition build(IndexDefinition index) {
        Set<String> arrays = new HashSet<>();
        byte[] prefix = prefix(indexes.getFirst());
        try (View view = engine.view();
                WriteBatch batch = new WriteBatch()) {
            view.scan(
                    engine.documents(),
                    KeyRange.ofPrefix(prefix),
                    false,
                    (key, document) -> {
                        byte[] idKey = Arrays.copyOfRange(key, prefix.length, key.length);
                        arrays.addAll(
                                changeEntries(batch, index, idKey, null, Value.document(document)));
                        // A unique index looks for its entries in what is written already.
                        if (index.unique() || batch.count() >= 1_000) {
                            engine.write(batch);
                            batch.clear();
                        }
                        return true;
                    });
            engine.write(batch);
        }
        return index.withArrays(arrays).withReady();
    }

    private CommandError duplicate(IndexDefinition index, @Nullable Value document) {
        BsonDocument values = new BsonDocument();
        StringBuilder text = new StringBuilder("{");
        for (Path path : index.paths()) {
            BsonValue value = document == null ? BsonNull.VALUE : valueAt(document, path);
            values.append(path.text(), value);
            text.append(text.length() > 1 ? ", " : " ").append(path.text()).append(": ");
            text.append(BsonValues.toText(value));
        }
        return new CommandError(
                MongoErrorCode.DUPLICATE_KEY,
                "E11000 duplicate key error collection: %s index: %s dup key: %s }"
                        .formatted(namespace, index.name(), text),
                new BsonDocument("keyPattern", index.key()).append("keyValue", values));
    }

    private static BsonValue valueAt(Value document, Path path) {
        @Nullable Value value = document;
        for (byte[] part : path.parts()) {
            value = value != null && value.isDocument() ? value.get(part) : null;
        }
        return value == null ? BsonNull.VALUE : BsonValues.decode(value);
    }

    BsonDocument store() {
        List<BsonDocument> stored = indexes.stream().skip(1).map(IndexDefinition::store).toList();
        return new BsonDocument("id", new org.bson.BsonInt32(id))
                .append("indexes", new org.bson.BsonArray(stored));
    }

    /** Puts the id first, where MongoDB keeps it, and makes one up where there is none. */
    static byte[] withId(Value document) {
        Elements elements = document.elements();
        boolean first = true;
        while (elements.advance()) {
            if (elements.isNamed(ID)) {
                Value id = elements.value();
                refuseId(id);
                return first
                        ? document.copy()
                        : moveFirst(document, elements.elementStart(), id.end());
            }
            first = false;
        }
        return prepend(Value.of(new BsonObjectId()), document);
    }

    private static void refuseId(Value id) {
        switch (id.type()) {
            case ARRAY, REGULAR_EXPRESSION, UNDEFINED ->
                    throw new CommandError(
                            MongoErrorCode.INVALID_ID_FIELD,
                            "The '_id' value cannot be of type " + id.type());
            default -> {}
        }
    }

    private static byte[] moveFirst(Value document, int elementStart, int elementEnd) {
        byte[] source = document.bytes();
        byte[] moved = document.copy();
        int length = elementEnd - elementStart;
        System.arraycopy(source, elementStart, moved, 4, length);
        System.arraycopy(
                source,
                document.start() + 4,
                moved,
                4 + length,
                elementStart - document.start() - 4);
        return moved;
    }

    /** The document behind an id that it does not have itself. */
    static byte[] prepend(Value id, Value document) {
        byte[] result = new byte[document.length() + 5 + id.length()];
        result[4] = (byte) id.type().getValue();
        System.arraycopy(ID, 0, result, 5, ID.length);
        System.arraycopy(id.bytes(), id.start(), result, 9, id.length());
        System.arraycopy(
                document.bytes(),
                document.start() + 4,
                result,
                9 + id.length(),
                document.length() - 4);
        Value.setLength(result);
        return result;
    }
}
