package dev.paylater.documentstore;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The $group stage with the common accumulators. */
final class GroupStage implements Stages.Sink {

    private record Field(String name, String operator, Expression argument) {}

    /** What has been gathered for one field of one group. */
    private static final class Total {
        private @Nullable BsonValue value;
        private BsonNumber sum = new BsonInt32(0);
        private long count;
        private final BsonArray list = new BsonArray();
    }

    private record Bucket(BsonValue id, List<Total> totals) {}

    private final Expression id;
    private final List<Field> fields = new ArrayList<>();
    private final Map<ByteBuffer, Bucket> buckets = new LinkedHashMap<>();
    private final Stages.Sink next;

    GroupStage(BsonDocument spec, Stages.Sink next) {
        this.next = next;
        BsonValue key = spec.get("_id");
        if (key == null) {
            throw CommandError.badValue("a group specification must include an _id");
        }
        id = Expression.parse(key);
        spec.forEach(
                (name, accumulator) -> {
                    if (!name.equals("_id")) {
                        BsonDocument operator = accumulator.asDocument();
                        String first = operator.getFirstKey();
                        refuseUnknown(first);
                        fields.add(
                                new Field(
                                        name, first, Expression.parse(BsonValues.first(operator))));
                    }
                });
    }

    private static void refuseUnknown(String operator) {
        if (!List.of(
                        "$sum",
                        "$avg",
                        "$min",
                        "$max",
                        "$first",
                        "$last",
                        "$push",
                        "$addToSet",
                        "$count")
                .contains(operator)) {
            throw CommandError.badValue(
                    "the accumulator " + operator + " is not supported by the document store");
        }
    }

    @Override
    public boolean accept(BsonDocument document) {
        @Nullable BsonValue found = id.evaluate(document);
        BsonValue key = found == null ? BsonNull.VALUE : found;
        Bucket bucket =
                buckets.computeIfAbsent(
                        ByteBuffer.wrap(KeyCodec.key(Value.of(key))),
                        bytes ->
                                new Bucket(
                                        key, fields.stream().map(field -> new Total()).toList()));
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            gather(bucket.totals.get(i), field.operator, field.argument.evaluate(document));
        }
        return true;
    }

    private static void gather(Total total, String operator, @Nullable BsonValue value) {
        total.count += operator.equals("$count") ? 1 : 0;
        switch (operator) {
            case "$first" -> {
                if (total.count++ == 0) {
                    total.value = value;
                }
            }
            case "$last" -> total.value = value;
            default -> {
                if (value != null) {
                    gatherPresent(total, operator, value);
                }
            }
        }
    }

    private static void gatherPresent(Total total, String operator, BsonValue value) {
        switch (operator) {
            case "$sum", "$avg" -> {
                if (value instanceof BsonNumber number) {
                    total.sum = (BsonNumber) Arithmetic.sum(total.sum, number);
                    total.count++;
                }
            }
            case "$min" -> total.value = better(total.value, value, -1);
            case "$max" -> total.value = better(total.value, value, 1);
            case "$push" -> total.list.add(value);
            case "$addToSet" -> {
                if (total.list.stream()
                        .noneMatch(one -> UpdateOperators.compare(one, value) == 0)) {
                    total.list.add(value);
                }
            }
            default -> {}
        }
    }

    private static @Nullable BsonValue better(@Nullable BsonValue best, BsonValue value, int sign) {
        if (value.isNull()) {
            return best;
        }
        return best == null || UpdateOperators.compare(value, best) * sign > 0 ? value : best;
    }

    @Override
    public void end() {
        for (Bucket bucket : buckets.values()) {
            BsonDocument result = new BsonDocument("_id", bucket.id);
            for (int i = 0; i < fields.size(); i++) {
                result.append(
                        fields.get(i).name, result(fields.get(i).operator, bucket.totals.get(i)));
            }
            if (!next.accept(result)) {
                break;
            }
        }
        next.end();
    }

    private static BsonValue result(String operator, Total total) {
        return switch (operator) {
            case "$sum" -> (BsonValue) total.sum;
            case "$avg" ->
                    total.count == 0
                            ? BsonNull.VALUE
                            : new BsonDouble(total.sum.doubleValue() / total.count);
            case "$count" -> ReadCommands.whole(total.count);
            case "$push", "$addToSet" -> total.list;
            default -> total.value == null ? BsonNull.VALUE : total.value;
        };
    }
}
