package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The stages of an aggregation, each a sink that passes on to the next. */
final class Stages {

    private Stages() {}

    /** Takes documents one by one, then the end of them. */
    interface Sink {
        /** Tells whether more are wanted. */
        boolean accept(BsonDocument document);

        default void end() {}
    }

    static Sink parse(BsonDocument stage, Sink next) {
        if (stage.size() != 1) {
            throw CommandError.badValue("A pipeline stage must contain exactly one field");
        }
        String name = stage.getFirstKey();
        BsonValue operand = BsonValues.first(stage);
        return switch (name) {
            case "$match" -> match(Filter.of(document(name, operand)), next);
            case "$sort" -> new Sort(document(name, operand), next);
            case "$limit" -> new Limit(positive(name, operand), next);
            case "$skip" -> new Skip(operand.asNumber().longValue(), next);
            case "$count" -> new Count(operand.asString().getValue(), next);
            case "$project" -> project(document(name, operand), next);
            case "$addFields", "$set" -> addFields(document(name, operand), next);
            case "$unwind" -> unwind(operand, next);
            case "$group" -> new GroupStage(document(name, operand), next);
            case "$changeStream" ->
                    throw new CommandError(
                            MongoErrorCode.CHANGE_STREAM_NEEDS_REPLICA_SET,
                            "The $changeStream stage is only supported on replica sets");
            default ->
                    throw new CommandError(
                            MongoErrorCode.UNKNOWN_STAGE,
                            "the pipeline stage '"
                                    + name
                                    + "' is not supported by the document store");
        };
    }

    static long positive(String name, @Nullable BsonValue operand) {
        long value = operand != null && operand.isNumber() ? operand.asNumber().longValue() : 0;
        if (value <= 0) {
            throw CommandError.badValue("the " + name + " must be a positive number");
        }
        return value;
    }

    private static BsonDocument document(String name, BsonValue operand) {
        if (operand instanceof BsonDocument document) {
            return document;
        }
        throw CommandError.badValue("the " + name + " specification must be an object");
    }

    /** A stage that passes each document on by itself. */
    private static Sink each(Sink next, java.util.function.Predicate<BsonDocument> step) {
        return new Sink() {
            @Override
            public boolean accept(BsonDocument document) {
                return step.test(document);
            }

            @Override
            public void end() {
                next.end();
            }
        };
    }

    private static Sink match(Filter filter, Sink next) {
        return each(next, document -> !filter.matches(Value.of(document)) || next.accept(document));
    }

    /** Plain inclusions and exclusions, or inclusions with computed fields. */
    private static Sink project(BsonDocument spec, Sink next) {
        BsonDocument plain = new BsonDocument();
        BsonDocument computed = new BsonDocument();
        spec.forEach(
                (field, value) ->
                        (value.isBoolean() || value.isNumber() ? plain : computed)
                                .append(field, value));
        if (plain.isEmpty() || (plain.size() == 1 && plain.containsKey("_id"))) {
            // Only computed fields: an inclusion of nothing else.
            if (!computed.isEmpty()
                    && (plain.isEmpty() || !Tests.isTrue(BsonValues.first(plain)))) {
                boolean withId = plain.isEmpty() && !computed.containsKey("_id");
                Map<String, Expression> fields = expressions(computed);
                return each(
                        next,
                        document -> {
                            BsonDocument result = new BsonDocument();
                            if (withId && document.containsKey("_id")) {
                                result.append("_id", document.get("_id"));
                            }
                            return next.accept(compute(result, document, fields));
                        });
            }
        }
        Projection projection = new Projection(plain);
        Map<String, Expression> fields = expressions(computed);
        return each(
                next,
                document -> next.accept(compute(projection.apply(document), document, fields)));
    }

    private static Sink addFields(BsonDocument spec, Sink next) {
        Map<String, Expression> fields = expressions(spec);
        return each(
                next,
                document -> {
                    BsonDocument result = new BsonDocument();
                    result.putAll(document);
                    return next.accept(compute(result, document, fields));
                });
    }

    private static Map<String, Expression> expressions(BsonDocument spec) {
        Map<String, Expression> expressions = new java.util.LinkedHashMap<>();
        spec.forEach(
                (field, value) -> {
                    if (field.contains(".") || field.startsWith("$")) {
                        throw CommandError.badValue(
                                "computing the field '"
                                        + field
                                        + "' is not supported by the document store");
                    }
                    expressions.put(field, Expression.parse(value));
                });
        return expressions;
    }

    private static BsonDocument compute(
            BsonDocument result, BsonDocument document, Map<String, Expression> fields) {
        fields.forEach(
                (field, expression) -> {
                    @Nullable BsonValue value = expression.evaluate(document);
                    if (value != null) {
                        result.put(field, value);
                    }
                });
        return result;
    }

    private static Sink unwind(BsonValue operand, Sink next) {
        String path =
                operand instanceof BsonDocument options
                        ? options.getString("path").getValue()
                        : operand.asString().getValue();
        if (operand.isDocument()) {
            ClientCommand.allowOnly("$unwind", operand.asDocument(), java.util.Set.of("path"));
        }
        if (path.contains(".") || !path.startsWith("$")) {
            throw CommandError.badValue("$unwind of '" + path + "' is not supported");
        }
        String field = path.substring(1);
        return each(
                next,
                document -> {
                    @Nullable BsonValue value = document.get(field);
                    if (value == null || value.isNull()) {
                        return true;
                    }
                    List<BsonValue> elements =
                            value instanceof BsonArray array ? array : List.of(value);
                    boolean more = true;
                    for (BsonValue element : elements) {
                        BsonDocument single = new BsonDocument();
                        single.putAll(document);
                        single.put(field, element);
                        more = more && next.accept(single);
                    }
                    return more;
                });
    }

    private static final class Limit implements Sink {
        private final Sink next;
        private long left;

        Limit(long limit, Sink next) {
            this.left = limit;
            this.next = next;
        }

        @Override
        public boolean accept(BsonDocument document) {
            left--;
            return left >= 0 && next.accept(document) && left > 0;
        }

        @Override
        public void end() {
            next.end();
        }
    }

    private static final class Skip implements Sink {
        private final Sink next;
        private long left;

        Skip(long skip, Sink next) {
            this.left = skip;
            this.next = next;
        }

        @Override
        public boolean accept(BsonDocument document) {
            return left-- > 0 || next.accept(document);
        }

        @Override
        public void end() {
            next.end();
        }
    }

    private static final class Count implements Sink {
        private final String field;
        private final Sink next;
        private long count;

        Count(String field, Sink next) {
            this.field = field;
            this.next = next;
        }

        @Override
        public boolean accept(BsonDocument document) {
            count++;
            return true;
        }

        @Override
        public void end() {
            if (count > 0) {
                next.accept(new BsonDocument(field, ReadCommands.whole(count)));
            }
            next.end();
        }
    }

    private static final class Sort implements Sink {
        private final IndexDefinition order;
        private final Sink next;
        private final List<Entry> entries = new ArrayList<>();

        @SuppressWarnings("ArrayRecordComponent") // Ordered by a comparator only.
        private record Entry(byte[] key, BsonDocument document) {}

        Sort(BsonDocument spec, Sink next) {
            this.order = IndexDefinition.ofSort(spec);
            this.next = next;
        }

        @Override
        public boolean accept(BsonDocument document) {
            byte[] key = order.keys(Value.of(document)).sorted().getFirst();
            return entries.add(new Entry(key, document));
        }

        @Override
        public void end() {
            entries.sort((left, right) -> Arrays.compareUnsigned(left.key, right.key));
            for (Entry entry : entries) {
                if (!next.accept(entry.document)) {
                    break;
                }
            }
            next.end();
        }
    }
}
