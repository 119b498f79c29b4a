package dev.paylater.e2e.chaos;

import dev.paylater.e2e.Crowd;
import dev.paylater.e2e.Merchant;
import dev.paylater.e2e.Program;
import dev.paylater.e2e.Provider;
import dev.paylater.e2e.Script;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Mixed load on the running system while its processes are killed one after the other; afterwards
 * all books must agree. Starts the system when it is not up, and leaves it running.
 */
@Command(
        name = "chaos",
        description = "Mixed load while processes are killed; at the end all books must agree.",
        mixinStandardHelpOptions = true)
public final class Chaos implements Program {

    private static final Duration PROGRESS_EVERY = Duration.ofSeconds(5);
    private static final Duration UNTIL_RECONCILED = Duration.ofMinutes(4);
    private static final int SHOWN_SLOWEST = 5;
    private static final String MISBEHAVIOUR =
            """
            {"connector": "*", "latency_ms": 20, "jitter_ms": 60, "error_rate": 0.02,
             "timeout_rate": 0.01, "lost_answer_rate": 0.03, "webhook_duplicates": 2}
            """;

    @Option(names = "--payments", defaultValue = "1000", description = "default: 1000")
    private int payments;

    @Option(names = "--seed", description = "of the load and of the order of death; default: any")
    private long seed = System.currentTimeMillis() % 1_000_000;

    @Option(names = "--at-once", defaultValue = "48", description = "purchases at once, default 48")
    private int atOnce;

    @Option(
            names = "--kill-every",
            defaultValue = "6",
            description = "seconds between a restart and the next death, default 6; 0: nobody dies")
    private int killEvery;

    @Option(
            names = "--settled-within",
            defaultValue = "10",
            description = "seconds (p99) from a restart until what was in flight has settled")
    private int settledWithin;

    private final Findings findings = new Findings();
    private final Timing timing = new Timing();
    private final List<Purchase> ended = new CopyOnWriteArrayList<>();
    private final AtomicInteger stuck = new AtomicInteger();

    @Override
    public Integer call() throws InterruptedException {
        Script.succeed("up");
        var began = Instant.now();
        say("Chaos with seed %d: %d payments, %d at once.".formatted(seed, payments, atOnce));
        Provider.behave(MISBEHAVIOUR);
        load();
        Provider.behaveWell();
        var took = Duration.between(began, Instant.now());
        var reconciled = reconcile();
        audit(began);
        return sum(took, reconciled);
    }

    private void load() throws InterruptedException {
        var run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
        var plans =
                IntStream.range(0, payments)
                        .mapToObj(number -> Plan.draw(run, seed, number))
                        .iterator();
        var reaper = new Reaper(seed, killEvery, timing, findings, MISBEHAVIOUR);
        var death = Thread.ofPlatform().name("reaper").unstarted(reaper::run);
        if (killEvery > 0) {
            death.start();
        }
        var requests =
                Crowd.start(
                        payments,
                        atOnce,
                        () -> {
                            purchase(next(plans));
                            return true;
                        });
        var shown = Instant.now();
        while (ended.size() < payments) {
            PatientMerchant.sleep(100);
            if (Duration.between(shown, Instant.now()).compareTo(PROGRESS_EVERY) >= 0) {
                shown = Instant.now();
                progress(reaper);
            }
        }
        requests.forEach(Crowd::await);
        reaper.stop();
        death.join();
        progress(reaper);
    }

    private static synchronized Plan next(java.util.Iterator<Plan> plans) {
        return plans.next();
    }

    private void purchase(Plan plan) {
        var purchase = new Purchase(plan, findings, timing);
        try {
            purchase.run();
        } catch (RuntimeException | AssertionError e) {
            stuck.incrementAndGet();
            findings.add(plan.mark() + " " + purchase.paymentId(), plan.tag() + " " + e);
        } finally {
            ended.add(purchase);
        }
    }

    private void progress(Reaper reaper) {
        say(
                "  %5d of %d settled, %3d restarts (last %s), %d findings"
                        .formatted(
                                ended.size(),
                                payments,
                                timing.restarts().size(),
                                reaper.last(),
                                findings.count()));
    }

    private void audit(Instant began) {
        say("Comparing what merchants were told with the payments and the provider's ledger");
        var audit = new Audit(findings);
        for (var purchase : ended) {
            if (!purchase.paymentId().isEmpty()) {
                audit.payment(purchase);
            }
        }
        for (var merchant : List.of(Merchant.SANDBOX, Merchant.OTHER)) {
            audit.list(merchant, began.minusSeconds(1), ended);
        }
    }

    /** True once nothing is in flight and no books differ. */
    private boolean reconcile() {
        var end = Instant.now().plus(UNTIL_RECONCILED);
        while (true) {
            var result = Script.run("reconcile");
            var clean = result.exitCode() == 0 && result.output().contains(" 0 still in flight");
            if (clean || Instant.now().isAfter(end)) {
                say(result.output().strip());
                return clean;
            }
        }
    }

    private int sum(Duration took, boolean reconciled) {
        findings.all().forEach(finding -> say("  " + finding));
        var prompt = timing.promptAfterRestart();
        var inTime = prompt.p99().toSeconds() < settledWithin;
        say("");
        say("payments                     %d in %d s".formatted(payments, took.toSeconds()));
        say("restarts                     %d".formatted(timing.restarts().size()));
        say("away                         " + timing.downtimes());
        say("settled after a restart      " + prompt);
        timing.promptByService()
                .forEach((service, after) -> say("  %-26s %s".formatted(service, after)));
        say("  with what is slow by itself " + timing.allAfterRestart());
        timing.slowest(SHOWN_SLOWEST).forEach(one -> say("  slow: " + one));
        say("findings                     %d, stuck %d".formatted(findings.count(), stuck.get()));
        say("reconciled                   " + (reconciled ? "yes, 0 differences" : "NO"));
        if (!inTime) {
            say("Slower than %d s after a restart (p99).".formatted(settledWithin));
        }
        return reconciled && inTime && findings.count() == 0 ? 0 : 1;
    }

    private static void say(String text) {
        System.out.println(text);
    }
}
