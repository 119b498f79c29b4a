package dev.paylater.messaging;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Which letters of a partition were put back: all below an offset, and some above it. A consumer
 * group keeps it: the offset is its own, and its metadata are ranges that count from there.
 */
final class Replayed {

    /** A broker takes 4,096 bytes of metadata unless it is set otherwise. */
    private static final int MAX_CHARACTERS = 4_000;

    private static final int MAX_ABOVE = 10_000_000;
    private static final Pattern RANGE = Pattern.compile("(\\d{1,7})-(\\d{1,7})");

    private final long below;
    private final BitSet above;

    private Replayed(long below, BitSet above) {
        this.below = below;
        this.above = above;
    }

    static Replayed of(@Nullable OffsetAndMetadata committed) {
        var above = new BitSet();
        if (committed == null) {
            return new Replayed(0, above);
        }
        for (var range : committed.metadata().split(",", -1)) {
            var read = RANGE.matcher(range);
            if (read.matches()) {
                var from = Integer.parseInt(read.group(1));
                above.set(from, Math.max(from, Integer.parseInt(read.group(2)) + 1));
            }
        }
        return new Replayed(committed.offset(), above);
    }

    /** The offset below which all were put back. */
    long next() {
        return below;
    }

    boolean has(long offset) {
        return offset < below
                || (offset - below < above.length() && above.get((int) (offset - below)));
    }

    /** How many letters from the first to the end were not put back. */
    long left(long first, long end) {
        var from = Math.max(below, first);
        return Math.max(0, end - from) - from(from).cardinality();
    }

    private BitSet from(long offset) {
        var skipped = (int) Math.min(offset - below, above.length());
        return above.get(skipped, Math.max(skipped, above.length()));
    }

    /**
     * With these as well.
     *
     * @param first the oldest letter that there still is
     */
    Replayed with(Collection<Long> offsets, long first) {
        var from = Math.max(below, first);
        var all = from(from);
        for (long offset : offsets) {
            if (offset - from > MAX_ABOVE) {
                throw tooScattered(from);
            }
            if (offset >= from) {
                all.set((int) (offset - from));
            }
        }
        var whole = all.nextClearBit(0);
        return new Replayed(from + whole, all.get(whole, Math.max(whole, all.length())));
    }

    /** What the group commits. */
    OffsetAndMetadata committed() {
        List<String> ranges = new ArrayList<>();
        for (var from = above.nextSetBit(0); from >= 0; ) {
            var end = above.nextClearBit(from);
            ranges.add(from + "-" + (end - 1));
            from = above.nextSetBit(end);
        }
        var metadata = String.join(",", ranges);
        if (metadata.length() > MAX_CHARACTERS) {
            throw tooScattered(below);
        }
        return new OffsetAndMetadata(below, metadata);
    }

    private static ReplayRefused tooScattered(long from) {
        return new ReplayRefused(
                "Too many single letters were replayed to keep in mind: replay from offset %s on first"
                        .formatted(from));
    }
}
