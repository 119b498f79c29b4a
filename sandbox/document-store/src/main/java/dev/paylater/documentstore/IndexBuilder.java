package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Creates and drops indexes. A build blocks the writes of its collection, not the reads. */
final class IndexBuilder {

    private static final Set<String> OPTIONS =
            Set.of(
                    "v",
                    "key",
                    "name",
                    "ns",
                    "background",
                    "unique",
                    "sparse",
                    "partialFilterExpression",
                    "expireAfterSeconds");

    private final Catalog catalog;

    IndexBuilder(Catalog catalog) {
        this.catalog = catalog;
    }

    BsonDocument createIndexes(ClientCommand command) {
        List<BsonDocument> specs = new ArrayList<>();
        for (Value index : command.documents("indexes")) {
            specs.add(normalized(index.decode()));
        }
        boolean created = catalog.find(command.namespace()) == null;
        Collection collection = catalog.getOrCreate(command.namespace());
        collection.lock().lock();
        try {
            int before = collection.indexes().size();
            for (BsonDocument spec : specs) {
                if (isNew(collection, spec)) {
                    build(collection, spec);
                }
            }
            int after = collection.indexes().size();
            BsonDocument reply = new BsonDocument("numIndexesBefore", new BsonInt32(before));
            reply.append("numIndexesAfter", new BsonInt32(after));
            reply.append("createdCollectionAutomatically", BsonBoolean.valueOf(created));
            return before == after
                    ? reply.append("note", new BsonString("all indexes already exist"))
                    : reply;
        } finally {
            collection.lock().unlock();
        }
    }

    private void build(Collection collection, BsonDocument spec) {
        IndexDefinition index = IndexDefinition.of(catalog.newId(), spec, Set.of(), false);
        List<IndexDefinition> before = collection.indexes();
        // Saved as unfinished first: a start after a crash in between clears what there is of it.
        publishWith(collection, before, index);
        IndexDefinition built;
        try {
            built = collection.build(index);
        } catch (CommandError e) {
            collection.publish(before);
            catalog.forget(collection, List.of(index));
            catalog.clearRubbish();
            throw e;
        }
        publishWith(collection, before, built);
    }

    private void publishWith(
            Collection collection, List<IndexDefinition> others, IndexDefinition index) {
        List<IndexDefinition> all = new ArrayList<>(others);
        all.add(index);
        collection.publish(all);
        catalog.save(collection);
    }

    private static boolean isNew(Collection collection, BsonDocument spec) {
        String name = spec.getString("name").getValue();
        for (IndexDefinition index : collection.indexes()) {
            boolean sameKey = index.key().equals(spec.get("key"));
            if (index.spec().equals(spec) || (index.isOfIds() && sameKey)) {
                return false;
            }
            if (index.name().equals(name) && !sameKey) {
                throw new CommandError(
                        MongoErrorCode.INDEX_KEY_SPECS_CONFLICT,
                        "An existing index has the same name as the requested index: " + name);
            }
            if (index.name().equals(name) || sameKey) {
                throw new CommandError(
                        MongoErrorCode.INDEX_OPTIONS_CONFLICT,
                        "Index with the same name or key already exists with different options: "
                                + index.name());
            }
        }
        return true;
    }

    /** One shape for what can be written in several ways, so that equal indexes are equal. */
    private static BsonDocument normalized(BsonDocument spec) {
        ClientCommand.allowOnly("an index", spec, OPTIONS);
        if (!(spec.get("key") instanceof BsonDocument key) || key.isEmpty()) {
            throw cannotCreate("Index keys cannot be empty");
        }
        key.forEach(IndexBuilder::refuseKey);
        BsonDocument normalized = new BsonDocument("v", new BsonInt32(2));
        normalized.append("key", key).append("name", name(spec, key));
        for (String option : List.of("unique", "sparse")) {
            @Nullable BsonValue value = spec.get(option);
            if (value != null && Tests.isTrue(value)) {
                normalized.append(option, BsonBoolean.TRUE);
            }
        }
        @Nullable BsonValue partial = spec.get("partialFilterExpression");
        if (partial != null) {
            Filter.of(partial.asDocument());
            normalized.append("partialFilterExpression", partial);
        }
        @Nullable BsonValue expiry = spec.get("expireAfterSeconds");
        if (expiry != null) {
            if (key.size() > 1 || !expiry.isNumber() || expiry.asNumber().longValue() < 0) {
                throw cannotCreate("TTL indexes are single-field indexes with a positive time");
            }
            normalized.append("expireAfterSeconds", expiry);
        }
        return normalized;
    }

    private static void refuseKey(String field, BsonValue direction) {
        boolean plain = direction.isNumber() && direction.asNumber().doubleValue() != 0;
        if (!plain || field.contains("$") || field.isEmpty()) {
            throw cannotCreate(
                    "only ascending and descending indexes are supported by the document store, not"
                            + " "
                            + field
                            + ": "
                            + direction);
        }
        if (Path.of(field).hasIndex()) {
            throw cannotCreate("an index on an array position is not supported: " + field);
        }
    }

    private static BsonString name(BsonDocument spec, BsonDocument key) {
        if (spec.get("name") instanceof BsonString name) {
            return name;
        }
        StringBuilder name = new StringBuilder();
        for (Map.Entry<String, BsonValue> field : key.entrySet()) {
            name.append(name.isEmpty() ? "" : "_").append(field.getKey()).append('_');
            name.append(field.getValue().asNumber().intValue());
        }
        return new BsonString(name.toString());
    }

    BsonDocument dropIndexes(ClientCommand command) {
        @Nullable Collection collection = catalog.find(command.namespace());
        if (collection == null) {
            throw new CommandError(
                    MongoErrorCode.NAMESPACE_NOT_FOUND, "ns not found " + command.namespace());
        }
        collection.lock().lock();
        try {
            List<IndexDefinition> before = collection.indexes();
            List<IndexDefinition> dropped = named(before, command.body().get("index"));
            List<IndexDefinition> left = new ArrayList<>(before);
            left.removeAll(dropped);
            collection.publish(left);
            catalog.forget(collection, dropped);
            catalog.clearRubbish();
            return new BsonDocument("nIndexesWas", new BsonInt32(before.size()));
        } finally {
            collection.lock().unlock();
        }
    }

    private static List<IndexDefinition> named(
            List<IndexDefinition> indexes, @Nullable BsonValue wanted) {
        List<IndexDefinition> named = new ArrayList<>();
        boolean all = wanted != null && wanted.equals(new BsonString("*"));
        List<BsonValue> names =
                wanted instanceof BsonArray array
                        ? array
                        : wanted == null ? List.of() : List.of(wanted);
        for (BsonValue name : names) {
            List<IndexDefinition> found =
                    indexes.stream()
                            .filter(
                                    index ->
                                            all
                                                    ? !index.isOfIds()
                                                    : name.equals(index.key())
                                                            || name.equals(
                                                                    new BsonString(index.name())))
                            .toList();
            if (found.isEmpty() && !all) {
                throw new CommandError(
                        MongoErrorCode.INDEX_NOT_FOUND, "index not found with name [" + name + "]");
            }
            if (found.stream().anyMatch(IndexDefinition::isOfIds)) {
                throw new CommandError(MongoErrorCode.INVALID_OPTIONS, "cannot drop _id index");
            }
            named.addAll(found);
        }
        return named;
    }

    private static CommandError cannotCreate(String message) {
        return new CommandError(MongoErrorCode.CANNOT_CREATE_INDEX, message);
    }
}
