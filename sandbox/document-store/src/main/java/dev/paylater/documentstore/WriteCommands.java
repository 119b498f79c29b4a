package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * insert, update, delete and findAndModify. The statements of a command are read first, then
 * carried out under one acquisition of the collection's lock, so a bulk costs one lock and one
 * fsync.
 */
final class WriteCommands {

    static final int MAX_BATCH = 100_000;

    private final Catalog catalog;

    WriteCommands(Catalog catalog) {
        this.catalog = catalog;
    }

    void register(CommandTable commands) {
        commands.writes("insert", this::insert, "documents", "ordered", "bypassDocumentValidation");
        commands.writes("update", this::update, "updates", "ordered", "bypassDocumentValidation");
        commands.writes("delete", this::delete, "deletes", "ordered");
        String[] fields = {
            "query",
            "update",
            "remove",
            "new",
            "fields",
            "sort",
            "upsert",
            "arrayFilters",
            "hint",
            "bypassDocumentValidation"
        };
        commands.writes("findAndModify", this::findAndModify, fields);
        commands.writes("findandmodify", this::findAndModify, fields);
    }

    /** One statement, ready to be carried out while the collection is locked. */
    private interface Write {
        void apply(Collection collection);
    }

    /** What the statements of a command came to. */
    private static final class Outcome {
        private int matched;
        private int modified;
        private final BsonArray upserted = new BsonArray();
        private final BsonArray errors = new BsonArray();

        BsonDocument toReply(boolean ofUpdate) {
            BsonDocument reply = new BsonDocument("n", new BsonInt32(matched));
            if (ofUpdate) {
                reply.append("nModified", new BsonInt32(modified));
                if (!upserted.isEmpty()) {
                    reply.append("upserted", upserted);
                }
            }
            return errors.isEmpty() ? reply : reply.append("writeErrors", errors);
        }
    }

    private BsonDocument insert(ClientCommand command) {
        Outcome outcome = new Outcome();
        List<Write> writes = new ArrayList<>();
        for (Value document : statements(command, "documents")) {
            writes.add(
                    prepare(
                            () -> {
                                document.validate();
                                byte[] complete = sized(Collection.withId(document));
                                return collection -> {
                                    collection.insert(complete);
                                    outcome.matched++;
                                };
                            }));
        }
        carryOut(command, writes, outcome, true);
        return outcome.toReply(false);
    }

    private BsonDocument update(ClientCommand command) {
        Outcome outcome = new Outcome();
        List<Write> writes = new ArrayList<>();
        boolean creates = false;
        for (Value statement : statements(command, "updates")) {
            int index = writes.size();
            creates |= UpdateStatement.mayCreate(statement);
            writes.add(
                    prepare(
                            () -> {
                                UpdateStatement parsed = UpdateStatement.parse(statement);
                                return collection -> apply(collection, parsed, index, outcome);
                            }));
        }
        carryOut(command, writes, outcome, creates);
        return outcome.toReply(true);
    }

    private static void apply(
            Collection collection, UpdateStatement statement, int index, Outcome outcome) {
        boolean found = false;
        for (Target target : targets(collection, statement.query(), statement.multi())) {
            byte[] after = statement.update().apply(target.document, statement.query().filter());
            found = true;
            if (!Arrays.equals(after, target.document)) {
                collection.replace(target.idKey, target.document, sized(after));
                outcome.modified++;
            }
            outcome.matched++;
        }
        if (!found && statement.upsert()) {
            byte[] document = sized(statement.update().upsert(statement.query().filter()));
            collection.insert(document);
            outcome.matched++;
            outcome.upserted.add(
                    new BsonDocument("index", new BsonInt32(index))
                            .append("_id", new RawBsonDocument(document).get("_id")));
        }
    }

    private BsonDocument delete(ClientCommand command) {
        Outcome outcome = new Outcome();
        List<Write> writes = new ArrayList<>();
        for (Value statement : statements(command, "deletes")) {
            writes.add(prepare(() -> delete(statement.decode(), outcome)));
        }
        carryOut(command, writes, outcome, false);
        return outcome.toReply(false);
    }

    private static Write delete(BsonDocument statement, Outcome outcome) {
        ClientCommand.allowOnly("a delete", statement, Set.of("q", "limit", "hint"));
        Filter filter = Filter.of(statement.getDocument("q"));
        boolean all = statement.getNumber("limit").intValue() == 0;
        StoreQuery query = StoreQuery.of(filter, new BsonDocument(), statement.get("hint"));
        return collection -> {
            for (Target target : targets(collection, query, all)) {
                collection.delete(target.idKey, target.document);
                outcome.matched++;
            }
        };
    }

    private static List<Value> statements(ClientCommand command, String field) {
        List<Value> statements = command.documents(field);
        if (statements.isEmpty() || statements.size() > MAX_BATCH) {
            throw CommandError.badValue(
                    "Write batch sizes must be between 1 and " + MAX_BATCH + " operations");
        }
        return statements;
    }

    /** A statement that cannot be read is an error of its own, not of the whole command. */
    private static Write prepare(java.util.function.Supplier<Write> parser) {
        try {
            return parser.get();
        } catch (CommandError e) {
            return collection -> {
                throw e;
            };
        }
    }

    private void carryOut(
            ClientCommand command, List<Write> writes, Outcome outcome, boolean creates) {
        boolean ordered = command.flag("ordered", true);
        @Nullable Collection collection = lock(command.namespace(), creates);
        if (collection == null) {
            return;
        }
        try {
            if (writes.size() > 1) {
                collection.beginBulk();
            }
            try {
                carryOut(collection, writes, outcome, ordered);
            } finally {
                collection.endBulk();
            }
        } finally {
            collection.lock().unlock();
        }
    }

    private static void carryOut(
            Collection collection, List<Write> writes, Outcome outcome, boolean ordered) {
        for (int i = 0; i < writes.size(); i++) {
            try {
                writes.get(i).apply(collection);
            } catch (CommandError e) {
                outcome.errors.add(e.toWriteError(i));
                if (ordered) {
                    return;
                }
            }
        }
    }

    @SuppressWarnings("LockNotBeforeTry") // The caller unlocks what it gets.
    private @Nullable Collection lock(String namespace, boolean creates) {
        while (true) {
            Collection collection =
                    creates ? catalog.getOrCreate(namespace) : catalog.find(namespace);
            if (collection == null) {
                return null;
            }
            collection.lock().lock();
            if (!collection.dropped()) {
                return collection;
            }
            collection.lock().unlock();
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Target(byte[] idKey, byte[] document) {}

    /** Found out before anything changes, so that no document is met twice in its new place. */
    private static List<Target> targets(Collection collection, StoreQuery query, boolean all) {
        byte @Nullable [] idKey = query.filter().onlyId();
        if (idKey != null && query.hint() == null) {
            byte @Nullable [] stored = collection.stored(idKey);
            return stored != null && query.filter().matches(Value.document(stored))
                    ? List.of(new Target(idKey, stored))
                    : List.of();
        }
        collection.writeBulk();
        List<Target> targets = new ArrayList<>();
        query.forEach(
                collection,
                (key, document) -> {
                    targets.add(new Target(key, document));
                    return all;
                });
        return targets;
    }

    private static byte[] sized(byte[] document) {
        if (document.length > Value.MAX_DOCUMENT_BYTES) {
            throw new CommandError(
                    MongoErrorCode.OBJECT_TOO_LARGE,
                    "object to insert too large. size in bytes: " + document.length);
        }
        return document;
    }

    private BsonDocument findAndModify(ClientCommand command) {
        boolean remove = command.flag("remove", false);
        boolean upsert = command.flag("upsert", false);
        @Nullable BsonValue update = command.body().get("update");
        if (remove ? update != null || upsert || command.flag("new", false) : update == null) {
            throw new CommandError(
                    MongoErrorCode.FAILED_TO_PARSE,
                    "Either an update or remove=true must be specified");
        }
        Filter filter = Filter.of(command.document("query"));
        StoreQuery query =
                StoreQuery.of(filter, command.document("sort"), command.body().get("hint"));
        Projection projection = new Projection(command.document("fields"));
        @Nullable Update parsed =
                update == null
                        ? null
                        : Update.of(Value.of(update), command.body().get("arrayFilters"));
        @Nullable Collection collection = lock(command.namespace(), upsert);
        if (collection == null) {
            return result(null, null, projection, false);
        }
        try {
            List<Target> targets = targets(collection, query, false);
            if (targets.isEmpty()) {
                return parsed != null && upsert
                        ? upsert(collection, filter, parsed, command, projection)
                        : result(null, null, projection, parsed != null);
            }
            return modify(collection, targets.getFirst(), filter, parsed, command, projection);
        } finally {
            collection.lock().unlock();
        }
    }

    private static BsonDocument modify(
            Collection collection,
            Target target,
            Filter filter,
            @Nullable Update update,
            ClientCommand command,
            Projection projection) {
        if (update == null) {
            collection.delete(target.idKey, target.document);
            return result(target.document, null, projection, false);
        }
        byte[] after = sized(update.apply(target.document, filter));
        if (!Arrays.equals(after, target.document)) {
            collection.replace(target.idKey, target.document, after);
        }
        byte[] answered = command.flag("new", false) ? after : target.document;
        return result(answered, null, projection, true);
    }

    private static BsonDocument upsert(
            Collection collection,
            Filter filter,
            Update update,
            ClientCommand command,
            Projection projection) {
        byte[] document = sized(update.upsert(filter));
        collection.insert(document);
        byte @Nullable [] answered = command.flag("new", false) ? document : null;
        return result(answered, new RawBsonDocument(document).get("_id"), projection, true);
    }

    private static BsonDocument result(
            byte @Nullable [] answered,
            @Nullable BsonValue upserted,
            Projection projection,
            boolean ofUpdate) {
        boolean existed = answered != null && upserted == null;
        BsonDocument lastError =
                new BsonDocument("n", new BsonInt32(existed || upserted != null ? 1 : 0));
        if (ofUpdate) {
            lastError.append("updatedExisting", BsonBoolean.valueOf(existed));
        }
        if (upserted != null) {
            lastError.append("upserted", upserted);
        }
        return new BsonDocument("lastErrorObject", lastError)
                .append("value", answered == null ? BsonNull.VALUE : projection.apply(answered));
    }
}
