package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a filter demands of one field, as keys: a few points or one interval. It may be wider than
 * the filter, because every document found is matched again, but never narrower.
 */
@SuppressWarnings("ArrayRecordComponent") // Keys are compared as unsigned bytes throughout.
sealed interface Bounds {

    record Points(List<byte[]> keys) implements Bounds {}

    record Interval(
            byte @Nullable [] low,
            boolean lowIncluded,
            byte @Nullable [] high,
            boolean highIncluded)
            implements Bounds {

        static final Interval ALL = new Interval(null, true, null, true);

        boolean contains(byte[] key) {
            return within(low, lowIncluded, key, true, 1)
                    && within(high, highIncluded, key, true, -1);
        }

        boolean contains(Interval other) {
            return (low == null
                            || (other.low != null
                                    && within(low, lowIncluded, other.low, other.lowIncluded, 1)))
                    && (high == null
                            || (other.high != null
                                    && within(
                                            high,
                                            highIncluded,
                                            other.high,
                                            other.highIncluded,
                                            -1)));
        }

        private static boolean within(
                byte @Nullable [] edge,
                boolean included,
                byte[] key,
                boolean keyIncluded,
                int side) {
            if (edge == null) {
                return true;
            }
            int order = Arrays.compareUnsigned(key, edge) * side;
            return order > 0 || (order == 0 && (included || !keyIncluded));
        }
    }

    static Bounds points(Iterable<byte[]> keys) {
        TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
        keys.forEach(sorted::add);
        return new Points(new ArrayList<>(sorted));
    }

    /** Everything that sorts with a type. */
    static Interval bracket(int tag) {
        return new Interval(new byte[] {(byte) tag}, true, new byte[] {(byte) (tag + 1)}, false);
    }

    default boolean isAll() {
        return this instanceof Interval interval && interval.low == null && interval.high == null;
    }

    default Bounds intersect(Bounds other) {
        return switch (this) {
            case Points points -> points(points.keys.stream().filter(other::includes).toList());
            case Interval mine ->
                    switch (other) {
                        case Points points -> points.intersect(mine);
                        case Interval theirs -> intersection(mine, theirs);
                    };
        };
    }

    /** The smallest points or interval with everything of both. */
    default Bounds hull(Bounds other) {
        if (this instanceof Points mine && other instanceof Points theirs) {
            List<byte[]> keys = new ArrayList<>(mine.keys);
            keys.addAll(theirs.keys);
            return points(keys);
        }
        Interval mine = toInterval();
        Interval theirs = other.toInterval();
        boolean lowIsMine =
                new Interval(mine.low, mine.lowIncluded, null, true)
                        .contains(new Interval(theirs.low, theirs.lowIncluded, null, true));
        boolean highIsMine =
                new Interval(null, true, mine.high, mine.highIncluded)
                        .contains(new Interval(null, true, theirs.high, theirs.highIncluded));
        Interval low = lowIsMine ? mine : theirs;
        Interval high = highIsMine ? mine : theirs;
        return new Interval(low.low, low.lowIncluded, high.high, high.highIncluded);
    }

    default boolean includes(byte[] key) {
        return switch (this) {
            case Points points -> points.keys.stream().anyMatch(point -> Arrays.equals(point, key));
            case Interval interval -> interval.contains(key);
        };
    }

    /** Whether everything in the other bounds is in these too. */
    default boolean covers(Bounds other) {
        return switch (other) {
            case Points points -> points.keys.stream().allMatch(this::includes);
            case Interval theirs -> this instanceof Interval mine && mine.contains(theirs);
        };
    }

    default Interval toInterval() {
        return switch (this) {
            case Interval interval -> interval;
            // No point at all: an empty interval, which any hull swallows.
            case Points points when points.keys.isEmpty() ->
                    new Interval(new byte[] {(byte) 0xff}, false, new byte[0], false);
            case Points points ->
                    new Interval(points.keys.getFirst(), true, points.keys.getLast(), true);
        };
    }

    private static Interval intersection(Interval mine, Interval theirs) {
        boolean lowIsTheirs =
                new Interval(mine.low, mine.lowIncluded, null, true)
                        .contains(new Interval(theirs.low, theirs.lowIncluded, null, true));
        boolean highIsTheirs =
                new Interval(null, true, mine.high, mine.highIncluded)
                        .contains(new Interval(null, true, theirs.high, theirs.highIncluded));
        Interval low = lowIsTheirs ? theirs : mine;
        Interval high = highIsTheirs ? theirs : mine;
        return new Interval(low.low, low.lowIncluded, high.high, high.highIncluded);
    }
}
