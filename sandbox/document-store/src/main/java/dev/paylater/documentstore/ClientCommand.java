package dev.paylater.documentstore;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One message of a client: the command document, and the documents that came beside it.
 *
 * @param sequences the document sequences of the message by name, still raw
 */
record ClientCommand(BsonDocument body, Map<String, List<Value>> sequences) {

    private static final Set<String> OF_EVERY_COMMAND =
            Set.of(
                    "$db",
                    "lsid",
                    "$clusterTime",
                    "$readPreference",
                    "readConcern",
                    "writeConcern",
                    "comment",
                    "maxTimeMS",
                    "apiVersion",
                    "apiStrict",
                    "apiDeprecationErrors");

    String name() {
        return body.getFirstKey();
    }

    String database() {
        return string("$db", "admin");
    }

    /** The database and the collection that the command names. */
    String namespace() {
        if (body.get(name()) instanceof BsonString collection) {
            return database() + "." + collection.getValue();
        }
        throw new CommandError(
                MongoErrorCode.INVALID_NAMESPACE, name() + " needs the name of a collection");
    }

    /** Refuses what would otherwise be ignored without a word. */
    void allowOnly(Set<String> fields) {
        body.forEach(
                (field, value) -> {
                    if (!field.equals(name())
                            && !OF_EVERY_COMMAND.contains(field)
                            && !fields.contains(field)
                            && !saysNothing(field, value)) {
                        throw CommandError.unsupported(name() + " with '" + field + "'");
                    }
                });
    }

    /** Refuses fields of a statement or specification that are not supported. */
    static void allowOnly(String what, BsonDocument document, Set<String> fields) {
        document.forEach(
                (field, value) -> {
                    if (!fields.contains(field) && !saysNothing(field, value)) {
                        throw CommandError.unsupported(what + " with '" + field + "'");
                    }
                });
    }

    private static boolean saysNothing(String field, BsonValue value) {
        return value.isNull()
                || (value.isBoolean() && !value.asBoolean().getValue())
                || (value instanceof BsonDocument document
                        && (document.isEmpty()
                                || (field.equals("collation")
                                        && document.equals(
                                                new BsonDocument(
                                                        "locale", new BsonString("simple"))))));
    }

    BsonDocument document(String field) {
        @Nullable BsonValue value = body.get(field);
        if (value == null || value.isNull()) {
            return new BsonDocument();
        }
        if (value instanceof BsonDocument document) {
            return document;
        }
        throw wrongType(field, "object", value);
    }

    String string(String field, String otherwise) {
        @Nullable BsonValue value = body.get(field);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof BsonString string) {
            return string.getValue();
        }
        throw wrongType(field, "string", value);
    }

    boolean flag(String field, boolean otherwise) {
        @Nullable BsonValue value = body.get(field);
        return (value == null || value.isNull()) ? otherwise : Tests.isTrue(value);
    }

    long number(String field, long otherwise) {
        @Nullable BsonValue value = body.get(field);
        if (value == null || value.isNull()) {
            return otherwise;
        }
        if (value.isNumber()) {
            return value.asNumber().longValue();
        }
        throw wrongType(field, "number", value);
    }

    /** The raw documents of a sequence, or of an array in the command itself. */
    List<Value> documents(String field) {
        List<Value> sequence = sequences.get(field);
        if (sequence != null) {
            return sequence;
        }
        if (!(body.get(field) instanceof BsonArray array)) {
            throw new CommandError(
                    MongoErrorCode.FAILED_TO_PARSE, name() + " needs the array '" + field + "'");
        }
        return array.stream()
                .map(
                        entry -> {
                            if (entry instanceof BsonDocument document) {
                                return Value.of(document);
                            }
                            throw wrongType(field, "object", entry);
                        })
                .toList();
    }

    private static CommandError wrongType(String field, String expected, BsonValue value) {
        return new CommandError(
                MongoErrorCode.TYPE_MISMATCH,
                "'%s' is the wrong type '%s', expected type '%s'"
                        .formatted(field, value.getBsonType(), expected));
    }
}
