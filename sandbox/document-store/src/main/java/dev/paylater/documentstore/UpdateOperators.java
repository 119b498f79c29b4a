package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The operators of an update document, applied to a decoded document in place. */
final class UpdateOperators {

    /** The new value for an old one; null stands for a missing field on both sides. */
    private interface Operation {
        @Nullable BsonValue apply(@Nullable BsonValue old);
    }

    /**
     * One operator on one path.
     *
     * @param creates whether missing parents are made
     */
    private record Change(
            String operator, String path, Operation operation, boolean creates, boolean onInsert) {}

    private final List<Change> changes;
    private final Map<String, Filter> arrayFilters;

    private UpdateOperators(List<Change> changes, Map<String, Filter> arrayFilters) {
        this.changes = changes;
        this.arrayFilters = arrayFilters;
    }

    static UpdateOperators parse(BsonDocument update, BsonArray arrayFilters) {
        List<Change> changes = new ArrayList<>();
        update.forEach(
                (operator, fields) -> {
                    if (!(fields instanceof BsonDocument document)) {
                        throw failedToParse(
                                "Modifiers operate on fields but we found another type for "
                                        + operator);
                    }
                    document.forEach((path, operand) -> add(changes, operator, path, operand));
                });
        refuseConflicts(changes);
        return new UpdateOperators(changes, parseArrayFilters(arrayFilters, changes));
    }

    private static void add(List<Change> changes, String operator, String path, BsonValue operand) {
        if (path.isEmpty() || path.startsWith(".") || path.endsWith(".") || path.contains("..")) {
            throw new CommandError(
                    MongoErrorCode.FAILED_TO_PARSE,
                    "The update path '" + path + "' has an empty field");
        }
        if (operator.equals("$rename")) {
            String target = operand.isString() ? operand.asString().getValue() : "";
            if (target.isEmpty() || target.contains("$") || path.contains("$")) {
                throw CommandError.badValue("The 'to' field for $rename must be a plain path");
            }
            BsonValue[] moved = new BsonValue[1];
            changes.add(new Change(operator, path, take(moved), false, false));
            changes.add(
                    new Change(
                            operator,
                            target,
                            old -> moved[0] == null ? old : moved[0],
                            true,
                            false));
            return;
        }
        boolean creates = !List.of("$unset", "$pull", "$pullAll", "$pop").contains(operator);
        changes.add(
                new Change(
                        operator,
                        path,
                        operation(operator, path, operand),
                        creates,
                        operator.equals("$setOnInsert")));
    }

    private static Operation take(@Nullable BsonValue[] moved) {
        return old -> {
            moved[0] = old;
            return null;
        };
    }

    private static Operation operation(String operator, String path, BsonValue operand) {
        return switch (operator) {
            case "$set", "$setOnInsert" -> old -> operand;
            case "$unset" -> old -> null;
            case "$inc" -> old -> Arithmetic.add(path, old, operand);
            case "$mul" -> old -> Arithmetic.multiply(path, old, operand);
            case "$min" -> old -> old != null && compare(old, operand) <= 0 ? old : operand;
            case "$max" -> old -> old != null && compare(old, operand) >= 0 ? old : operand;
            case "$currentDate" -> old -> now(operand);
            case "$push" -> ArrayOperators.push(path, operand)::apply;
            case "$addToSet" -> ArrayOperators.addToSet(path, operand)::apply;
            case "$pop" -> ArrayOperators.pop(path, operand)::apply;
            case "$pull" -> ArrayOperators.pull(path, operand)::apply;
            case "$pullAll" -> ArrayOperators.pullAll(path, operand)::apply;
            default -> throw failedToParse("Unknown modifier: " + operator);
        };
    }

    private static BsonValue now(BsonValue operand) {
        long millis = System.currentTimeMillis();
        boolean timestamp =
                operand instanceof BsonDocument document
                        && document.get("$type") instanceof BsonString type
                        && type.getValue().equals("timestamp");
        return timestamp ? new BsonTimestamp((int) (millis / 1000), 1) : new BsonDateTime(millis);
    }

    static int compare(BsonValue left, BsonValue right) {
        return Arrays.compareUnsigned(KeyCodec.key(Value.of(left)), KeyCodec.key(Value.of(right)));
    }

    private static void refuseConflicts(List<Change> changes) {
        for (int i = 0; i < changes.size(); i++) {
            for (int j = 0; j < i; j++) {
                String one = changes.get(i).path + ".";
                String other = changes.get(j).path + ".";
                if (one.startsWith(other) || other.startsWith(one)) {
                    throw new CommandError(
                            MongoErrorCode.CONFLICTING_UPDATE_OPERATORS,
                            "Updating the path '%s' would create a conflict at '%s'"
                                    .formatted(changes.get(i).path, changes.get(j).path));
                }
            }
        }
    }

    private static Map<String, Filter> parseArrayFilters(BsonArray filters, List<Change> changes) {
        Map<String, Filter> parsed = new HashMap<>();
        for (BsonValue filter : filters) {
            String field = filter.asDocument().isEmpty() ? "" : filter.asDocument().getFirstKey();
            String identifier = field.split("\\.", 2)[0];
            boolean used =
                    changes.stream()
                            .anyMatch(change -> change.path.contains("$[" + identifier + "]"));
            if (!used || parsed.put(identifier, Filter.of(filter.asDocument())) != null) {
                throw failedToParse("The array filter for '" + identifier + "' is not used once");
            }
        }
        return parsed;
    }

    /** The equalities of a query, which an upsert starts from. */
    static BsonDocument seed(BsonDocument query) {
        BsonDocument seed = new BsonDocument();
        addSeeds(query, seed);
        return seed;
    }

    private static void addSeeds(BsonDocument query, BsonDocument seed) {
        query.forEach(
                (name, value) -> {
                    if (name.equals("$and")) {
                        value.asArray().forEach(part -> addSeeds(part.asDocument(), seed));
                    } else if (!name.startsWith("$") && !value.isRegularExpression()) {
                        BsonValue equal =
                                FilterParser.hasOperators(value)
                                        ? value.asDocument().get("$eq")
                                        : value;
                        if (equal != null) {
                            Change change = new Change("$set", name, old -> equal, true, false);
                            new UpdateOperators(List.of(change), Map.of()).apply(seed, -1, true);
                        }
                    }
                });
    }

    /** Applies everything; the index is that of the array element that matched the query, or -1. */
    void apply(BsonDocument document, int matchedIndex, boolean inserting) {
        for (Change change : changes) {
            if (change.onInsert && !inserting) {
                continue;
            }
            String[] parts = change.path.split("\\.");
            for (int i = 0; i < parts.length; i++) {
                if (parts[i].equals("$")) {
                    if (matchedIndex < 0) {
                        throw CommandError.badValue(
                                "The positional operator did not find the match needed from the"
                                        + " query.");
                    }
                    parts[i] = Integer.toString(matchedIndex);
                }
            }
            walk(document, parts, 0, change);
        }
    }

    private void walk(BsonValue node, String[] parts, int at, Change change) {
        if (node instanceof BsonDocument document && !parts[at].startsWith("$[")) {
            inDocument(document, parts, at, change);
        } else if (node instanceof BsonArray array) {
            inArray(array, parts, at, change);
        } else if (parts[at].startsWith("$[")) {
            throw CommandError.badValue(
                    "Cannot apply array updates to non-array element "
                            + parts[Math.max(0, at - 1)]);
        } else if (change.creates) {
            throw new CommandError(
                    MongoErrorCode.PATH_NOT_VIABLE,
                    "Cannot create field '%s' in element %s"
                            .formatted(parts[at], BsonValues.toText(node)));
        }
    }

    private void inDocument(BsonDocument document, String[] parts, int at, Change change) {
        @Nullable BsonValue child = document.get(parts[at]);
        if (at == parts.length - 1) {
            @Nullable BsonValue result = change.operation.apply(child);
            if (result == null) {
                document.remove(parts[at]);
            } else {
                document.put(parts[at], result);
            }
        } else if (child != null) {
            walk(child, parts, at + 1, change);
        } else if (change.creates) {
            BsonDocument created = new BsonDocument();
            walk(created, parts, at + 1, change);
            document.put(parts[at], created);
        }
    }

    private void inArray(BsonArray array, String[] parts, int at, Change change) {
        String part = parts[at];
        if (part.startsWith("$[")) {
            @Nullable Filter filter = arrayFilter(part.substring(2, part.length() - 1));
            for (int i = 0; i < array.size(); i++) {
                if (filter == null || matches(filter, part, array.get(i))) {
                    inElement(array, i, parts, at, change);
                }
            }
            return;
        }
        int index = Path.arrayIndex(part);
        if (index < 0 || (index >= array.size() && !change.creates)) {
            if (index < 0 && change.creates) {
                throw new CommandError(
                        MongoErrorCode.PATH_NOT_VIABLE,
                        "Cannot create field '" + part + "' in an array");
            }
            return;
        }
        while (array.size() <= index) {
            array.add(
                    array.size() == index && at < parts.length - 1
                            ? new BsonDocument()
                            : BsonNull.VALUE);
        }
        inElement(array, index, parts, at, change);
    }

    private @Nullable Filter arrayFilter(String identifier) {
        @Nullable Filter filter = arrayFilters.get(identifier);
        if (filter == null && !identifier.isEmpty()) {
            throw CommandError.badValue(
                    "No array filter found for identifier '" + identifier + "'");
        }
        return filter;
    }

    private static boolean matches(Filter filter, String part, BsonValue element) {
        String identifier = part.substring(2, part.length() - 1);
        return filter.matches(Value.of(new BsonDocument(identifier, element)));
    }

    private void inElement(BsonArray array, int index, String[] parts, int at, Change change) {
        if (at < parts.length - 1) {
            walk(array.get(index), parts, at + 1, change);
            return;
        }
        @Nullable BsonValue result = change.operation.apply(array.get(index));
        array.set(index, result == null ? BsonNull.VALUE : result);
    }

    private static CommandError failedToParse(String message) {
        return new CommandError(MongoErrorCode.FAILED_TO_PARSE, message);
    }
}
