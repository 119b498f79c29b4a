package dev.paylater.documentstore;

import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** find and what belongs to its cursors, count, distinct, aggregate and explain. */
final class ReadCommands {

    private static final int FIRST_BATCH = 101;
    private static final String[] FIND_FIELDS = {
        "filter",
        "sort",
        "projection",
        "hint",
        "skip",
        "limit",
        "batchSize",
        "singleBatch",
        "allowDiskUse",
        "noCursorTimeout",
        "allowPartialResults"
    };

    private final Catalog catalog;
    private final Cursors cursors;

    ReadCommands(Catalog catalog, Cursors cursors) {
        this.catalog = catalog;
        this.cursors = cursors;
    }

    void register(CommandTable commands) {
        commands.reads("find", this::find, FIND_FIELDS);
        commands.reads("getMore", this::getMore, "collection", "batchSize");
        commands.reads("killCursors", this::killCursors, "cursors");
        commands.reads("count", this::count, "query", "limit", "skip", "hint", "fields");
        commands.reads("distinct", this::distinct, "key", "query", "hint");
        commands.reads(
                "aggregate",
                this::aggregate,
                "pipeline",
                "cursor",
                "hint",
                "allowDiskUse",
                "bypassDocumentValidation");
        commands.reads("explain", this::explain, "verbosity");
    }

    private static StoreQuery query(ClientCommand command, String filter) {
        long limit = Math.abs(command.number("limit", 0));
        long skip = command.number("skip", 0);
        if (skip < 0) {
            throw CommandError.badValue("skip value must be non-negative, but is " + skip);
        }
        return new StoreQuery(
                Filter.of(command.document(filter)),
                command.document("sort"),
                skip,
                limit,
                command.body().get("hint"));
    }

    private BsonDocument find(ClientCommand command) {
        StoreQuery query = query(command, "filter");
        Projection projection = new Projection(command.document("projection"));
        boolean single = command.flag("singleBatch", false) || command.number("limit", 0) < 0;
        long wanted = command.number("batchSize", FIRST_BATCH);
        String namespace = command.namespace();
        BsonArray batch = new BsonArray();
        @Nullable Collection collection = catalog.find(namespace);
        if (collection == null) {
            return reply(namespace, "firstBatch", batch, 0);
        }
        try (StoreQuery.Opened opened = query.open(collection)) {
            Cursor cursor;
            boolean more;
            if (opened.scan().plan().sorted()) {
                Cursor.OfScan scan =
                        new Cursor.OfScan(collection, opened.scan(), projection, query);
                more = scan.next(opened.view(), wanted, batch::add);
                cursor = scan;
            } else {
                Cursor.OfIds ids =
                        new Cursor.OfIds(
                                collection, query.filter(), projection, query.sorted(opened));
                more = ids.next(opened.view(), wanted, batch::add);
                cursor = ids;
            }
            return reply(namespace, "firstBatch", batch, more && !single ? cursors.add(cursor) : 0);
        }
    }

    static BsonDocument reply(String namespace, String batchName, BsonArray batch, long cursorId) {
        return new BsonDocument(
                "cursor",
                new BsonDocument(batchName, batch)
                        .append("id", new BsonInt64(cursorId))
                        .append("ns", new BsonString(namespace)));
    }

    private BsonDocument getMore(ClientCommand command) {
        long id = command.body().getNumber("getMore").longValue();
        String namespace = command.database() + "." + command.string("collection", "");
        @Nullable Cursor cursor = cursors.take(id);
        if (cursor == null || !cursor.namespace().equals(namespace)) {
            throw new CommandError(
                    MongoErrorCode.CURSOR_NOT_FOUND, "cursor id " + id + " not found");
        }
        BsonArray batch = new BsonArray();
        long wanted = command.number("batchSize", 0);
        boolean more = cursor.next(wanted == 0 ? Long.MAX_VALUE : wanted, batch::add);
        if (more) {
            cursors.put(id, cursor);
        }
        return reply(namespace, "nextBatch", batch, more ? id : 0);
    }

    private BsonDocument killCursors(ClientCommand command) {
        BsonArray killed = new BsonArray();
        BsonArray unknown = new BsonArray();
        for (BsonValue id : command.body().getArray("cursors")) {
            boolean found = cursors.take(id.asNumber().longValue()) != null;
            (found ? killed : unknown).add(id);
        }
        return new BsonDocument("cursorsKilled", killed)
                .append("cursorsNotFound", unknown)
                .append("cursorsAlive", new BsonArray())
                .append("cursorsUnknown", new BsonArray());
    }

    private BsonDocument count(ClientCommand command) {
        StoreQuery query = query(command, "query");
        @Nullable Collection collection = catalog.find(command.namespace());
        long count = collection == null ? 0 : count(collection, query);
        return new BsonDocument("n", whole(count));
    }

    private static long count(Collection collection, StoreQuery query) {
        if (query.filter().matchesEverything() && query.hint() == null) {
            long after = Math.max(0, collection.count() - query.skip());
            return query.limit() == 0 ? after : Math.min(after, query.limit());
        }
        long[] count = {0};
        query.forEach(collection, (idKey, document) -> ++count[0] > 0);
        return count[0];
    }

    static BsonValue whole(long value) {
        return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
    }

    private BsonDocument distinct(ClientCommand command) {
        Path path = Path.of(command.string("key", ""));
        StoreQuery query =
                StoreQuery.of(
                        Filter.of(command.document("query")),
                        new BsonDocument(),
                        command.body().get("hint"));
        TreeSet<byte[]> seen = new TreeSet<>(java.util.Arrays::compareUnsigned);
        BsonArray values = new BsonArray();
        Filter.Condition collect =
                new Filter.AtPath(
                        path,
                        new BsonValues.Collector(
                                value -> {
                                    if (seen.add(KeyCodec.key(value))) {
                                        values.add(BsonValues.decode(value));
                                    }
                                }));
        @Nullable Collection collection = catalog.find(command.namespace());
        if (collection != null) {
            query.forEach(
                    collection,
                    (idKey, document) ->
                            !collect.test(Value.document(document), new Filter.Match()));
        }
        return new BsonDocument("values", values);
    }

    private BsonDocument aggregate(ClientCommand command) {
        if (BsonValues.first(command.body()).isNumber()) {
            throw CommandError.unsupported("aggregate on a database");
        }
        ClientCommand.allowOnly("cursor", command.document("cursor"), Set.of("batchSize"));
        CountPipeline pipeline =
                CountPipeline.of(command.body().getArray("pipeline"), command.body().get("hint"));
        String namespace = command.namespace();
        @Nullable Collection collection = catalog.find(namespace);
        long count = collection == null ? 0 : count(collection, pipeline.query());
        return reply(namespace, "firstBatch", pipeline.answers(count), 0);
    }

    private BsonDocument explain(ClientCommand command) {
        BsonDocument inner = command.document("explain");
        inner.append("$db", new BsonString(command.database()));
        ClientCommand explained = new ClientCommand(inner, java.util.Map.of());
        StoreQuery query =
                switch (explained.name()) {
                    case "find" -> {
                        explained.allowOnly(Set.of(FIND_FIELDS));
                        yield query(explained, "filter");
                    }
                    case "count", "distinct" -> query(explained, "query");
                    default -> throw CommandError.unsupported("explain of " + explained.name());
                };
        @Nullable Collection collection = catalog.find(explained.namespace());
        return collection == null
                ? Explanation.ofNothing(explained.namespace())
                : Explanation.of(collection, query);
    }
}
