package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** A value computed from a document: paths, literals and a few operators; null when missing. */
interface Expression {

    @Nullable BsonValue evaluate(BsonDocument document);

    static Expression parse(BsonValue value) {
        return switch (value) {
            case BsonString string when string.getValue().startsWith("$") ->
                    path(string.getValue());
            case BsonDocument document when FilterParser.hasOperators(document) ->
                    operator(document.getFirstKey(), BsonValues.first(document));
            case BsonDocument document -> object(document);
            case BsonArray array -> {
                List<Expression> elements = array.stream().map(Expression::parse).toList();
                yield document -> new BsonArray(all(elements, document));
            }
            default -> document -> value;
        };
    }

    private static Expression path(String text) {
        if (text.equals("$$ROOT")) {
            return document -> document;
        }
        String[] parts =
                (text.startsWith("$$ROOT.") ? text.substring(7) : text.substring(1)).split("\\.");
        if (parts[0].startsWith("$")) {
            throw CommandError.badValue("the variable " + text + " is not supported");
        }
        return document -> at(document, parts, 0);
    }

    private static @Nullable BsonValue at(BsonValue value, String[] parts, int next) {
        if (next == parts.length) {
            return value;
        }
        if (value instanceof BsonDocument document) {
            @Nullable BsonValue child = document.get(parts[next]);
            return child == null ? null : at(child, parts, next + 1);
        }
        if (value instanceof BsonArray array) {
            BsonArray found = new BsonArray();
            for (BsonValue element : array) {
                BsonValue part = element.isDocument() ? at(element, parts, next) : null;
                if (part != null) {
                    found.add(part);
                }
            }
            return found;
        }
        return null;
    }

    private static Expression object(BsonDocument document) {
        Map<String, Expression> fields = new java.util.LinkedHashMap<>();
        document.forEach((name, value) -> fields.put(name, parse(value)));
        return source -> {
            BsonDocument result = new BsonDocument();
            fields.forEach(
                    (name, expression) -> {
                        BsonValue value = expression.evaluate(source);
                        if (value != null) {
                            result.append(name, value);
                        }
                    });
            return result;
        };
    }

    private static List<BsonValue> all(List<Expression> expressions, BsonDocument document) {
        List<BsonValue> values = new ArrayList<>();
        for (Expression expression : expressions) {
            @Nullable BsonValue value = expression.evaluate(document);
            values.add(value == null ? BsonNull.VALUE : value);
        }
        return values;
    }

    private static Expression operator(String name, BsonValue operand) {
        if (name.equals("$literal")) {
            return document -> operand;
        }
        List<Expression> operands =
                (operand instanceof BsonArray array ? array : List.of(operand))
                        .stream().map(Expression::parse).toList();
        return switch (name) {
            case "$add" -> document -> fold(all(operands, document), false);
            case "$multiply" -> document -> fold(all(operands, document), true);
            case "$subtract" ->
                    document -> {
                        List<BsonValue> values = all(operands, document);
                        BsonValue negative = fold(List.of(values.get(1), new BsonInt32(-1)), true);
                        return fold(List.of(values.get(0), negative), false);
                    };
            case "$eq", "$ne", "$gt", "$gte", "$lt", "$lte" ->
                    document -> compare(name, all(operands, document));
            case "$and" ->
                    document ->
                            BsonBoolean.valueOf(
                                    all(operands, document).stream().allMatch(Tests::isTrue));
            case "$or" ->
                    document ->
                            BsonBoolean.valueOf(
                                    all(operands, document).stream().anyMatch(Tests::isTrue));
            case "$not" ->
                    document ->
                            BsonBoolean.valueOf(!Tests.isTrue(all(operands, document).getFirst()));
            case "$ifNull" ->
                    document ->
                            all(operands, document).stream()
                                    .filter(value -> !value.isNull())
                                    .findFirst()
                                    .orElse(BsonNull.VALUE);
            case "$cond" -> condition(operand);
            case "$size" ->
                    document -> new BsonInt32(all(operands, document).getFirst().asArray().size());
            default ->
                    throw CommandError.badValue(
                            "the expression " + name + " is not supported by the document store");
        };
    }

    private static BsonValue fold(List<BsonValue> values, boolean product) {
        @Nullable BsonValue result = null;
        for (BsonValue value : values) {
            if (value.isNull()) {
                return BsonNull.VALUE;
            }
            if (result == null) {
                result = value;
            } else {
                result =
                        product
                                ? Arithmetic.multiply("an expression", result, value)
                                : Arithmetic.add("an expression", result, value);
            }
        }
        return result == null ? new BsonInt32(product ? 1 : 0) : result;
    }

    private static BsonValue compare(String name, List<BsonValue> values) {
        int order = UpdateOperators.compare(values.get(0), values.get(1));
        return BsonBoolean.valueOf(
                switch (name) {
                    case "$eq" -> order == 0;
                    case "$ne" -> order != 0;
                    case "$gt" -> order > 0;
                    case "$gte" -> order >= 0;
                    case "$lt" -> order < 0;
                    default -> order <= 0;
                });
    }

    private static Expression condition(BsonValue operand) {
        List<BsonValue> parts =
                operand instanceof BsonDocument document
                        ? List.of(document.get("if"), document.get("then"), document.get("else"))
                        : operand.asArray();
        Expression condition = parse(parts.get(0));
        Expression then = parse(parts.get(1));
        Expression otherwise = parse(parts.get(2));
        return document -> {
            @Nullable BsonValue test = condition.evaluate(document);
            boolean holds = test != null && Tests.isTrue(test);
            return (holds ? then : otherwise).evaluate(document);
        };
    }
}
