package dev.paylater.e2e.fuzz;

import dev.paylater.e2e.Crowd;
import dev.paylater.e2e.Description;
import dev.paylater.e2e.Merchant;
import dev.paylater.e2e.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Sends the running system client-side requests with fields of the interface that are mutated. None
 * may end in a 5xx, change what only the merchant's server sets, or touch another payment.
 */
@Command(
        name = "fuzz",
        description = "Client-side requests with mutated fields against the running system.",
        mixinStandardHelpOptions = true)
public final class Fuzz implements Program {

    private static final int AT_ONCE = 16;
    private static final int SHOWN_FINDINGS = 20;
    private static final int BYSTANDERS = 4;

    @Option(names = "--requests", defaultValue = "1000", description = "default: 1000")
    private int requests;

    @Option(names = "--seed", description = "of all that is sent; default: any")
    private long seed = System.currentTimeMillis() % 1_000_000;

    private final ConcurrentLinkedQueue<String> findings = new ConcurrentLinkedQueue<>();
    private final Map<Integer, LongAdder> answers = new ConcurrentHashMap<>();

    public Fuzz() {}

    /** So many requests from this seed. */
    public Fuzz(int requests, long seed) {
        this.requests = requests;
        this.seed = seed;
    }

    @Override
    public Integer call() {
        System.out.printf("%d requests, --seed %d%n", requests, seed);
        var found = run();
        System.out.println("Answers by status: " + counts());
        found.stream().limit(SHOWN_FINDINGS).forEach(finding -> System.out.println("  " + finding));
        System.out.println(found.isEmpty() ? "No findings." : found.size() + " findings.");
        return found.isEmpty() ? 0 : 1;
    }

    /** Everything that must not have happened. */
    public List<String> run() {
        var names = new FieldNames(Description.ofRunningSystem().document());
        var bystanders = bystanders();
        var before = bystanders.stream().map(Target::shown).toList();
        var left = new AtomicInteger(requests);
        var shoppers = new ArrayList<Future<Void>>();
        var source = new SplittableRandom(seed);
        for (var i = 0; i < AT_ONCE; i++) {
            var shopper = new Shopper(new Mutations(source.split(), names, bystanders), this::note);
            shoppers.addAll(
                    Crowd.start(
                            1,
                            1,
                            () -> {
                                while (left.get() > 0) {
                                    findings.addAll(shopper.attack(left));
                                }
                                return null;
                            }));
        }
        shoppers.forEach(Crowd::await);
        for (var i = 0; i < bystanders.size(); i++) {
            var changed = Target.difference(before.get(i), bystanders.get(i).shown());
            if (!changed.isEmpty()) {
                findings.add("Another payment was touched: " + changed);
            }
        }
        return List.copyOf(findings);
    }

    /** How often each status was answered. */
    public Map<Integer, Long> counts() {
        var counts = new TreeMap<Integer, Long>();
        answers.forEach((status, count) -> counts.put(status, count.sum()));
        return counts;
    }

    private void note(int status, String request) {
        answers.computeIfAbsent(status, _ -> new LongAdder()).increment();
        if (status >= 500) {
            findings.add("HTTP " + status + " to " + request);
        }
    }

    /** Payments that nobody attacks, of the same merchant and of another. */
    private static List<Target> bystanders() {
        var all = new ArrayList<Target>();
        for (var i = 0; i < BYSTANDERS; i++) {
            all.add(Target.createdBy(Merchant.SANDBOX));
            all.add(Target.createdBy(Merchant.OTHER));
        }
        return List.copyOf(all);
    }
}
