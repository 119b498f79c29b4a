package dev.paylater.documentstore;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;

/**
 * Carries out a plan, in as many turns as the cursor above it needs. Between turns it keeps only
 * the last key it met, so that nothing native can leak.
 */
final class Scan {

    private final Collection collection;
    private final Planner.Plan plan;
    private final Filter filter;
    private final Set<ByteBuffer> seen = new HashSet<>();
    private int range;
    private byte @Nullable [] last;
    private long keysExamined;
    private long documentsExamined;

    Scan(Collection collection, Planner.Plan plan, Filter filter) {
        this.collection = collection;
        this.plan = plan;
        this.filter = filter;
    }

    /** Receives matching documents; answers whether to go on. */
    interface Visitor {
        boolean visit(byte[] idKey, byte[] document);
    }

    Planner.Plan plan() {
        return plan;
    }

    long keysExamined() {
        return keysExamined;
    }

    long documentsExamined() {
        return documentsExamined;
    }

    /** Goes on from where the last turn ended; tells whether it came to the end. */
    boolean run(View view, Visitor visitor) {
        List<KeyRange> ranges = plan.backward() ? plan.ranges().reversed() : plan.ranges();
        ColumnFamilyHandle family = collection.family(plan.index());
        while (range < ranges.size()) {
            KeyRange whole = ranges.get(range);
            boolean done =
                    plan.exact()
                            ? visitExact(view, family, whole, visitor)
                            : visitRange(view, family, whole, visitor);
            if (done || plan.exact()) {
                range++;
                last = null;
            }
            if (!done) {
                return false;
            }
        }
        return true;
    }

    private boolean visitExact(
            View view, ColumnFamilyHandle family, KeyRange point, Visitor visitor) {
        byte @Nullable [] value = view.get(family, point.low());
        return value == null || visit(view, point.low(), value, visitor);
    }

    private boolean visitRange(
            View view, ColumnFamilyHandle family, KeyRange whole, Visitor visitor) {
        KeyRange rest = last == null ? whole : whole.after(last, plan.backward());
        return view.scan(
                family,
                rest,
                plan.backward(),
                (key, value) -> {
                    last = key;
                    return visit(view, key, value, visitor);
                });
    }

    private boolean visit(View view, byte[] key, byte[] value, Visitor visitor) {
        keysExamined++;
        boolean isDocument = plan.index().isOfIds();
        byte[] idKey = isDocument ? Arrays.copyOfRange(key, 4, key.length) : value;
        if (plan.index().multikey() && !seen.add(ByteBuffer.wrap(idKey))) {
            return true;
        }
        byte @Nullable [] document =
                isDocument
                        ? value
                        : view.get(collection.engine().documents(), collection.documentKey(idKey));
        if (document == null) {
            return true;
        }
        documentsExamined++;
        return !filter.matches(Value.document(document)) || visitor.visit(idKey, document);
    }
}
