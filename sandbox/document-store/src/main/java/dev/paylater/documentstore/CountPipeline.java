package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The one pipeline that is served, which drivers send for {@code countDocuments}: $match, perhaps
 * $skip and $limit, and $group with one sum of ones.
 *
 * @param query the documents to count
 * @param id what the answer has as its _id
 * @param field of the answer that has the count
 */
record CountPipeline(StoreQuery query, BsonValue id, String field) {

    static CountPipeline of(BsonArray pipeline, @Nullable BsonValue hint) {
        List<Map.Entry<String, BsonValue>> stages = new ArrayList<>();
        for (BsonValue stage : pipeline) {
            if (!(stage instanceof BsonDocument document) || document.size() != 1) {
                throw CommandError.badValue("A pipeline stage must contain exactly one field");
            }
            stages.add(Map.entry(document.getFirstKey(), BsonValues.first(document)));
        }
        int at = 0;
        BsonDocument filter = new BsonDocument();
        if (isAt(stages, at, "$match") && stages.get(at).getValue().isDocument()) {
            filter = stages.get(at++).getValue().asDocument();
        }
        long skip = isAt(stages, at, "$skip") ? number(stages.get(at++), 0) : 0;
        long limit = isAt(stages, at, "$limit") ? number(stages.get(at++), 1) : 0;
        if (!isAt(stages, at, "$group")) {
            throw unknown(at < stages.size() ? stages.get(at).getKey() : "no $group");
        }
        if (at + 1 < stages.size()) {
            throw unknown(stages.get(at + 1).getKey());
        }
        return group(
                new StoreQuery(Filter.of(filter), new BsonDocument(), skip, limit, hint),
                stages.get(at).getValue());
    }

    private static boolean isAt(List<Map.Entry<String, BsonValue>> stages, int at, String name) {
        return at < stages.size() && stages.get(at).getKey().equals(name);
    }

    private static long number(Map.Entry<String, BsonValue> stage, long least) {
        if (!stage.getValue().isNumber() || stage.getValue().asNumber().longValue() < least) {
            throw CommandError.badValue(
                    "the %s must be a number of at least %s".formatted(stage.getKey(), least));
        }
        return stage.getValue().asNumber().longValue();
    }

    private static CountPipeline group(StoreQuery query, BsonValue spec) {
        if (spec instanceof BsonDocument group && group.size() == 2) {
            @Nullable BsonValue id = group.get("_id");
            for (Map.Entry<String, BsonValue> field : group.entrySet()) {
                if (id != null
                        && isConstant(id)
                        && field.getValue() instanceof BsonDocument sum
                        && sum.size() == 1
                        && isOne(sum.get("$sum"))) {
                    return new CountPipeline(query, id, field.getKey());
                }
            }
        }
        throw CommandError.badValue(
                "the document store groups only to count: {_id: 1, n: {$sum: 1}}");
    }

    private static boolean isOne(@Nullable BsonValue value) {
        return value != null && value.isNumber() && value.asNumber().longValue() == 1;
    }

    private static boolean isConstant(BsonValue id) {
        return !id.isDocument()
                && !id.isArray()
                && !(id instanceof BsonString text && text.getValue().startsWith("$"));
    }

    private static CommandError unknown(String stage) {
        return stage.equals("$changeStream")
                ? new CommandError(
                        MongoErrorCode.CHANGE_STREAM_NEEDS_REPLICA_SET,
                        "The $changeStream stage is only supported on replica sets")
                : new CommandError(
                        MongoErrorCode.UNKNOWN_STAGE,
                        "%s is not supported here by the document store, which only counts"
                                .formatted(stage));
    }

    /** No answer where there is nothing to count, as from MongoDB. */
    BsonArray answers(long count) {
        BsonArray answers = new BsonArray();
        if (count > 0) {
            answers.add(new BsonDocument("_id", id).append(field, ReadCommands.whole(count)));
        }
        return answers;
    }
}
