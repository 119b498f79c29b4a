package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Creates, lists and drops databases, collections and indexes. */
final class CatalogCommands {

    private final Catalog catalog;
    private final Cursors cursors;
    private final IndexBuilder builder;

    CatalogCommands(Catalog catalog, Cursors cursors) {
        this.catalog = catalog;
        this.cursors = cursors;
        this.builder = new IndexBuilder(catalog);
    }

    void register(CommandTable commands) {
        commands.writes("create", this::create);
        commands.writes("drop", this::drop);
        commands.writes("dropDatabase", this::dropDatabase);
        commands.writes("createIndexes", builder::createIndexes, "indexes", "commitQuorum");
        commands.writes("dropIndexes", builder::dropIndexes, "index");
        commands.reads("listIndexes", this::listIndexes, "cursor");
        commands.reads(
                "listCollections",
                this::listCollections,
                "filter",
                "nameOnly",
                "cursor",
                "authorizedCollections");
        commands.reads(
                "listDatabases", this::listDatabases, "filter", "nameOnly", "authorizedDatabases");
    }

    private BsonDocument create(ClientCommand command) {
        if (catalog.find(command.namespace()) != null) {
            throw new CommandError(
                    MongoErrorCode.NAMESPACE_EXISTS,
                    "Collection " + command.namespace() + " already exists.");
        }
        catalog.getOrCreate(command.namespace());
        return new BsonDocument();
    }

    private BsonDocument drop(ClientCommand command) {
        @Nullable Collection collection = catalog.find(command.namespace());
        if (collection != null) {
            catalog.drop(collection);
        }
        return new BsonDocument();
    }

    private BsonDocument dropDatabase(ClientCommand command) {
        catalog.ofDatabase(command.database()).forEach(catalog::drop);
        return new BsonDocument("dropped", new BsonString(command.database()));
    }

    private BsonDocument listIndexes(ClientCommand command) {
        @Nullable Collection collection = catalog.find(command.namespace());
        if (collection == null) {
            throw new CommandError(
                    MongoErrorCode.NAMESPACE_NOT_FOUND,
                    "ns does not exist: " + command.namespace());
        }
        List<BsonDocument> indexes =
                collection.indexes().stream()
                        .filter(IndexDefinition::ready)
                        .map(IndexDefinition::spec)
                        .toList();
        return firstBatch(command, command.namespace(), indexes);
    }

    private BsonDocument listCollections(ClientCommand command) {
        Filter filter = Filter.of(command.document("filter"));
        boolean nameOnly = command.flag("nameOnly", false);
        List<BsonDocument> found = new ArrayList<>();
        for (Collection collection : catalog.ofDatabase(command.database())) {
            String name = collection.namespace().substring(command.database().length() + 1);
            BsonDocument entry = new BsonDocument("name", new BsonString(name));
            entry.append("type", new BsonString("collection"));
            if (!nameOnly) {
                entry.append("options", new BsonDocument());
                entry.append(
                        "info",
                        new BsonDocument("readOnly", BsonBoolean.FALSE)
                                .append("uuid", new BsonBinary(new UUID(0, collection.id()))));
                entry.append("idIndex", collection.indexes().getFirst().spec());
            }
            if (filter.matches(Value.of(entry))) {
                found.add(entry);
            }
        }
        return firstBatch(command, command.database() + ".$cmd.listCollections", found);
    }

    private BsonDocument firstBatch(
            ClientCommand command, String namespace, List<BsonDocument> documents) {
        BsonDocument options = command.document("cursor");
        ClientCommand.allowOnly("cursor", options, Set.of("batchSize"));
        long wanted =
                options.containsKey("batchSize")
                        ? options.getNumber("batchSize").longValue()
                        : Long.MAX_VALUE / 2;
        Cursor cursor = new Cursor.OfList(namespace, documents);
        BsonArray batch = new BsonArray();
        boolean more = cursor.next(wanted, batch::add);
        return ReadCommands.reply(namespace, "firstBatch", batch, more ? cursors.add(cursor) : 0);
    }

    private BsonDocument listDatabases(ClientCommand command) {
        Filter filter = Filter.of(command.document("filter"));
        TreeSet<String> names = new TreeSet<>();
        for (Collection collection : catalog.all()) {
            names.add(collection.namespace().substring(0, collection.namespace().indexOf('.')));
        }
        List<BsonValue> databases = new ArrayList<>();
        for (String name : names) {
            BsonDocument entry = new BsonDocument("name", new BsonString(name));
            if (!command.flag("nameOnly", false)) {
                entry.append("sizeOnDisk", new BsonInt64(0)).append("empty", BsonBoolean.FALSE);
            }
            if (filter.matches(Value.of(entry))) {
                databases.add(entry);
            }
        }
        return new BsonDocument("databases", new BsonArray(databases))
                .append("totalSize", new BsonInt64(0));
    }
}
