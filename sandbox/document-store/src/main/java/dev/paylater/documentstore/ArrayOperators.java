package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The update operators that change arrays. */
final class ArrayOperators {

    private ArrayOperators() {}

    /** The new value for an old one; null stands for a missing field. */
    interface Operation {
        @Nullable BsonValue apply(@Nullable BsonValue old);
    }

    static Operation push(String path, BsonValue operand) {
        boolean modified =
                operand instanceof BsonDocument document && document.containsKey("$each");
        BsonDocument modifiers = modified ? operand.asDocument() : new BsonDocument();
        for (String name : modifiers.keySet()) {
            if (!Set.of("$each", "$position", "$slice", "$sort").contains(name)) {
                throw CommandError.badValue("Unrecognized clause in $push: " + name);
            }
        }
        List<BsonValue> values =
                modified ? array("$each", modifiers.get("$each")) : List.of(operand);
        int position = number(modifiers, "$position", Integer.MAX_VALUE);
        int slice = number(modifiers, "$slice", Integer.MAX_VALUE);
        @Nullable BsonValue sort = modifiers.get("$sort");
        return old -> {
            List<BsonValue> elements = elements("$push", path, old);
            int at =
                    position < 0
                            ? Math.max(0, elements.size() + position)
                            : Math.min(position, elements.size());
            elements.addAll(at, values);
            if (sort != null) {
                elements.sort(order(sort));
            }
            return new BsonArray(sliced(elements, slice));
        };
    }

    private static List<BsonValue> sliced(List<BsonValue> elements, int slice) {
        int size = elements.size();
        return slice < 0
                ? elements.subList(Math.max(0, size + slice), size)
                : elements.subList(0, Math.min(slice, size));
    }

    private static Comparator<BsonValue> order(BsonValue sort) {
        if (sort instanceof BsonDocument fields) {
            IndexDefinition order = IndexDefinition.ofSort(fields);
            return Comparator.comparing(
                    element ->
                            element.isDocument()
                                    ? order.keys(Value.of(element)).sorted().getFirst()
                                    : new byte[0],
                    java.util.Arrays::compareUnsigned);
        }
        Comparator<BsonValue> ascending = UpdateOperators::compare;
        return sort.asNumber().intValue() < 0 ? ascending.reversed() : ascending;
    }

    static Operation addToSet(String path, BsonValue operand) {
        boolean each = operand instanceof BsonDocument document && document.containsKey("$each");
        List<BsonValue> values =
                each ? array("$each", operand.asDocument().get("$each")) : List.of(operand);
        return old -> {
            List<BsonValue> elements = elements("$addToSet", path, old);
            for (BsonValue value : values) {
                if (elements.stream().noneMatch(one -> UpdateOperators.compare(one, value) == 0)) {
                    elements.add(value);
                }
            }
            return new BsonArray(elements);
        };
    }

    static Operation pop(String path, BsonValue operand) {
        int end = operand.isNumber() ? operand.asNumber().intValue() : 0;
        if (Math.abs(end) != 1) {
            throw new CommandError(MongoErrorCode.FAILED_TO_PARSE, "$pop expects 1 or -1");
        }
        return old -> {
            if (old == null) {
                return null;
            }
            List<BsonValue> elements = elements("$pop", path, old);
            if (!elements.isEmpty()) {
                elements.remove(end < 0 ? 0 : elements.size() - 1);
            }
            return new BsonArray(elements);
        };
    }

    static Operation pull(String path, BsonValue operand) {
        return without("$pull", path, condition(operand));
    }

    private static Predicate<BsonValue> condition(BsonValue operand) {
        if (FilterParser.hasOperators(operand)) {
            Filter.Condition condition = FilterParser.parseOperators(operand.asDocument());
            return element -> condition.test(Value.of(element), new Filter.Match());
        }
        if (operand instanceof BsonDocument fields) {
            Filter filter = Filter.of(fields);
            return element -> element.isDocument() && filter.matches(Value.of(element));
        }
        if (operand.isRegularExpression()) {
            Filter.Test test = Tests.regex(operand.asRegularExpression());
            return element -> test.test(Value.of(element));
        }
        return element -> UpdateOperators.compare(element, operand) == 0;
    }

    static Operation pullAll(String path, BsonValue operand) {
        List<BsonValue> values = array("$pullAll", operand);
        return without(
                "$pullAll",
                path,
                element ->
                        values.stream()
                                .anyMatch(value -> UpdateOperators.compare(value, element) == 0));
    }

    private static Operation without(String operator, String path, Predicate<BsonValue> condition) {
        return old -> {
            if (old == null) {
                return null;
            }
            List<BsonValue> elements = elements(operator, path, old);
            elements.removeIf(condition);
            return new BsonArray(elements);
        };
    }

    private static List<BsonValue> elements(String operator, String path, @Nullable BsonValue old) {
        if (old == null) {
            return new ArrayList<>();
        }
        if (old instanceof BsonArray array) {
            return new ArrayList<>(array);
        }
        throw CommandError.badValue(
                "The field '%s' must be an array for %s but is of type %s"
                        .formatted(path, operator, old.getBsonType()));
    }

    private static List<BsonValue> array(String what, @Nullable BsonValue value) {
        if (value instanceof BsonArray array) {
            return array;
        }
        throw CommandError.badValue(what + " needs an array");
    }

    private static int number(BsonDocument modifiers, String name, int otherwise) {
        @Nullable BsonValue value = modifiers.get(name);
        if (value == null) {
            return otherwise;
        }
        if (value.isNumber()) {
            return value.asNumber().intValue();
        }
        throw CommandError.badValue(name + " needs a number");
    }
}
