package dev.paylater.e2e.chaos;

import dev.paylater.e2e.Checkout;
import dev.paylater.e2e.Crowd;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.ProviderLedger;
import dev.paylater.e2e.Script;
import dev.paylater.e2e.SystemProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
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
public final class Chaos implements SystemProgram {

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

    @Option(names = "--minutes", description = "no purchase begins later; default: all are made")
    private int minutes = Integer.MAX_VALUE;

    @Option(
            names = "--settled-within",
            defaultValue = "10",
            description = "seconds (p99) from a restart until what was in flight has settled")
    private int settledWithin;

    @Option(
            names = "--upgrade-from",
            paramLabel = "COMMIT",
            description =
                    "nobody dies: a system of that commit is upgraded to this one, instance by"
                            + " instance, and rolled back")
    private @Nullable String upgradeFrom;

    @Option(names = "--upgrade-to", paramLabel = "CHECKOUT", hidden = true)
    private @Nullable Path upgradeTo;

    @Option(
            names = "--cluster",
            description =
                    "on the cluster that verification/containers/cluster.sh has brought up: a"
                            + " broker and an instance of each service are killed and cut off")
    private boolean cluster;

    private final ChaosFindings findings = new ChaosFindings();
    private final Timing timing = new Timing(System::nanoTime);
    private final List<Purchase> ended = new CopyOnWriteArrayList<>();
    private final AtomicInteger stuck = new AtomicInteger();
    private final AtomicInteger notBegun = new AtomicInteger();
    private final List<WebhookReceiver> receivers = new ArrayList<>();
    private final OperatorDesk desk = OperatorDesk.ofRunningSystem(findings);

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (upgradeFrom != null) {
            return upgrade(Checkout.of(upgradeFrom));
        }
        if (!cluster) {
            start();
        }
        var began = Instant.now();
        say("Chaos with seed %d: %d payments, %d at once.".formatted(seed, payments, atOnce));
        ProviderLedger.behave(MISBEHAVIOUR);
        if (cluster) {
            receivers.add(WebhookReceiver.ofContainers(MerchantClient.SANDBOX, findings));
        } else {
            receive(MerchantClient.SANDBOX, false);
            receive(MerchantClient.SANDBOX, true);
            receive(MerchantClient.OTHER, true);
        }
        load();
        ProviderLedger.behaveWell();
        receivers.forEach(WebhookReceiver::getWell);
        var took = Duration.between(began, Instant.now());
        settleUntold();
        var reconciled = reconcile();
        audit(began);
        receivers.forEach(WebhookReceiver::close);
        return sum(took, reconciled);
    }

    private static void start() {
        var started = Script.run(WebhookReceiver.impatience(), "up", "--processes");
        if (started.exitCode() != 0) {
            throw new AssertionError("It does not start:\n" + started.output());
        }
    }

    private void receive(MerchantClient merchant, boolean ordered) throws IOException {
        receivers.add(new WebhookReceiver(merchant, ordered, seed + receivers.size(), findings));
    }

    /** Plays the load in a process of its own, on the system of the older commit. */
    private int upgrade(Checkout older) throws IOException, InterruptedException {
        var log = older.home().resolve("logs").resolve("script.log");
        say("Starting %s with two instances of each service".formatted(older.name()));
        older.run(older.script("up"), log);
        try {
            for (var service : Upgrade.ORDER) {
                older.run(older.script("start", service, "2"), log);
            }
            return older.run(
                    older.program(
                            "chaos",
                            List.of(
                                    "--payments=" + payments,
                                    "--seed=" + seed,
                                    "--at-once=" + atOnce,
                                    "--settled-within=" + settledWithin,
                                    "--minutes=" + minutes,
                                    "--upgrade-to=" + Script.root())));
        } finally {
            older.run(older.script("down"), log);
        }
    }

    private Disturbance disturbance() {
        if (cluster) {
            return new ClusterFaults(timing, findings);
        }
        return upgradeTo == null
                ? new Reaper(seed, killEvery, timing, findings, MISBEHAVIOUR)
                : new Upgrade(upgradeTo, timing, findings);
    }

    private void load() throws InterruptedException {
        var last = Instant.now().plus(Duration.ofMinutes(minutes));
        var run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
        var plans =
                IntStream.range(0, payments)
                        .mapToObj(number -> PurchasePlan.draw(run, seed, number))
                        .iterator();
        var disturbance = disturbance();
        var disturbing = Thread.ofPlatform().name("disturbance").unstarted(disturbance::run);
        if (killEvery > 0) {
            disturbing.start();
        }
        var requests =
                Crowd.start(
                        payments,
                        atOnce,
                        () -> {
                            if (Instant.now().isBefore(last)) {
                                purchase(next(plans));
                            } else {
                                notBegun.incrementAndGet();
                            }
                            return true;
                        });
        var shown = Instant.now();
        while (ended.size() + notBegun.get() < payments) {
            PatientMerchant.sleep(100);
            if (Duration.between(shown, Instant.now()).compareTo(PROGRESS_EVERY) >= 0) {
                shown = Instant.now();
                progress(disturbance);
            }
        }
        requests.forEach(Crowd::await);
        disturbance.stop();
        disturbing.join();
        progress(disturbance);
    }

    private static synchronized PurchasePlan next(java.util.Iterator<PurchasePlan> plans) {
        return plans.next();
    }

    private void purchase(PurchasePlan plan) {
        var purchase = new Purchase(plan, findings, timing, desk);
        try {
            purchase.run();
        } catch (RuntimeException | AssertionError e) {
            stuck.incrementAndGet();
            findings.add(plan.mark() + " " + purchase.paymentId(), plan.tag() + " " + e);
        } finally {
            ended.add(purchase);
        }
    }

    /** By the operator's call (docs/operators/reliability.md), and each is named. */
    private void settleUntold() {
        ended.forEach(Purchase::leaveUntold);
        var settled = desk.settle();
        say("Settled by an operator, as the provider does not tell: " + settled.size());
        var accepted = new HashMap<String, AcceptedRequests>();
        ended.forEach(purchase -> accepted.put(purchase.paymentId(), purchase.accepted()));
        settled.forEach(
                (untold, refund) -> {
                    say("  %s: %s".formatted(untold, refund.status()));
                    var known = accepted.get(untold.paymentId());
                    if (known != null && known.refunds().containsKey(untold.refundId())) {
                        known.refund(untold.refundId(), refund.status(), refund.amount());
                    }
                    if (refund.isPending()) {
                        findings.add(
                                untold.paymentId(),
                                "is pending whatever the operator says: " + untold);
                    }
                });
    }

    private void progress(Disturbance disturbance) {
        say(
                "  %5d of %d settled, %3d restarts (last %s), %d findings"
                        .formatted(
                                ended.size(),
                                payments,
                                timing.restarts().size(),
                                disturbance.last(),
                                findings.count()));
    }

    private void audit(Instant began) {
        say("Comparing what merchants were told with the payments and the provider's ledger");
        var audit = new ChaosAudit(findings);
        for (var purchase : ended) {
            if (!purchase.paymentId().isEmpty()) {
                audit.payment(purchase);
            }
        }
        for (var merchant : List.of(MerchantClient.SANDBOX, MerchantClient.OTHER)) {
            audit.list(merchant, began.minusSeconds(1), ended);
        }
        if (!receivers.isEmpty()) {
            say("Comparing what receivers of webhooks were told with what merchants see");
        }
        for (var receiver : receivers) {
            var compared = WebhookAudit.check(receiver, ended, findings);
            say(
                    "  %s: %d events of %d payments%s, %d attempts were refused or not answered"
                            .formatted(
                                    receiver.endpointId(),
                                    receiver.received().size(),
                                    compared,
                                    receiver.isOrdered() ? " in order" : "",
                                    receiver.unanswered()));
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
        say("payments                     %d in %d s".formatted(ended.size(), took.toSeconds()));
        say("restarts                     %d".formatted(timing.restarts().size()));
        say("away                         " + timing.downtimes());
        say(
                "longest pause                %.1f s in which nothing settled"
                        .formatted(timing.longestPause().toMillis() / 1000.0));
        say("settled after a restart      " + prompt);
        timing.promptByService()
                .forEach((service, after) -> say("  %-26s %s".formatted(service, after)));
        say("  and while another was gone " + timing.promptWithDeaths());
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
