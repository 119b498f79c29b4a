package dev.paylater.e2e.fuzz;

import dev.paylater.e2e.Crowd;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.SystemProgram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Sends a system client-side requests with fields of the interface that are mutated. None may end
 * in a 5xx or in an error of more than 64 KiB, take longer than 250 ms each time it is repeated,
 * change what only the merchant's server sets, or touch another payment. The requests come in
 * attacks on one payment each; what an attack sends follows from the seed and its number.
 */
@Command(
        name = "fuzz",
        description = {
            "Client-side requests with mutated fields against the running system.",
            "A finding is a 5xx, an error of more than 64 KiB, a change of what is not the"
                    + " client's, and an answer that takes more than 250 ms: one that is slow is"
                    + " repeated ten times, and must each time take that long, and 20 times as"
                    + " long as a plain look at the payment, which a busy machine delays as well."
        },
        mixinStandardHelpOptions = true)
public final class Fuzz implements SystemProgram {

    private static final int SHOWN_FINDINGS = 20;
    private static final int BYSTANDERS = 4;
    private static final int PROGRESS = 500;
    private static final long PRIME = 1_000_003;

    @Option(names = "--requests", defaultValue = "1000", description = "default: 1000")
    private int requests;

    @Option(names = "--seed", description = "of all that is sent; default: any")
    private long seed = System.currentTimeMillis() % 1_000_000;

    @Option(names = "--at-once", defaultValue = "16", description = "attacks; default: 16")
    private int atOnce = 16;

    @Option(names = "--attack", description = "only the one with this number")
    private @Nullable Integer only;

    private final FuzzFindings findings = new FuzzFindings();
    private String base = MerchantClient.BASE;
    private SlowRequests pace = new SlowRequests(System::nanoTime);

    public Fuzz() {}

    /** So many requests from this seed to the system at this address. */
    public Fuzz(String base, int requests, long seed) {
        this.base = base;
        this.requests = requests;
        this.seed = seed;
    }

    /** One attack after the other, by this clock. */
    Fuzz(String base, int requests, long seed, LongSupplier nanoTime) {
        this(base, requests, seed);
        this.atOnce = 1;
        this.pace = new SlowRequests(nanoTime);
    }

    @Override
    public Integer call() {
        System.out.printf("%d requests, --seed %d%n", requests, seed);
        var started = System.nanoTime();
        var found = run();
        var seconds = Duration.ofNanos(System.nanoTime() - started).toMillis() / 1000.0;
        System.out.printf(
                "%.0f s, %.0f requests a second. Answers by status: %s%n",
                seconds, findings.answers() / seconds, counts());
        found.stream().limit(SHOWN_FINDINGS).forEach(finding -> System.out.println("  " + finding));
        System.out.println(found.isEmpty() ? "No findings." : found.size() + " findings.");
        return found.isEmpty() ? 0 : 1;
    }

    /** Everything that must not have happened. */
    public List<String> run() {
        var names = new FieldNames(MerchantClient.NOBODY.at(base).get("/openapi.json").expect(200));
        var bystanders = bystanders();
        var before = bystanders.stream().map(Target::shown).toList();
        var attacks = Math.ceilDiv(requests, HostileShopper.REQUESTS_PER_PAYMENT);
        var next = new AtomicInteger(only == null ? 0 : only);
        var end = only == null ? attacks : Math.min(only + 1, attacks);
        Crowd.start(
                        atOnce,
                        atOnce,
                        () -> {
                            for (var i = next.getAndIncrement();
                                    i < end;
                                    i = next.getAndIncrement()) {
                                attack(i, names, bystanders);
                                if ((i + 1) % PROGRESS == 0) {
                                    System.out.printf(
                                            "  %d of %d payments attacked%n", i + 1, attacks);
                                }
                            }
                            return null;
                        })
                .forEach(Crowd::await);
        for (var i = 0; i < bystanders.size(); i++) {
            findings.untouched(before.get(i), bystanders.get(i).shown());
        }
        return findings.all();
    }

    private void attack(int number, FieldNames names, List<Target> bystanders) {
        var random = new SplittableRandom(seed * PRIME + number);
        var most = requests - number * HostileShopper.REQUESTS_PER_PAYMENT;
        new HostileShopper(base, new Mutations(random, names, bystanders), pace, findings)
                .attack(number, Math.min(HostileShopper.REQUESTS_PER_PAYMENT, most));
    }

    /** How often each status was answered. */
    public Map<Integer, Long> counts() {
        return findings.counts();
    }

    /** Payments that nobody attacks, of the same merchant and of another. */
    private List<Target> bystanders() {
        var all = new ArrayList<Target>();
        for (var i = 0; i < BYSTANDERS; i++) {
            all.add(Target.createdBy(MerchantClient.SANDBOX.at(base)));
            all.add(Target.createdBy(MerchantClient.OTHER.at(base)));
        }
        return List.copyOf(all);
    }
}
