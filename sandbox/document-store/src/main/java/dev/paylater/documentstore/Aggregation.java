package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline: its leading $match, $sort, $skip and $limit become a query that can use an index, the
 * rest are steps that documents are pushed through one by one.
 */
record Aggregation(StoreQuery query, List<BsonDocument> stages) {

    /**
     * What all results of one pipeline may hold; they are kept in memory until they are fetched.
     */
    private static final long MAX_RESULT_BYTES = 64L * 1024 * 1024;

    static Aggregation of(List<BsonDocument> stages, @Nullable BsonValue hint) {
        BsonArray filters = new BsonArray();
        int at = 0;
        while (at < stages.size() && stages.get(at).get("$match") instanceof BsonDocument filter) {
            filters.add(filter);
            at++;
        }
        BsonDocument sort = new BsonDocument();
        if (at < stages.size() && stages.get(at).get("$sort") instanceof BsonDocument order) {
            sort = order;
            at++;
        }
        long limit = 0;
        if (at < stages.size() && stages.get(at).containsKey("$limit")) {
            limit = Stages.positive("$limit", stages.get(at).get("$limit"));
            at++;
        }
        BsonDocument filter =
                switch (filters.size()) {
                    case 0 -> new BsonDocument();
                    case 1 -> filters.getFirst().asDocument();
                    default -> new BsonDocument("$and", filters);
                };
        StoreQuery query = new StoreQuery(Filter.of(filter), sort, 0, limit, hint);
        return new Aggregation(query, List.copyOf(stages.subList(at, stages.size())));
    }

    List<BsonDocument> run(@Nullable Collection collection) {
        List<BsonDocument> results = new ArrayList<>();
        long[] bytes = {0};
        Stages.Sink sink =
                document -> {
                    bytes[0] +=
                            document instanceof RawBsonDocument raw
                                    ? raw.getByteBuffer().remaining()
                                    : 256;
                    if (bytes[0] > MAX_RESULT_BYTES) {
                        throw new CommandError(
                                MongoErrorCode.EXCEEDED_MEMORY_LIMIT,
                                "the result of an aggregation is too large for the document store");
                    }
                    return results.add(document);
                };
        for (BsonDocument stage : stages.reversed()) {
            sink = Stages.parse(stage, sink);
        }
        Stages.Sink first = sink;
        if (collection != null) {
            query.forEach(
                    collection, (idKey, document) -> first.accept(new RawBsonDocument(document)));
        }
        first.end();
        return results;
    }
}
