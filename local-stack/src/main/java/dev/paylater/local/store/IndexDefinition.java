package dev.paylater.local.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One index: the fields it orders by, which documents are in it, and the keys that a document has
 * in it. The index of {@code _id} is the collection itself and has the id 0.
 *
 * @param spec as createIndexes got it and listIndexes shows it
 * @param multikey whether some document has, or had, an array in an indexed field
 * @param ready false while it is built; such an index is neither used nor there after a restart
 */
record IndexDefinition(
        int id,
        BsonDocument spec,
        List<Path> paths,
        List<Boolean> descending,
        @Nullable Filter partial,
        boolean multikey,
        boolean ready) {

    static final String ID_INDEX = "_id_";

    static IndexDefinition of(int id, BsonDocument spec, boolean multikey, boolean ready) {
        BsonDocument key = spec.getDocument("key");
        List<Path> paths = new ArrayList<>();
        List<Boolean> descending = new ArrayList<>();
        key.forEach(
                (field, direction) -> {
                    paths.add(Path.of(field));
                    descending.add(direction.asNumber().doubleValue() < 0);
                });
        @Nullable BsonValue partial = spec.get("partialFilterExpression");
        return new IndexDefinition(
                id,
                spec,
                List.copyOf(paths),
                List.copyOf(descending),
                partial == null ? null : Filter.of(partial.asDocument()),
                multikey,
                ready);
    }

    static IndexDefinition ofIds() {
        BsonDocument spec = new BsonDocument("v", new BsonInt32(2));
        spec.append("key", new BsonDocument("_id", new BsonInt32(1)));
        spec.append("name", new BsonString(ID_INDEX));
        return of(0, spec, false, true);
    }

    /** The order of a sort, which takes its keys from documents as an index does. */
    static IndexDefinition ofSort(BsonDocument sort) {
        BsonDocument spec = new BsonDocument("key", sort).append("name", new BsonString("sort"));
        return of(0, spec, false, true);
    }

    static IndexDefinition load(BsonDocument stored) {
        return of(
                stored.getInt32("id").getValue(),
                stored.getDocument("spec"),
                stored.getBoolean("multikey").getValue(),
                stored.getBoolean("ready").getValue());
    }

    BsonDocument store() {
        return new BsonDocument("id", new BsonInt32(id))
                .append("spec", spec)
                .append("multikey", BsonBoolean.valueOf(multikey))
                .append("ready", BsonBoolean.valueOf(ready));
    }

    IndexDefinition withMultikey() {
        return new IndexDefinition(id, spec, paths, descending, partial, true, ready);
    }

    IndexDefinition withReady() {
        return new IndexDefinition(id, spec, paths, descending, partial, multikey, true);
    }

    String name() {
        return spec.getString("name").getValue();
    }

    BsonDocument key() {
        return spec.getDocument("key");
    }

    boolean isOfIds() {
        return id == 0;
    }

    boolean unique() {
        return isOfIds() || spec.containsKey("unique");
    }

    boolean sparse() {
        return spec.containsKey("sparse");
    }

    OptionalLong expireAfterSeconds() {
        @Nullable BsonValue seconds = spec.get("expireAfterSeconds");
        return seconds == null
                ? OptionalLong.empty()
                : OptionalLong.of(seconds.asNumber().longValue());
    }

    /** The keys of one document, in order and without duplicates. */
    record Keys(List<byte[]> sorted, boolean fromArray) {
        static final Keys NONE = new Keys(List.of(), false);

        boolean contains(byte[] key) {
            return sorted.stream().anyMatch(mine -> Arrays.equals(mine, key));
        }
    }

    Keys keys(@Nullable Value document) {
        if (document == null || (partial != null && !partial.matches(document))) {
            return Keys.NONE;
        }
        Extraction extraction = new Extraction(this, document);
        return sparse() && extraction.nothingFound()
                ? Keys.NONE
                : new Keys(new ArrayList<>(extraction.found), extraction.sawArray);
    }

    /** Collects the keys of one document, one for each element of the array it may hold. */
    private static final class Extraction {
        private final IndexDefinition index;
        private final TreeSet<byte[]> found = new TreeSet<>(Arrays::compareUnsigned);
        private final KeyBuffer buffer = new KeyBuffer();
        private boolean sawArray;
        private boolean sawValue;

        Extraction(IndexDefinition index, Value document) {
            this.index = index;
            int fields = index.paths.size();
            Slot[] slots = new Slot[fields];
            Arrays.fill(slots, new Slot(document, 0, false));
            expand(slots);
        }

        boolean nothingFound() {
            return !sawValue;
        }

        /** Where the walk along one field's path has come to. */
        private record Slot(@Nullable Value value, int next, boolean emptyArray) {}

        private void expand(Slot[] before) {
            Slot[] slots = before.clone();
            @Nullable Value array = null;
            for (int i = 0; i < slots.length; i++) {
                slots[i] = walk(slots[i], index.paths.get(i));
                Value value = slots[i].value;
                if (value != null && value.isArray() && !isElement(slots[i])) {
                    if (array != null && array.start() != value.start()) {
                        throw new CommandError(
                                ErrorCode.CANNOT_INDEX_PARALLEL_ARRAYS,
                                "cannot index parallel arrays");
                    }
                    array = value;
                }
            }
            if (array == null) {
                emit(slots);
            } else {
                sawArray = true;
                expandArray(slots, array);
            }
        }

        /** An array inside of an array is a value like any other: next is one past the end. */
        private boolean isElement(Slot slot) {
            return slot.next < 0;
        }

        private static Slot walk(Slot slot, Path path) {
            @Nullable Value value = slot.value;
            int next = slot.next;
            while (next >= 0 && next < path.size() && value != null && value.isDocument()) {
                value = value.get(path.parts()[next++]);
            }
            boolean cutShort = next >= 0 && next < path.size() && value != null && !value.isArray();
            return new Slot(cutShort ? null : value, next, slot.emptyArray);
        }

        private void expandArray(Slot[] slots, Value array) {
            Elements elements = array.elements();
            boolean empty = true;
            while (elements.advance()) {
                empty = false;
                expand(replaceArray(slots, array, elements.value()));
            }
            if (empty) {
                expand(replaceArray(slots, array, null));
            }
        }

        private Slot[] replaceArray(Slot[] slots, Value array, @Nullable Value element) {
            Slot[] replaced = slots.clone();
            for (int i = 0; i < slots.length; i++) {
                Value value = slots[i].value;
                if (value == null || !value.isArray() || value.start() != array.start()) {
                    continue;
                }
                boolean atEnd = slots[i].next == index.paths.get(i).size();
                boolean walksOn = !atEnd && element != null && element.isDocument();
                replaced[i] =
                        atEnd
                                ? new Slot(element, -1, element == null)
                                : new Slot(
                                        walksOn ? element : null,
                                        walksOn ? slots[i].next : -1,
                                        false);
            }
            return replaced;
        }

        private void emit(Slot[] slots) {
            buffer.truncate(0);
            for (int i = 0; i < slots.length; i++) {
                int start = buffer.size();
                sawValue |= slots[i].value != null || slots[i].emptyArray;
                if (slots[i].emptyArray) {
                    buffer.put(KeyCodec.EMPTY_ARRAY);
                } else {
                    KeyCodec.write(slots[i].value, buffer);
                }
                if (index.descending.get(i)) {
                    buffer.invertFrom(start);
                }
            }
            found.add(buffer.toBytes());
        }
    }
}
