package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the index for a query: points and one range from the front of its fields, and its order
 * where that is the order asked for.
 */
final class Planner {

    private static final int MAX_RANGES = 2_000;

    /** Few documents share a whole key, many the first fields of one: more than four of these. */
    private static final int WHOLE_KEY = 50;

    private Planner() {}

    /**
     * Where to look.
     *
     * @param sorted whether the documents are met in the order asked for
     * @param exact whether each range holds at most the one entry that is its low key
     */
    record Plan(
            IndexDefinition index,
            List<KeyRange> ranges,
            boolean backward,
            boolean sorted,
            boolean exact,
            boolean everything,
            int worth) {}

    static Plan plan(
            Collection collection,
            List<IndexDefinition> indexes,
            Filter filter,
            BsonDocument sort,
            @Nullable BsonValue hint) {
        Plan byId = plan(collection, indexes.getFirst(), filter, sort);
        if (hint != null) {
            return hinted(collection, indexes, filter, sort, hint, byId);
        }
        Plan best = byId;
        if (byId.exact && byId.ranges.size() <= 1) {
            return byId;
        }
        for (int i = 1; i < indexes.size(); i++) {
            IndexDefinition index = indexes.get(i);
            if (index.ready() && usable(index, filter)) {
                Plan plan = plan(collection, index, filter, sort);
                best = plan.worth > best.worth ? plan : best;
            }
        }
        return best;
    }

    private static Plan hinted(
            Collection collection,
            List<IndexDefinition> indexes,
            Filter filter,
            BsonDocument sort,
            BsonValue hint,
            Plan byId) {
        if (hint instanceof BsonDocument key && key.containsKey("$natural")) {
            KeyRange all = KeyRange.ofPrefix(collection.prefix(indexes.getFirst()));
            return new Plan(
                    indexes.getFirst(), List.of(all), false, sort.isEmpty(), false, true, 0);
        }
        for (IndexDefinition index : indexes) {
            boolean named = hint instanceof BsonString name && name.getValue().equals(index.name());
            if (index.ready() && (named || hint.equals(index.key()))) {
                if (!usable(index, filter)) {
                    break;
                }
                return index.isOfIds() ? byId : plan(collection, index, filter, sort);
            }
        }
        throw CommandError.badValue(
                "error processing query: hint provided does not correspond to an existing index");
    }

    private static boolean usable(IndexDefinition index, Filter filter) {
        if (index.partial() != null && !implies(filter, index.partial().condition())) {
            return false;
        }
        byte[] missing = KeyCodec.key(null);
        return !index.sparse()
                || index.paths().stream()
                        .anyMatch(
                                path ->
                                        !filter.condition()
                                                .bounds(path.text(), true)
                                                .includes(missing));
    }

    /** Whether whatever matches the filter also meets the condition of a partial index. */
    private static boolean implies(Filter filter, Filter.Condition condition) {
        if (condition instanceof Filter.And(List<Filter.Condition> all)) {
            return all.stream().allMatch(each -> implies(filter, each));
        }
        if (!(condition instanceof Filter.AtPath(Path path, Filter.Test test))) {
            return false;
        }
        // One condition of the filter has to do it alone: arrays can meet two with two elements.
        Bounds demanded = filter.condition().bounds(path.text(), true);
        if (test.equals(Tests.EXISTS)) {
            return !demanded.includes(KeyCodec.key(null));
        }
        return !test.bounds().isAll() && test.bounds().covers(demanded);
    }

    private static Plan plan(
            Collection collection, IndexDefinition index, Filter filter, BsonDocument sort) {
        List<Bounds> bounds = bounds(index, filter);
        int points = 0;
        int fixed = 0;
        int worth = 0;
        long combinations = 1;
        for (Bounds bound : bounds) {
            if (!(bound instanceof Bounds.Points(List<byte[]> keys))) {
                worth += bound.isAll() ? 0 : 5;
                break;
            }
            points++;
            combinations *= keys.size();
            fixed += keys.size() <= 1 && fixed == points - 1 ? 1 : 0;
            worth += keys.size() <= 1 ? 10 : 6;
        }
        List<KeyRange> ranges = ranges(collection.prefix(index), index, bounds);
        boolean exact =
                index.unique() && points == index.paths().size() && ranges.size() == combinations;
        Order order = order(index, fixed, sort);
        boolean sorted = order != Order.NONE;
        worth += exact ? 500 : points == index.paths().size() ? WHOLE_KEY : 0;
        worth += sorted && !sort.isEmpty() ? 7 : 0;
        boolean everything = points == 0 && (bounds.isEmpty() || bounds.getFirst().isAll());
        return new Plan(index, ranges, order == Order.BACKWARD, sorted, exact, everything, worth);
    }

    /** The bounds of the leading fields, up to the first that nothing is known of. */
    private static List<Bounds> bounds(IndexDefinition index, Filter filter) {
        List<Bounds> bounds = new ArrayList<>();
        for (Path path : index.paths()) {
            // A document may match with different elements of one array.
            if (index.paths().subList(0, bounds.size()).stream()
                    .anyMatch(before -> index.shareArray(before, path))) {
                break;
            }
            Bounds bound = filter.condition().bounds(path.text(), index.hasSeveral(path));
            bounds.add(bound);
            if (!(bound instanceof Bounds.Points)) {
                break;
            }
        }
        return bounds;
    }

    private static List<KeyRange> ranges(
            byte[] prefix, IndexDefinition index, List<Bounds> bounds) {
        List<byte[]> prefixes = List.of(prefix);
        for (int i = 0; i < bounds.size(); i++) {
            boolean descending = index.descending().get(i);
            Bounds bound = bounds.get(i);
            if (bound instanceof Bounds.Points(List<byte[]> keys)
                    && (i == 0 || (long) prefixes.size() * keys.size() <= MAX_RANGES)) {
                prefixes = extend(prefixes, descending ? keys.reversed() : keys, descending);
                continue;
            }
            Bounds.Interval interval = bound.toInterval();
            return prefixes.stream().map(each -> range(each, interval, descending)).toList();
        }
        return prefixes.stream().map(KeyRange::ofPrefix).toList();
    }

    private static List<byte[]> extend(
            List<byte[]> prefixes, List<byte[]> keys, boolean descending) {
        List<byte[]> extended = new ArrayList<>(prefixes.size() * keys.size());
        for (byte[] prefix : prefixes) {
            for (byte[] key : keys) {
                extended.add(join(prefix, key, descending));
            }
        }
        return extended;
    }

    private static KeyRange range(byte[] prefix, Bounds.Interval interval, boolean descending) {
        byte @Nullable [] from = descending ? interval.high() : interval.low();
        boolean fromIncluded = descending ? interval.highIncluded() : interval.lowIncluded();
        byte @Nullable [] to = descending ? interval.low() : interval.high();
        boolean toIncluded = descending ? interval.lowIncluded() : interval.highIncluded();
        byte[] start = from == null ? prefix : join(prefix, from, descending);
        byte @Nullable [] low = from == null || fromIncluded ? start : KeyRange.successor(start);
        byte[] end = to == null ? prefix : join(prefix, to, descending);
        byte @Nullable [] high = to == null || toIncluded ? KeyRange.successor(end) : end;
        return low == null ? new KeyRange(prefix, prefix) : new KeyRange(low, high);
    }

    private static byte[] join(byte[] prefix, byte[] key, boolean descending) {
        KeyBuffer buffer = new KeyBuffer().put(prefix).put(key);
        if (descending) {
            buffer.invertFrom(prefix.length);
        }
        return buffer.toBytes();
    }

    private enum Order {
        FORWARD,
        BACKWARD,
        NONE
    }

    /** How to read the index to meet the documents in the order asked for. */
    private static Order order(IndexDefinition index, int fixed, BsonDocument sort) {
        if (sort.isEmpty()) {
            return Order.FORWARD;
        }
        List<String> fields = new ArrayList<>(index.paths().stream().map(Path::text).toList());
        List<Boolean> descending = new ArrayList<>(index.descending());
        if (!index.unique()) {
            fields.add("_id");
            descending.add(false);
        }
        Order order = Order.NONE;
        int at = fixed;
        for (Map.Entry<String, BsonValue> part : sort.entrySet()) {
            if (index.arrays().stream().anyMatch(Path.of(part.getKey())::leadsThrough)) {
                return Order.NONE;
            }
            if (fields.subList(0, fixed).contains(part.getKey())) {
                continue;
            }
            if (at >= fields.size() || !fields.get(at).equals(part.getKey())) {
                return Order.NONE;
            }
            boolean down = part.getValue().asNumber().doubleValue() < 0;
            Order needed = descending.get(at) == down ? Order.FORWARD : Order.BACKWARD;
            if (order != Order.NONE && order != needed) {
                return Order.NONE;
            }
            order = needed;
            at++;
        }
        return order == Order.NONE ? Order.FORWARD : order;
    }
}
