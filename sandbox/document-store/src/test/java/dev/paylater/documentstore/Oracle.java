package dev.paylater.documentstore;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * MongoDB's query semantics written a second time, slowly and on decoded values, so that the
 * server's matcher, keys and planner can be checked against something that shares no code with
 * them.
 */
final class Oracle {

    private Oracle() {}

    static boolean matches(BsonDocument query, BsonDocument document) {
        return query.entrySet().stream()
                .allMatch(part -> matches(part.getKey(), part.getValue(), document));
    }

    private static boolean matches(String field, BsonValue condition, BsonDocument document) {
        return switch (field) {
            case "$and" ->
                    condition.asArray().stream().allMatch(q -> matches(q.asDocument(), document));
            case "$or" ->
                    condition.asArray().stream().anyMatch(q -> matches(q.asDocument(), document));
            case "$nor" ->
                    condition.asArray().stream().noneMatch(q -> matches(q.asDocument(), document));
            default -> meets(condition, candidates(document, field.split("\\."), 0));
        };
    }

    private static boolean isOperators(BsonValue condition) {
        return condition instanceof BsonDocument operators
                && !operators.isEmpty()
                && operators.getFirstKey().startsWith("$");
    }

    private static boolean meets(BsonValue condition, List<@Nullable BsonValue> found) {
        if (!isOperators(condition)) {
            return any(found, value -> equal(value, condition));
        }
        return condition.asDocument().entrySet().stream()
                .allMatch(operator -> meets(operator, found));
    }

    private static boolean meets(
            Map.Entry<String, BsonValue> operator, List<@Nullable BsonValue> found) {
        BsonValue operand = operator.getValue();
        return switch (operator.getKey()) {
            case "$eq" -> any(found, value -> equal(value, operand));
            case "$ne" -> !any(found, value -> equal(value, operand));
            case "$gt" ->
                    any(found, value -> ordered(value, operand) && compare(value, operand) > 0);
            case "$gte" ->
                    any(found, value -> ordered(value, operand) && compare(value, operand) >= 0);
            case "$lt" ->
                    any(found, value -> ordered(value, operand) && compare(value, operand) < 0);
            case "$lte" ->
                    any(found, value -> ordered(value, operand) && compare(value, operand) <= 0);
            case "$in" ->
                    operand.asArray().stream()
                            .anyMatch(one -> any(found, value -> equal(value, one)));
            case "$nin" ->
                    operand.asArray().stream()
                            .noneMatch(one -> any(found, value -> equal(value, one)));
            case "$exists" ->
                    found.stream().anyMatch(value -> value != null)
                            == operand.asBoolean().getValue();
            case "$not" -> !meets(operand, found);
            case "$size" ->
                    found.stream()
                            .anyMatch(
                                    value ->
                                            value instanceof BsonArray array
                                                    && array.size()
                                                            == operand.asInt32().getValue());
            case "$elemMatch" ->
                    found.stream()
                            .anyMatch(
                                    value ->
                                            value instanceof BsonArray array
                                                    && hasMatch(array, operand.asDocument()));
            default -> throw new IllegalArgumentException(operator.getKey());
        };
    }

    private static boolean hasMatch(BsonArray array, BsonDocument condition) {
        return array.stream()
                .anyMatch(
                        element ->
                                isOperators(condition)
                                        ? condition.entrySet().stream()
                                                .allMatch(each -> meetsItself(each, element))
                                        : element.isDocument()
                                                && matches(condition, element.asDocument()));
    }

    /** An element that is an array is not looked into. */
    private static boolean meetsItself(Map.Entry<String, BsonValue> operator, BsonValue element) {
        return !element.isArray() && meets(operator, List.of(element));
    }

    private interface Check {
        boolean test(@Nullable BsonValue value);
    }

    /** Tests what was found and, one level deep, the elements of arrays. */
    private static boolean any(List<@Nullable BsonValue> found, Check check) {
        for (BsonValue value : found) {
            if (check.test(value)) {
                return true;
            }
            if (value instanceof BsonArray array && array.stream().anyMatch(check::test)) {
                return true;
            }
        }
        return false;
    }

    private static List<@Nullable BsonValue> candidates(
            @Nullable BsonValue value, String[] parts, int next) {
        List<@Nullable BsonValue> found = new ArrayList<>();
        if (next == parts.length) {
            found.add(value);
        } else if (value instanceof BsonDocument document) {
            found.addAll(candidates(document.get(parts[next]), parts, next + 1));
        } else if (value instanceof BsonArray array) {
            for (BsonValue element : array) {
                if (element.isDocument()) {
                    found.addAll(candidates(element, parts, next));
                }
            }
        } else {
            found.add(null);
        }
        return found;
    }

    private static boolean ordered(@Nullable BsonValue left, BsonValue right) {
        return rank(left) == rank(right) && isNan(left) == isNan(right);
    }

    private static boolean equal(@Nullable BsonValue left, BsonValue right) {
        return rank(left) == rank(right) && compare(left, right) == 0;
    }

    private static boolean isNan(@Nullable BsonValue value) {
        return value instanceof BsonNumber number && Double.isNaN(number.doubleValue());
    }

    static int rank(@Nullable BsonValue value) {
        if (value == null) {
            return 2;
        }
        return switch (value.getBsonType()) {
            case NULL, UNDEFINED -> 2;
            case INT32, INT64, DOUBLE, DECIMAL128 -> 3;
            case STRING, SYMBOL -> 4;
            case DOCUMENT -> 5;
            case ARRAY -> 6;
            case BINARY -> 7;
            case OBJECT_ID -> 8;
            case BOOLEAN -> 9;
            case DATE_TIME -> 10;
            default -> throw new IllegalArgumentException(value.toString());
        };
    }

    static int compare(@Nullable BsonValue left, @Nullable BsonValue right) {
        int ranks = Integer.compare(rank(left), rank(right));
        if (ranks != 0 || left == null || right == null || left.isNull()) {
            return ranks;
        }
        return switch (left.getBsonType()) {
            case STRING ->
                    Arrays.compareUnsigned(
                            left.asString().getValue().getBytes(UTF_8),
                            right.asString().getValue().getBytes(UTF_8));
            case DOCUMENT -> compareDocuments(left.asDocument(), right.asDocument());
            case ARRAY -> compareArrays(left.asArray(), right.asArray());
            case BOOLEAN -> left.asBoolean().compareTo(right.asBoolean());
            case DATE_TIME -> left.asDateTime().compareTo(right.asDateTime());
            case OBJECT_ID -> left.asObjectId().compareTo(right.asObjectId());
            default -> compareNumbers((BsonNumber) left, (BsonNumber) right);
        };
    }

    private static int compareNumbers(BsonNumber left, BsonNumber right) {
        if (isNan(left) || isNan(right)) {
            return Boolean.compare(isNan(right), isNan(left));
        }
        double one = left.doubleValue();
        double other = right.doubleValue();
        if (Double.isInfinite(one) || Double.isInfinite(other)) {
            return Double.compare(one, other);
        }
        return exact(left).compareTo(exact(right));
    }

    private static BigDecimal exact(BsonNumber number) {
        return number.isDouble()
                ? new BigDecimal(number.doubleValue())
                : number.decimal128Value().bigDecimalValue();
    }

    private static int compareDocuments(BsonDocument left, BsonDocument right) {
        Iterator<Map.Entry<String, BsonValue>> others = right.entrySet().iterator();
        for (Map.Entry<String, BsonValue> mine : left.entrySet()) {
            if (!others.hasNext()) {
                return 1;
            }
            Map.Entry<String, BsonValue> other = others.next();
            int order = Integer.compare(rank(mine.getValue()), rank(other.getValue()));
            order = order != 0 ? order : mine.getKey().compareTo(other.getKey());
            order = order != 0 ? order : compare(mine.getValue(), other.getValue());
            if (order != 0) {
                return order;
            }
        }
        return others.hasNext() ? -1 : 0;
    }

    private static int compareArrays(BsonArray left, BsonArray right) {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            int order = compare(left.get(i), right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    /** The order of a sort over fields that are not below arrays. */
    static Comparator<BsonDocument> order(BsonDocument sort) {
        return (left, right) -> {
            for (Map.Entry<String, BsonValue> part : sort.entrySet()) {
                boolean down = part.getValue().asInt32().getValue() < 0;
                int order =
                        compareSortKeys(
                                sortKey(left, part.getKey(), down),
                                sortKey(right, part.getKey(), down));
                if (order != 0) {
                    return down ? -order : order;
                }
            }
            return 0;
        };
    }

    /** An array sorts by its least or greatest element, an empty one before null. */
    private static SortKey sortKey(BsonDocument document, String field, boolean down) {
        Comparator<SortKey> byKey = Oracle::compareSortKeys;
        List<SortKey> keys = new ArrayList<>();
        for (BsonValue value : candidates(document, field.split("\\."), 0)) {
            if (value instanceof BsonArray array) {
                array.forEach(element -> keys.add(new SortKey(element, false)));
                if (array.isEmpty()) {
                    keys.add(new SortKey(BsonNull.VALUE, true));
                }
            } else {
                keys.add(new SortKey(value, false));
            }
        }
        return keys.stream()
                .min(down ? byKey.reversed() : byKey)
                .orElse(new SortKey(BsonNull.VALUE, false));
    }

    private record SortKey(@Nullable BsonValue value, boolean emptyArray) {}

    private static int compareSortKeys(SortKey left, SortKey right) {
        return left.emptyArray || right.emptyArray
                ? Boolean.compare(right.emptyArray, left.emptyArray)
                : compare(left.value, right.value);
    }
}
