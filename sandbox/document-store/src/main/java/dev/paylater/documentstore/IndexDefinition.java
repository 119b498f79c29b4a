package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonArray;
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
 * @param arrays the paths at which some document has, or had, an array that leads to several keys
 * @param ready false while it is built; such an index is neither used nor there after a restart
 */
record IndexDefinition(
        int id,
        BsonDocument spec,
        List<Path> paths,
        List<Boolean> descending,
        @Nullable Filter partial,
        Set<String> arrays,
        boolean ready) {

    static final String ID_INDEX = "_id_";

    static IndexDefinition of(int id, BsonDocument spec, Set<String> arrays, boolean ready) {
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
                Set.copyOf(arrays),
                ready);
    }

    static IndexDefinition ofIds() {
        BsonDocument spec = new BsonDocument("v", new BsonInt32(2));
        spec.append("key", new BsonDocument("_id", new BsonInt32(1)));
        spec.append("name", new BsonString(ID_INDEX));
        return of(0, spec, Set.of(), true);
    }

    /** The order of a sort, which takes its keys from documents as an index does. */
    static IndexDefinition ofSort(BsonDocument sort) {
        BsonDocument spec = new BsonDocument("key", sort).append("name", new BsonString("sort"));
        return of(0, spec, Set.of(), true);
    }

    static IndexDefinition load(BsonDocument stored) {
        return of(
                stored.getInt32("id").getValue(),
                stored.getDocument("spec"),
                stored.getArray("arrays").stream()
                        .map(path -> path.asString().getValue())
                        .collect(Collectors.toSet()),
                stored.getBoolean("ready").getValue());
    }

    BsonDocument store() {
        return new BsonDocument("id", new BsonInt32(id))
                .append("spec", spec)
                .append("arrays", new BsonArray(arrays.stream().map(BsonString::new).toList()))
                .append("ready", BsonBoolean.valueOf(ready));
    }

    IndexDefinition withArrays(Set<String> more) {
        Set<String> all = new HashSet<>(arrays);
        all.addAll(more);
        return new IndexDefinition(id, spec, paths, descending, partial, Set.copyOf(all), ready);
    }

    IndexDefinition withReady() {
        return new IndexDefinition(id, spec, paths, descending, partial, arrays, true);
    }

    String name() {
        return spec.getString("name").getValue();
    }

    BsonDocument key() {
        return spec.getDocument("key");
    }

    /** What its keys are made of, and what decides whether a document is in it. */
    List<Path> fields() {
        List<Path> fields = new ArrayList<>(paths);
        if (partial != null) {
            fields.addAll(partial.paths());
        }
        return fields;
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

    /** Whether documents can have several keys, and so can be met several times. */
    boolean multikey() {
        return !arrays.isEmpty();
    }

    boolean hasSeveral(Path path) {
        return arrays.stream().anyMatch(path::leadsThrough);
    }

    /** Whether two fields can take their values from two elements of one array. */
    boolean shareArray(Path one, Path other) {
        return arrays.stream()
                .anyMatch(array -> one.leadsThrough(array) && other.leadsThrough(array));
    }

    OptionalLong expireAfterSeconds() {
        @Nullable BsonValue seconds = spec.get("expireAfterSeconds");
        return seconds == null
                ? OptionalLong.empty()
                : OptionalLong.of(seconds.asNumber().longValue());
    }

    /** The keys of one document, in order and without duplicates. */
    record Keys(List<byte[]> sorted, Set<String> arrays) {
        static final Keys NONE = new Keys(List.of(), Set.of());

        boolean contains(byte[] key) {
            return sorted.stream().anyMatch(mine -> Arrays.equals(mine, key));
        }
    }

    Keys keys(@Nullable Value document) {
        if (document == null || (partial != null && !partial.matches(document))) {
            return Keys.NONE;
        }
        KeyExtraction extraction = new KeyExtraction(this, document);
        return sparse() && extraction.foundNothing() ? Keys.NONE : extraction.keys();
    }
}
