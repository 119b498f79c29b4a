package dev.paylater.e2e.drill;

import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * What purchases met before, during and after a fault.
 *
 * @param began the fault; {@link System#nanoTime}, as all times here
 * @param ended the fault
 * @param since when the load had warmed up
 * @param until when the last purchase that counts was to begin
 */
record Course(long since, long began, long ended, long until, List<Paid> all) {

    private static final long SECOND = 1_000_000_000;

    /** A purchase that takes longer was held up. */
    static final long HELD_UP = SECOND;

    Course {
        var first = since;
        var last = until;
        all =
                all.stream()
                        .filter(paid -> paid.planned() >= first && paid.planned() < last)
                        .toList();
    }

    /** Paid in each second between two moments, mean. */
    double perSecond(long from, long to) {
        var count = paidAt().filter(at -> at >= from && at < to).count();
        return count * (double) SECOND / (to - from);
    }

    /** Paid in that whole second of the fault in which the fewest were. */
    long worstSecond() {
        return LongStream.range(0, Math.max(1, (ended - began) / SECOND))
                .map(
                        second -> {
                            var from = began + second * SECOND;
                            return paidAt().filter(at -> at >= from && at < from + SECOND).count();
                        })
                .min()
                .orElse(0);
    }

    private LongStream paidAt() {
        return all.stream().filter(Paid::isPaid).mapToLong(Paid::paid);
    }

    /** The longest that a purchase took, from its planned beginning; nanoseconds. */
    long slowest(long from) {
        return all.stream()
                .filter(Paid::isPaid)
                .filter(paid -> paid.paid() >= from)
                .mapToLong(Paid::nanos)
                .max()
                .orElse(0);
    }

    /** What 99 of 100 of the purchases that began during the fault took at most; nanoseconds. */
    long p99() {
        var nanos =
                all.stream()
                        .filter(paid -> paid.planned() >= began && paid.planned() < ended)
                        .filter(Paid::isPaid)
                        .mapToLong(Paid::nanos)
                        .sorted()
                        .toArray();
        return nanos.length == 0 ? 0 : nanos[(int) Math.ceil(nanos.length * 0.99) - 1];
    }

    /** How long after the fault's end the last purchase that was held up was paid; nanoseconds. */
    long healed() {
        return all.stream()
                .filter(paid -> paid.isPaid() && paid.nanos() > HELD_UP)
                .mapToLong(paid -> Math.max(0, paid.paid() - ended))
                .max()
                .orElse(0);
    }

    long refusals() {
        return all.stream().mapToLong(Paid::refusals).sum();
    }

    long neverPaid() {
        return all.stream().filter(paid -> !paid.isPaid()).count();
    }

    /** A row of a table; its columns are {@link #HEAD}'s. */
    String row(String fault) {
        return String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f, %d | %.2f s, %.1f s | %d | %d | %.1f s |",
                fault,
                perSecond(since, began),
                perSecond(began, ended),
                worstSecond(),
                p99() / (double) SECOND,
                slowest(began) / (double) SECOND,
                refusals(),
                neverPaid(),
                healed() / (double) SECOND);
    }

    static final String HEAD =
            """
            | fault | paid a second before | during: mean, worst second | p99, slowest | refused | never paid | healed after |
            |---|---|---|---|---|---|---|\
            """;
}
