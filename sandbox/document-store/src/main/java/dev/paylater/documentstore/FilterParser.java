package dev.paylater.documentstore;

import dev.paylater.documentstore.Filter.And;
import dev.paylater.documentstore.Filter.AtPath;
import dev.paylater.documentstore.Filter.Condition;
import dev.paylater.documentstore.Filter.ElementMatches;
import dev.paylater.documentstore.Filter.Not;
import dev.paylater.documentstore.Filter.OfValue;
import dev.paylater.documentstore.Filter.Or;
import dev.paylater.documentstore.Filter.Test;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Compiles MongoDB's query language; what it does not know it refuses. */
final class FilterParser {

    private FilterParser() {}

    static Condition parse(BsonDocument filter) {
        List<Condition> all = new ArrayList<>();
        filter.forEach(
                (name, value) -> {
                    switch (name) {
                        case "$and" -> all.add(new And(parseList(name, value)));
                        case "$or" -> all.add(new Or(parseList(name, value)));
                        case "$nor" -> all.add(new Not(new Or(parseList(name, value))));
                        case "$comment" -> {}
                        default -> {
                            if (name.startsWith("$")) {
                                throw CommandError.badValue("unknown top level operator: " + name);
                            }
                            Path path = Path.of(name);
                            all.add(parseField(value, test -> new AtPath(path, test), path));
                        }
                    }
                });
        return all.size() == 1 ? all.getFirst() : new And(all);
    }

    private static List<Condition> parseList(String operator, BsonValue value) {
        if (!(value instanceof BsonArray array) || array.isEmpty()) {
            throw CommandError.badValue(operator + " must be a nonempty array");
        }
        List<Condition> conditions = new ArrayList<>();
        for (BsonValue entry : array) {
            if (!(entry instanceof BsonDocument document)) {
                throw CommandError.badValue(operator + " entries need to be full objects");
            }
            conditions.add(parse(document));
        }
        return conditions;
    }

    static boolean hasOperators(BsonValue value) {
        return value instanceof BsonDocument document
                && !document.isEmpty()
                && document.getFirstKey().startsWith("$")
                && !List.of("$ref", "$id", "$db").contains(document.getFirstKey());
    }

    /** Operators that are applied to a value itself rather than to a field of a document. */
    static Condition parseOperators(BsonDocument operators) {
        return parseField(operators, OfValue::new, Path.of(""));
    }

    private static Condition parseField(BsonValue value, Function<Test, Condition> at, Path path) {
        if (value.isRegularExpression()) {
            return at.apply(Tests.regex(value.asRegularExpression()));
        }
        if (!hasOperators(value)) {
            return at.apply(Tests.equal(value));
        }
        List<Condition> all = new ArrayList<>();
        BsonDocument operators = value.asDocument();
        for (Map.Entry<String, BsonValue> operator : operators.entrySet()) {
            parseOperator(operator.getKey(), operator.getValue(), operators, at, path, all);
        }
        return all.size() == 1 ? all.getFirst() : new And(all);
    }

    private static void parseOperator(
            String name,
            BsonValue operand,
            BsonDocument siblings,
            Function<Test, Condition> at,
            Path path,
            List<Condition> all) {
        switch (name) {
            case "$eq" -> all.add(at.apply(Tests.equal(operand)));
            case "$ne" -> all.add(new Not(at.apply(Tests.equal(operand))));
            case "$gt", "$gte", "$lt", "$lte" -> all.add(at.apply(Tests.compare(name, operand)));
            case "$in" -> all.add(at.apply(Tests.in(array(name, operand))));
            case "$nin" -> all.add(new Not(at.apply(Tests.in(array(name, operand)))));
            case "$exists" -> {
                Condition exists = at.apply(Tests.EXISTS);
                all.add(Tests.isTrue(operand) ? exists : new Absent(exists, path.text()));
            }
            case "$type" -> all.add(at.apply(Tests.type(operand)));
            case "$size" -> all.add(at.apply(Tests.size(operand)));
            case "$mod" -> all.add(at.apply(Tests.mod(array(name, operand))));
            case "$regex" -> all.add(at.apply(Tests.regex(operand, siblings.get("$options"))));
            case "$options" -> {
                if (!siblings.containsKey("$regex")) {
                    throw CommandError.badValue("$options needs a $regex");
                }
            }
            case "$not" -> {
                if (!hasOperators(operand) && !operand.isRegularExpression()) {
                    throw CommandError.badValue("$not needs a regex or a document");
                }
                all.add(new Not(parseField(operand, at, path)));
            }
            case "$all" -> all.add(parseAll(array(name, operand), at, path));
            case "$elemMatch" -> all.add(parseElementMatch(operand, path));
            default -> throw CommandError.badValue("unknown operator: " + name);
        }
    }

    private static Condition parseAll(BsonArray operand, Function<Test, Condition> at, Path path) {
        List<Condition> all = new ArrayList<>();
        for (BsonValue value : operand) {
            boolean element =
                    value instanceof BsonDocument document
                            && !document.isEmpty()
                            && document.getFirstKey().equals("$elemMatch");
            all.add(
                    element
                            ? parseElementMatch(BsonValues.first(value.asDocument()), path)
                            : at.apply(Tests.equal(value)));
        }
        return all.isEmpty() ? new Or(List.of()) : new And(all);
    }

    private static Condition parseElementMatch(BsonValue operand, Path path) {
        if (!(operand instanceof BsonDocument document)) {
            throw CommandError.badValue("$elemMatch needs an Object");
        }
        boolean ofValues =
                hasOperators(document)
                        && !List.of("$and", "$or", "$nor").contains(document.getFirstKey());
        return new ElementMatches(
                path, ofValues ? parseOperators(document) : parse(document), ofValues);
    }

    private static BsonArray array(String operator, BsonValue operand) {
        if (operand instanceof BsonArray array) {
            return array;
        }
        throw CommandError.badValue(operator + " needs an array");
    }

    /** A missing field has the key of null, which is all that an index knows of it. */
    private record Absent(Condition exists, String field) implements Condition {
        @Override
        public boolean test(Value document, Filter.Match match) {
            return !exists.test(document, new Filter.Match());
        }

        @Override
        public Bounds bounds(String name, boolean severalKeys) {
            return name.equals(field) && !name.isEmpty()
                    ? Bounds.points(List.of(KeyCodec.key(null)))
                    : Bounds.Interval.ALL;
        }
    }
}
