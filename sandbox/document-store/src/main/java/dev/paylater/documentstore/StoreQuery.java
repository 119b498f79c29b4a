package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Which documents of a collection, in which order, from which to which. */
record StoreQuery(
        Filter filter, BsonDocument sort, long skip, long limit, @Nullable BsonValue hint) {

    StoreQuery {
        sort.forEach(
                (field, direction) -> {
                    if (!direction.isNumber() || Math.abs(direction.asNumber().intValue()) != 1) {
                        throw CommandError.badValue(
                                "$sort key ordering must be 1 (for ascending) or -1 (for"
                                        + " descending)");
                    }
                });
    }

    static StoreQuery of(Filter filter, BsonDocument sort, @Nullable BsonValue hint) {
        return new StoreQuery(filter, sort, 0, 0, hint);
    }

    /** A plan and the moment it is valid for. */
    record Opened(Scan scan, View view) implements AutoCloseable {
        @Override
        public void close() {
            view.close();
        }
    }

    /** The view must not be older than an index, nor newer than the knowledge of its arrays. */
    Opened open(Collection collection) {
        while (true) {
            List<IndexDefinition> indexes = collection.indexes();
            Planner.Plan plan = Planner.plan(collection, indexes, filter, sort, hint);
            View view = collection.engine().view();
            if (indexes.equals(collection.indexes())) {
                return new Opened(new Scan(collection, plan, filter), view);
            }
            view.close();
        }
    }

    /** The documents found, all at once; for results that are known to be few or just counted. */
    void forEach(Collection collection, Scan.Visitor visitor) {
        try (Opened opened = open(collection)) {
            if (opened.scan.plan().sorted()) {
                long[] met = {0};
                opened.scan.run(
                        opened.view,
                        (idKey, document) -> {
                            boolean wanted = ++met[0] > skip;
                            boolean more = !wanted || visitor.visit(idKey, document);
                            return more && (limit == 0 || met[0] < skip + limit);
                        });
            } else {
                for (byte[] idKey : sorted(opened)) {
                    byte @Nullable [] document =
                            opened.view.get(
                                    collection.engine().documents(), collection.documentKey(idKey));
                    if (document != null && !visitor.visit(idKey, document)) {
                        return;
                    }
                }
            }
        }
    }

    /** The ids in the order asked for, where no index gives it; only the wanted ones are kept. */
    List<byte[]> sorted(Opened opened) {
        IndexDefinition order = IndexDefinition.ofSort(sort);
        Comparator<Entry> byKey =
                (left, right) -> {
                    int keys = Arrays.compareUnsigned(left.key, right.key);
                    return keys != 0 ? keys : Long.compare(left.met, right.met);
                };
        PriorityQueue<Entry> worstFirst = new PriorityQueue<>(byKey.reversed());
        long wanted = limit == 0 ? Long.MAX_VALUE : skip + limit;
        opened.scan.run(
                opened.view,
                (idKey, document) -> {
                    byte[] key = order.keys(Value.document(document)).sorted().getFirst();
                    worstFirst.add(new Entry(key, worstFirst.size(), idKey));
                    if (worstFirst.size() > wanted) {
                        worstFirst.remove();
                    }
                    return true;
                });
        List<Entry> best = new ArrayList<>(worstFirst);
        best.sort(byKey);
        return best.stream().skip(skip).map(Entry::idKey).toList();
    }

    @SuppressWarnings("ArrayRecordComponent") // Ordered by a comparator, never compared by equals.
    private record Entry(byte[] key, long met, byte[] idKey) {}
}
