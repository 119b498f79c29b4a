package dev.paylater.documentstore;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows every command, what each may carry, and which have to be on the disk before they are
 * answered.
 */
final class CommandTable {

    private static final Logger log = LoggerFactory.getLogger(CommandTable.class);

    private final Map<String, Entry> entries = new HashMap<>();
    private final Engine engine;

    /** Carries out one command. */
    interface Handler {
        BsonDocument handle(ClientCommand command);
    }

    private record Entry(Set<String> fields, boolean writes, Handler handler) {}

    CommandTable(Engine engine, Catalog catalog, Cursors cursors) {
        this.engine = engine;
        new ServerCommands().register(this);
        new CatalogCommands(catalog, cursors).register(this);
        new ReadCommands(catalog, cursors).register(this);
        new WriteCommands(catalog).register(this);
    }

    void reads(String name, Handler handler, String... fields) {
        entries.put(name, new Entry(Set.of(fields), false, handler));
    }

    void writes(String name, Handler handler, String... fields) {
        entries.put(name, new Entry(Set.of(fields), true, handler));
    }

    /** Always answers: with the command's reply or with an error. */
    BsonDocument answer(ClientCommand command) {
        try {
            BsonDocument reply = run(command);
            return reply.append("ok", new BsonDouble(1));
        } catch (CommandError e) {
            return e.toReply();
        } catch (PatternSyntaxException e) {
            return CommandError.badValue("Regular expression is invalid: " + e.getMessage())
                    .toReply();
        } catch (RuntimeException e) {
            log.error("{} failed", command.body().isEmpty() ? "a command" : command.name(), e);
            return new CommandError(MongoErrorCode.INTERNAL_ERROR, e.toString()).toReply();
        }
    }

    private BsonDocument run(ClientCommand command) {
        Entry entry = command.body().isEmpty() ? null : entries.get(command.name());
        if (entry == null) {
            String name = command.body().isEmpty() ? "" : command.name();
            throw new CommandError(
                    MongoErrorCode.COMMAND_NOT_FOUND, "no such command: '" + name + "'");
        }
        refuseTransaction(command);
        refuseConcerns(command);
        command.allowOnly(entry.fields);
        if (!entry.writes) {
            return entry.handler.handle(command);
        }
        try {
            return entry.handler.handle(command);
        } finally {
            // Also after an error: part of the command may have been written.
            engine.awaitDurable();
        }
    }

    private static void refuseTransaction(ClientCommand command) {
        for (String field : Set.of("txnNumber", "startTransaction", "autocommit")) {
            if (command.body().containsKey(field)) {
                throw new CommandError(
                        MongoErrorCode.ILLEGAL_OPERATION,
                        "Transaction numbers are only allowed on a replica set member or mongos");
            }
        }
    }

    private static void refuseConcerns(ClientCommand command) {
        @Nullable BsonValue level = command.document("readConcern").get("level");
        if (level instanceof BsonString string && string.getValue().equals("snapshot")) {
            throw new CommandError(
                    MongoErrorCode.SNAPSHOT_UNAVAILABLE,
                    "read concern snapshot is not supported by the document store");
        }
        @Nullable BsonValue nodes = command.document("writeConcern").get("w");
        if (nodes != null && nodes.isNumber() && nodes.asNumber().intValue() > 1) {
            throw CommandError.badValue("cannot use 'w' > 1 when a host is not replicated");
        }
    }
}
