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

    /** A store that hangs can delay it longer: now and then more is read again. */
    private static final Duration WIDE_OVERLAP = Duration.ofMinutes(2);

    private static final Duration BETWEEN_WIDE_READS = Duration.ofSeconds(30);

    private final RefundList list;
    private final Clock clock;
    private final int maxRows;
    private final Map<String, MerchantIndex> byMerchant = new LinkedHashMap<>(16, 0.75f, true);

    private static final class MerchantIndex {
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable MerchantRows rows;
        private boolean tooLarge;
        private Instant readAt = Instant.EPOCH;
        private Instant widelyReadAt = Instant.EPOCH;
        private volatile int size;

        /** One without rows takes room as well: there may be any number of merchants. */
        private long weight() {
            return size + 1L;
        }
    }

    RefundIndex(
            RefundList list, Clock clock, @Value("${paylater.api.listed-refunds}") int maxRows) {
        this.list = list;
        this.clock = clock;
        this.maxRows = maxRows;
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
        var index = indexOf(filter.merchantId());
        index.lock.lock();
        try {
            var rows = upToDate(index, filter.merchantId());
            return rows == null ? null : rows.find(filter, offset, limit);
        } finally {
            index.lock.unlock();
        }
    }

    /** How many merchants' rows, or that they are too many, are in memory. */
    int keptMerchants() {
        synchronized (byMerchant) {
            return byMerchant.size();
        }
    }

    private MerchantIndex indexOf(String merchantId) {
        synchronized (byMerchant) {
            var wanted = byMerchant.computeIfAbsent(merchantId, _ -> new MerchantIndex());
            var size = byMerchant.values().stream().mapToLong(MerchantIndex::weight).sum();
            var longestUnused = byMerchant.entrySet().iterator();
            while (size > maxRows && longestUnused.hasNext()) {
                var index = longestUnused.next().getValue();
                if (index != wanted) {
                    size -= index.weight();
                    longestUnused.remove();
                }
            }
            return wanted;
        }
    }

    private @Nullable MerchantRows upToDate(MerchantIndex index, String merchantId) {
        if (index.tooLarge) {
            return null;
        }
        var known = index.rows;
        var rows = known == null ? new MerchantRows() : known;
        var now = clock.instant();
        rows.take(list.changedSince(merchantId, since(index, known, now), maxRows + 1));
        index.readAt = now;
        index.tooLarge = rows.size() > maxRows;
        index.rows = index.tooLarge ? null : rows;
        index.size = index.tooLarge ? 0 : rows.size();
        return index.rows;
    }

    private static Instant since(MerchantIndex index, @Nullable MerchantRows rows, Instant now) {
        if (rows == null) {
            index.widelyReadAt = now;
            return Instant.EPOCH;
        }
        if (index.widelyReadAt.plus(BETWEEN_WIDE_READS).isBefore(now)) {
            index.widelyReadAt = now;
            return index.readAt.minus(WIDE_OVERLAP);
        }
        return index.readAt.minus(OVERLAP);
    }
}
