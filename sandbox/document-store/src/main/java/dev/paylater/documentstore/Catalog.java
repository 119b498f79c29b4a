package dev.paylater.documentstore;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.WriteBatch;

/**
 * Which collections and indexes there are. Each change is one batch; what a drop leaves behind is
 * noted in the same batch as rubbish and cleared afterwards, also by the next start.
 */
final class Catalog {

    private static final byte COLLECTION = 'c';
    private static final byte COUNT = 'n';
    private static final byte NEXT_ID = 'i';
    private static final byte RUBBISH = 'r';

    private final Engine engine;
    private final Map<String, Collection> collections = new ConcurrentSkipListMap<>();
    private int nextId = 1;

    Catalog(Engine engine) {
        this.engine = engine;
        byte @Nullable [] stored = engine.get(engine.catalog(), new byte[] {NEXT_ID});
        if (stored != null) {
            nextId = readInt(stored, 0);
        }
        try (View view = engine.view()) {
            view.scan(
                    engine.catalog(),
                    KeyRange.ofPrefix(new byte[] {COLLECTION}),
                    false,
                    (key, value) -> {
                        load(new String(key, 1, key.length - 1, UTF_8), value);
                        return true;
                    });
        }
        clearRubbish();
    }

    private void load(String namespace, byte[] stored) {
        BsonDocument entry = Value.document(stored).decode();
        int id = entry.getInt32("id").getValue();
        List<IndexDefinition> indexes = new ArrayList<>(List.of(IndexDefinition.ofIds()));
        List<IndexDefinition> unfinished = new ArrayList<>();
        for (BsonValue index : entry.getArray("indexes")) {
            IndexDefinition definition = IndexDefinition.load(index.asDocument());
            (definition.ready() ? indexes : unfinished).add(definition);
        }
        byte @Nullable [] count = engine.get(engine.catalog(), countKey(id));
        long documents = count == null ? 0 : new java.math.BigInteger(count).longValue();
        Collection collection = new Collection(engine, this, namespace, id, indexes, documents);
        collections.put(namespace, collection);
        if (!unfinished.isEmpty()) {
            forget(collection, unfinished);
        }
    }

    @Nullable Collection find(String namespace) {
        return collections.get(namespace);
    }

    List<Collection> ofDatabase(String database) {
        return collections.values().stream()
                .filter(collection -> collection.namespace().startsWith(database + "."))
                .toList();
    }

    List<Collection> all() {
        return List.copyOf(collections.values());
    }

    synchronized Collection getOrCreate(String namespace) {
        @Nullable Collection existing = collections.get(namespace);
        if (existing != null) {
            return existing;
        }
        refuseName(namespace);
        Collection collection =
                new Collection(
                        engine, this, namespace, newId(), List.of(IndexDefinition.ofIds()), 0);
        try (WriteBatch batch = new WriteBatch()) {
            put(batch, collection);
            engine.write(batch);
        }
        collections.put(namespace, collection);
        return collection;
    }

    private static void refuseName(String namespace) {
        String name = namespace.substring(namespace.indexOf('.') + 1);
        if (name.isEmpty()
                || name.startsWith("system.")
                || name.contains("$")
                || name.indexOf('\0') >= 0
                || namespace.length() > 255) {
            throw new CommandError(
                    MongoErrorCode.INVALID_NAMESPACE,
                    "Invalid namespace specified '" + namespace + "'");
        }
    }

    /** Ids are never used twice, so rubbish can be cleared at leisure. */
    synchronized int newId() {
        int id = nextId++;
        try (WriteBatch batch = new WriteBatch()) {
            byte[] next = new KeyBuffer().putInt(nextId).toBytes();
            Engine.put(batch, engine.catalog(), new byte[] {NEXT_ID}, next);
            engine.write(batch);
        }
        return id;
    }

    void put(WriteBatch batch, Collection collection) {
        Engine.put(
                batch,
                engine.catalog(),
                collectionKey(collection.namespace()),
                Value.encode(collection.store()));
    }

    void putCount(WriteBatch batch, int id, long count) {
        byte[] value = new KeyBuffer().putLong(count).toBytes();
        Engine.put(batch, engine.catalog(), countKey(id), value);
    }

    void save(Collection collection) {
        try (WriteBatch batch = new WriteBatch()) {
            put(batch, collection);
            engine.write(batch);
        }
    }

    /** Takes the collection out of the catalog; its documents go afterwards. */
    void drop(Collection collection) {
        collection.lock().lock();
        try (WriteBatch batch = new WriteBatch()) {
            if (collection.dropped()) {
                return;
            }
            collection.markDropped();
            Engine.delete(batch, engine.catalog(), collectionKey(collection.namespace()));
            Engine.delete(batch, engine.catalog(), countKey(collection.id()));
            note(batch, engine.documents(), collection.id());
            collection.indexes().stream()
                    .skip(1)
                    .forEach(index -> note(batch, engine.entries(), index.id()));
            engine.write(batch);
            collections.remove(collection.namespace());
        } finally {
            collection.lock().unlock();
        }
        clearRubbish();
    }

    /** Saves a collection whose list of indexes has already lost these. */
    void forget(Collection collection, List<IndexDefinition> dropped) {
        try (WriteBatch batch = new WriteBatch()) {
            put(batch, collection);
            dropped.forEach(index -> note(batch, engine.entries(), index.id()));
            engine.write(batch);
        }
    }

    private void note(WriteBatch batch, ColumnFamilyHandle family, int id) {
        byte kind = (byte) (family.equals(engine.documents()) ? 'd' : 'e');
        byte[] key = new KeyBuffer().put(RUBBISH).put(kind).putInt(id).toBytes();
        Engine.put(batch, engine.catalog(), key, new byte[0]);
    }

    synchronized void clearRubbish() {
        List<byte[]> rubbish = new ArrayList<>();
        try (View view = engine.view()) {
            view.scan(
                    engine.catalog(),
                    KeyRange.ofPrefix(new byte[] {RUBBISH}),
                    false,
                    (key, value) -> rubbish.add(key));
        }
        for (byte[] key : rubbish) {
            byte[] prefix = Arrays.copyOfRange(key, 2, key.length);
            engine.deleteAll(key[1] == 'd' ? engine.documents() : engine.entries(), prefix);
            try (WriteBatch batch = new WriteBatch()) {
                Engine.delete(batch, engine.catalog(), key);
                engine.write(batch);
            }
        }
    }

    private static byte[] collectionKey(String namespace) {
        return new KeyBuffer().put(COLLECTION).put(namespace.getBytes(UTF_8)).toBytes();
    }

    private static byte[] countKey(int id) {
        return new KeyBuffer().put(COUNT).putInt(id).toBytes();
    }

    private static int readInt(byte[] bytes, int at) {
        return new java.math.BigInteger(Arrays.copyOfRange(bytes, at, at + 4)).intValue();
    }
}
