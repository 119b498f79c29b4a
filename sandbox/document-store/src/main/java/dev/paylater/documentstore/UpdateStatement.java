package dev.paylater.documentstore;

import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** One statement of an update command. */
record UpdateStatement(StoreQuery query, Update update, boolean multi, boolean upsert) {

    private static final byte[] UPDATE = {'u'};
    private static final byte[] UPSERT = {'u', 'p', 's', 'e', 'r', 't'};
    private static final Set<String> FIELDS =
            Set.of("q", "multi", "upsert", "arrayFilters", "hint");

    /** The replacement stays raw: it may be several KB, and nobody has to look into it. */
    static UpdateStatement parse(Value statement) {
        BsonDocument options = new BsonDocument();
        Elements elements = statement.elements();
        while (elements.advance()) {
            if (!elements.isNamed(UPDATE)) {
                options.append(elements.name(), BsonValues.decode(elements.value()));
            }
        }
        ClientCommand.allowOnly("an update", options, FIELDS);
        @Nullable Value change = statement.get(UPDATE);
        if (change == null || !(options.get("q") instanceof BsonDocument query)) {
            throw new CommandError(MongoErrorCode.FAILED_TO_PARSE, "an update needs q and u");
        }
        boolean multi = isTrue(options, "multi");
        Update update = Update.of(change, options.get("arrayFilters"));
        if (multi && update instanceof Update.Replacement) {
            throw new CommandError(
                    MongoErrorCode.FAILED_TO_PARSE,
                    "multi update is not supported for replacement-style update");
        }
        StoreQuery found = StoreQuery.of(Filter.of(query), new BsonDocument(), options.get("hint"));
        return new UpdateStatement(found, update, multi, isTrue(options, "upsert"));
    }

    static boolean mayCreate(Value statement) {
        @Nullable Value upsert = statement.get(UPSERT);
        return upsert != null && Tests.isTrue(BsonValues.decode(upsert));
    }

    private static boolean isTrue(BsonDocument options, String name) {
        @Nullable BsonValue value = options.get(name);
        return value != null && Tests.isTrue(value);
    }
}
