package dev.paylater.documentstore;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What an update makes of a document: a replacement as it came, or operators applied to it. */
sealed interface Update {

    byte[] apply(byte[] before, Filter filter);

    /** The document to insert when nothing matched. */
    byte[] upsert(Filter filter);

    static Update of(Value update, @Nullable BsonValue arrayFilters) {
        if (update.isArray()) {
            throw CommandError.unsupported("an update with an aggregation pipeline");
        }
        if (!update.isDocument()) {
            throw new CommandError(
                    MongoErrorCode.FAILED_TO_PARSE, "an update must be an object or an array");
        }
        update.validate();
        Elements elements = update.elements();
        if (elements.advance() && elements.name().startsWith("$")) {
            BsonArray filters = arrayFilters instanceof BsonArray array ? array : new BsonArray();
            return new Operators(UpdateOperators.parse(update.decode(), filters));
        }
        while (elements.advance()) {
            if (update.bytes()[elements.nameStart()] == '$') {
                throw new CommandError(
                        MongoErrorCode.DOLLAR_PREFIXED_FIELD_NAME,
                        "The dollar ($) prefixed field '%s' is not allowed in an update"
                                .formatted(elements.name()));
            }
        }
        return new Replacement(update);
    }

    /** The whole new document; its id is that of the old one. */
    record Replacement(Value document) implements Update {
        @Override
        public byte[] apply(byte[] before, Filter filter) {
            Value id = storedId(Value.document(before));
            @Nullable Value newId = Collection.idOf(document);
            if (newId == null) {
                return Collection.prepend(id, document);
            }
            refuseOtherId(id, newId);
            return Collection.withId(document);
        }

        @Override
        public byte[] upsert(Filter filter) {
            if (Collection.idOf(document) != null) {
                return Collection.withId(document);
            }
            @Nullable BsonValue id = UpdateOperators.seed(filter.source()).get("_id");
            return Collection.prepend(Value.of(id == null ? new BsonObjectId() : id), document);
        }
    }

    /** Changes of single fields. */
    record Operators(UpdateOperators operators) implements Update {
        @Override
        public byte[] apply(byte[] before, Filter filter) {
            Filter.Match match = new Filter.Match();
            Value stored = Value.document(before);
            filter.condition().test(stored, match);
            BsonDocument document = stored.decode();
            operators.apply(document, match.arrayIndex(), false);
            byte[] after = Value.encode(document);
            @Nullable Value newId = Collection.idOf(Value.document(after));
            if (newId == null) {
                throw immutableId();
            }
            refuseOtherId(storedId(stored), newId);
            return after;
        }

        @Override
        public byte[] upsert(Filter filter) {
            BsonDocument document = UpdateOperators.seed(filter.source());
            operators.apply(document, -1, true);
            return Collection.withId(Value.of(document));
        }
    }

    private static Value storedId(Value stored) {
        Elements elements = stored.elements();
        elements.advance();
        return elements.value();
    }

    private static void refuseOtherId(Value id, Value newId) {
        if (!newId.sameBytes(id)
                && !java.util.Arrays.equals(KeyCodec.key(newId), KeyCodec.key(id))) {
            throw immutableId();
        }
    }

    private static CommandError immutableId() {
        return new CommandError(
                MongoErrorCode.IMMUTABLE_FIELD,
                "Performing an update on the path '_id' would modify the immutable field '_id'");
    }
}
