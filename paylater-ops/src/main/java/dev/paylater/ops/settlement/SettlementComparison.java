package dev.paylater.ops.settlement;

import dev.paylater.ops.reconcile.Difference;
import dev.paylater.ops.reconcile.ReconciliationRule;
import dev.paylater.ops.settlement.Line.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Holds the settlement files of one account against what was captured and refunded by it. The lines
 * of the files are in memory; payments come one after another.
 */
public final class SettlementComparison {
    /** Some 300 bytes each. */
    static final int MAX_LINES = 500_000;

    private final Map<String, List<Line>> own = new HashMap<>();
    private final Map<String, List<Line>> shared = new HashMap<>();
    private final Set<Line> left = new HashSet<>();
    private final Consumer<Difference> differences;
    private final Instant settledUntil;
    private LocalDate first = LocalDate.MAX;
    private boolean isFull;

    /**
     * Of one account.
     *
     * @param within how long a provider may take to settle
     */
    public SettlementComparison(Consumer<Difference> differences, Instant now, Duration within) {
        this.differences = differences;
        this.settledUntil = now.minus(within);
    }

    public void add(Line line) {
        if (left.size() >= MAX_LINES) {
            if (!isFull) {
                isFull = true;
                trouble(
                        new SettlementFiles.Trouble(
                                line.place(),
                                "and what follows is beyond %s lines: remove what is settled"
                                        .formatted(MAX_LINES)));
            }
            return;
        }
        left.add(line);
        line.own().forEach(each -> index(own, line.kind(), each, line));
        line.shared().forEach(each -> index(shared, line.kind(), each, line));
        first = line.date().isBefore(first) ? line.date() : first;
    }

    public void trouble(SettlementFiles.Trouble trouble) {
        differ(trouble.place(), ReconciliationRule.SETTLEMENT_UNREADABLE, trouble.why());
    }

    private static void index(
            Map<String, List<Line>> lines, Kind kind, String reference, Line line) {
        lines.computeIfAbsent(kind + " " + reference, _ -> new ArrayList<>(1)).add(line);
    }

    /**
     * Compares a payment.
     *
     * @param payment merchant and payment
     * @param names what names the payment at the provider and here
     */
    public void payment(String payment, Collection<Settled> all, Collection<String> names) {
        for (Kind kind : Kind.values()) {
            List<Settled> open = new ArrayList<>();
            for (Settled each : all) {
                if (each.kind() == kind) {
                    List<Line> lines = take(own, kind, each.own());
                    if (lines.isEmpty()) {
                        open.add(each);
                    } else {
                        compare(payment, each, lines);
                    }
                }
            }
            List<Line> rest = take(shared, kind, names);
            if (rest.isEmpty()) {
                open.forEach(each -> missing(payment, each));
            } else {
                compare(payment, kind, open, rest);
            }
        }
    }

    private List<Line> take(
            Map<String, List<Line>> lines, Kind kind, Collection<String> references) {
        Set<Line> found = new LinkedHashSet<>();
        for (String reference : references) {
            found.addAll(lines.getOrDefault(kind + " " + reference, List.of()));
        }
        List<Line> taken = new ArrayList<>();
        for (Line line : found) {
            if (left.remove(line)) {
                taken.add(line);
            }
        }
        return taken;
    }

    private void compare(String payment, Settled settled, List<Line> lines) {
        currencies(payment, settled.currency(), lines);
        if (lines.size() > 1 && lines.stream().allMatch(l -> l.amount() == settled.amount())) {
            twice(payment, settled.id(), lines);
        } else if (sum(lines) != settled.amount()) {
            amount(payment, settled.id(), settled.amount(), lines);
        }
    }

    /** Lines that only name the payment, against what no line names by itself. */
    private void compare(String payment, Kind kind, List<Settled> open, List<Line> lines) {
        if (!open.isEmpty()) {
            currencies(payment, open.getFirst().currency(), lines);
        }
        long most = open.stream().mapToLong(Settled::amount).sum();
        long least = open.stream().filter(Settled::mustBe).mapToLong(Settled::amount).sum();
        if (most > 0 && lines.size() > 1 && sum(lines) == 2 * most) {
            twice(payment, "its " + name(kind), lines);
        } else if (sum(lines) > most || sum(lines) < least) {
            amount(payment, "its " + name(kind), most, lines);
        }
    }

    private static String name(Kind kind) {
        return kind == Kind.CAPTURE ? "captures" : "refunds";
    }

    private void currencies(String payment, String currency, List<Line> lines) {
        for (Line line : lines) {
            if (!line.currency().equals(currency)) {
                differ(
                        payment,
                        ReconciliationRule.SETTLED_CURRENCY,
                        "is in %s, and %s in %s"
                                .formatted(currency, line.place(), line.currency()));
            }
        }
    }

    private void twice(String payment, String what, List<Line> lines) {
        differ(
                payment,
                ReconciliationRule.SETTLED_TWICE,
                what + ": settled by each of " + places(lines));
    }

    private void amount(String payment, String what, long amount, List<Line> lines) {
        differ(
                payment,
                ReconciliationRule.SETTLED_AMOUNT,
                "%s: %s here, %s in %s".formatted(what, amount, sum(lines), places(lines)));
    }

    private void missing(String payment, Settled settled) {
        Instant at = Instant.ofEpochMilli(settled.atMillis());
        boolean isCovered =
                !first.equals(LocalDate.MAX)
                        && !at.isBefore(first.atStartOfDay().toInstant(ZoneOffset.UTC));
        if (settled.mustBe() && isCovered && at.isBefore(settledUntil)) {
            differ(
                    payment,
                    ReconciliationRule.NOT_SETTLED,
                    "%s of %s %s from %s is in no file"
                            .formatted(settled.id(), settled.amount(), settled.currency(), at));
        }
    }

    /** After the last payment: what is left is about nothing of ours. */
    public void end() {
        left.stream()
                .sorted(Comparator.comparing(Line::place))
                .forEach(
                        line ->
                                differ(
                                        line.place(),
                                        ReconciliationRule.SETTLED_ONLY_AT_PROVIDER,
                                        "%s of %s %s with %s is unknown here"
                                                .formatted(
                                                        line.kind() == Kind.CAPTURE
                                                                ? "a capture"
                                                                : "a refund",
                                                        line.amount(),
                                                        line.currency(),
                                                        String.join(", ", references(line)))));
    }

    private static List<String> references(Line line) {
        Set<String> all = new LinkedHashSet<>(line.own());
        all.addAll(line.shared());
        return List.copyOf(all);
    }

    private static long sum(List<Line> lines) {
        return lines.stream().mapToLong(Line::amount).sum();
    }

    private static String places(List<Line> lines) {
        return String.join(", ", lines.stream().map(Line::place).toList());
    }

    private void differ(String subject, ReconciliationRule rule, String what) {
        differences.accept(new Difference(subject, rule, what));
    }
}
