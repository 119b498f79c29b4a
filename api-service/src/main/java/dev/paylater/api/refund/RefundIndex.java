package dev.paylater.api.refund;

import dev.paylater.api.store.RefundFilter;
import dev.paylater.api.store.RefundList;
import dev.paylater.api.store.RefundPage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Lists refunds. No index can count any combination of nine conditions among 100,000 refunds in
 * time, but a walk over that many small rows in memory takes a few milliseconds. So the rows of the
 * merchants that list are kept, and before each answer those that were changed since are fetched by
 * their time of change. The store stays the truth: the page itself is read from it, and a merchant
 * with too many refunds is served from it altogether.
 */
@Component
public final class RefundIndex {

    /** A change becomes visible at most this long after the time it carries, clocks included. */
    private static final Duration OVERLAP = Duration.ofSeconds(3);

    /** A store that hangs can delay it longer: now and then more is looked at again. */
    private static final Duration LONG_OVERLAP = Duration.ofMinutes(2);

    private static final Duration BETWEEN_LONG_LOOKS = Duration.ofSeconds(30);

    private final RefundList list;
    private final Clock clock;
    private final int mostRows;
    private final Map<String, MerchantIndex> shelves = new LinkedHashMap<>(16, 0.75f, true);

    private static final class MerchantIndex {
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable MerchantRows rows;
        private boolean tooLarge;
        private Instant look = Instant.EPOCH;
        private Instant longLook = Instant.EPOCH;
        private volatile int size;

        /** One without rows takes room as well: there may be any number of merchants. */
        private long weight() {
            return size + 1L;
        }
    }

    RefundIndex(
            RefundList list, Clock clock, @Value("${paylater.api.listed-refunds}") int mostRows) {
        this.list = list;
        this.clock = clock;
        this.mostRows = mostRows;
    }

    /** The page of the refunds that match, and how many match. */
    public RefundPage find(RefundFilter filter, int offset, int limit) {
        var match = match(filter, offset, limit);
        if (match == null) {
            return list.find(filter, offset, limit);
        }
        return new RefundPage(
                list.find(filter.merchantId(), match.refundIds()), match.totalCount());
    }

    private MerchantRows.@Nullable Match match(RefundFilter filter, int offset, int limit) {
        var shelf = shelf(filter.merchantId());
        shelf.lock.lock();
        try {
            var rows = upToDate(shelf, filter.merchantId());
            return rows == null ? null : rows.find(filter, offset, limit);
        } finally {
            shelf.lock.unlock();
        }
    }

    /** How many merchants' rows, or that they are too many, are in memory. */
    int keptMerchants() {
        synchronized (shelves) {
            return shelves.size();
        }
    }

    private MerchantIndex shelf(String merchantId) {
        synchronized (shelves) {
            var wanted = shelves.computeIfAbsent(merchantId, _ -> new MerchantIndex());
            var size = shelves.values().stream().mapToLong(MerchantIndex::weight).sum();
            var longestUnused = shelves.entrySet().iterator();
            while (size > mostRows && longestUnused.hasNext()) {
                var shelf = longestUnused.next().getValue();
                if (shelf != wanted) {
                    size -= shelf.weight();
                    longestUnused.remove();
                }
            }
            return wanted;
        }
    }

    private @Nullable MerchantRows upToDate(MerchantIndex shelf, String merchantId) {
        if (shelf.tooLarge) {
            return null;
        }
        var known = shelf.rows;
        var rows = known == null ? new MerchantRows() : known;
        var now = clock.instant();
        rows.take(list.changedSince(merchantId, since(shelf, known, now), mostRows + 1));
        shelf.look = now;
        shelf.tooLarge = rows.size() > mostRows;
        shelf.rows = shelf.tooLarge ? null : rows;
        shelf.size = shelf.tooLarge ? 0 : rows.size();
        return shelf.rows;
    }

    private static Instant since(MerchantIndex shelf, @Nullable MerchantRows rows, Instant now) {
        if (rows == null) {
            shelf.longLook = now;
            return Instant.EPOCH;
        }
        if (shelf.longLook.plus(BETWEEN_LONG_LOOKS).isBefore(now)) {
            shelf.longLook = now;
            return shelf.look.minus(LONG_OVERLAP);
        }
        return shelf.look.minus(OVERLAP);
    }
}
