package dev.paylater.api.refund;

import dev.paylater.api.store.RefundFilter;
import dev.paylater.api.store.RefundRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** The rows of one merchant, oldest first, in memory; not thread-safe. */
final class MerchantRows {

    private final List<RefundRow> rows = new ArrayList<>();

    /**
     * What was found.
     *
     * @param refundIds the wanted page, newest first
     * @param totalCount all that match
     */
    record Match(List<String> refundIds, long totalCount) {}

    int size() {
        return rows.size();
    }

    /** Takes in refunds that are new or were changed. */
    void take(Collection<RefundRow> changed) {
        if (rows.isEmpty()) {
            rows.addAll(changed);
            Collections.sort(rows);
        } else {
            changed.forEach(this::put);
        }
    }

    private void put(RefundRow row) {
        var place = Collections.binarySearch(rows, row);
        if (place < 0) {
            rows.add(-place - 1, row);
        } else if (!row.updatedAt().isBefore(rows.get(place).updatedAt())) {
            rows.set(place, row);
        }
    }

    Match find(RefundFilter filter, int offset, int limit) {
        var page = new ArrayList<String>();
        var count = 0L;
        for (var i = rows.size() - 1; i >= 0; i--) {
            var row = rows.get(i);
            if (row.createdAt().isBefore(filter.startTime())) {
                break;
            }
            if (row.matches(filter)) {
                if (count >= offset && page.size() < limit) {
                    page.add(row.refundId());
                }
                count++;
            }
        }
        return new Match(page, count);
    }
}
