package dev.paylater.e2e.gameday;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.Script;
import dev.paylater.e2e.SystemProgram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Breaks the running system in ten ways, waits for the alert of each, and follows its runbook. */
@Command(
        name = "gameday",
        description = {
            "Ten troubles, one after the other, while customers buy: which alert tells of each and"
                    + " when, what its runbook does, and what is left. Takes half an hour.",
            "Needs Prometheus on the path (Debian's package prometheus). Starts the system when it"
                    + " is not up, and leaves it running. Exits with 1 when an alert does not fire,"
                    + " a trouble does not end, or books differ at the end."
        },
        mixinStandardHelpOptions = true)
public final class GameDay implements SystemProgram {

    private static final int SERVICES = 5;
    private static final Duration UNTIL_FIRED = Duration.ofMinutes(15);
    private static final Duration UNTIL_OVER = Duration.ofMinutes(8);
    private static final Duration UNTIL_SILENT = Duration.ofMinutes(15);
    private static final Duration UNTIL_SCRAPED = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(500);

    @Parameters(arity = "0..*", paramLabel = "TROUBLE", description = "default: all, one by one")
    private List<String> names = new ArrayList<>();

    @Option(names = "--list", description = "say what there is")
    private boolean list;

    private final List<String> rows = new ArrayList<>();
    private boolean isWell = true;

    static List<Trouble> all() {
        return List.of(
                new Poison(),
                new RevokedCredentials(),
                new DeadProcess(
                        "dead-service",
                        "connector-service",
                        new Trouble.Alert(
                                "PaylaterServiceDown", Map.of("job", "connector-service")),
                        "min(up{job=\"connector-service\"})"),
                new DeadProcess(
                        "broker-gone",
                        "kafka",
                        new Trouble.Alert("PaylaterKafkaAway", Map.of()),
                        "min(paylater_kafka_measured_seconds_ago) <bool 10"),
                new FullDisk(),
                new ClockStep(),
                new FailingProvider(),
                new DeadEndpoint(),
                new SuspendedStore(
                        "stuck-partition",
                        "the store stands still, so that a batch of commands does not get on",
                        new Trouble.Alert("PaylaterPartitionStalled", Map.of()),
                        Duration.ZERO,
                        "max(paylater_kafka_stalled_seconds) <bool 10",
                        new AtomicBoolean()),
                new SuspendedStore(
                        "slow-store",
                        "the store stands still for 1.5 s of every 1.7 s",
                        new Trouble.Alert("PaylaterStoreSlow", Map.of()),
                        Duration.ofMillis(200),
                        "max(rate(mongodb_driver_commands_seconds_sum[1m]) /"
                                + " rate(mongodb_driver_commands_seconds_count[1m])) <bool 0.25",
                        new AtomicBoolean()));
    }

    @Override
    public Integer call() throws Exception {
        var troubles = new LinkedHashMap<String, Trouble>();
        all().forEach(trouble -> troubles.put(trouble.name(), trouble));
        if (list) {
            troubles.forEach(
                    (name, trouble) -> System.out.printf("%-16s %s%n", name, trouble.meaning()));
            return 0;
        }
        if (!troubles.keySet().containsAll(names)) {
            var known = String.join(", ", troubles.keySet());
            throw new ParameterException(
                    new CommandLine(this), "There are these troubles: " + known);
        }
        if (!names.isEmpty()) {
            troubles.keySet().retainAll(names);
        }
        var started = Script.run("up", "--processes");
        if (started.exitCode() != 0) {
            System.err.println("The system does not start:\n" + started.output());
            return 1;
        }
        var found = Prometheus.start();
        if (found.isEmpty()) {
            System.err.println("No Prometheus on the path: Debian's package prometheus has one");
            return 1;
        }
        try (var prometheus = found.get();
                var _ = new SteadyPurchases()) {
            prometheus.watchRunning();
            require(
                    await(UNTIL_SCRAPED, () -> prometheus.isScraping(SERVICES)),
                    "Prometheus does not reach the services");
            for (var trouble : troubles.values()) {
                playOrSay(trouble, prometheus);
            }
            awaitSilence(prometheus);
        }
        System.out.println(
                """
                | trouble | alert | fired after | what was done | over after |
                |---|---|---|---|---|\
                """);
        rows.forEach(System.out::println);
        var books = Script.run("reconcile");
        System.out.println(books.output().strip());
        return isWell && books.exitCode() == 0 ? 0 : 1;
    }

    /** One that cannot be played does not keep the others from being played. */
    private void playOrSay(Trouble trouble, Prometheus prometheus) throws Exception {
        try {
            play(trouble, prometheus);
        } catch (AssertionError e) {
            say("could not be played: " + e.getMessage());
            rows.add("| %s | could not be played | | | |".formatted(trouble.meaning()));
            isWell = false;
        }
    }

    private void play(Trouble trouble, Prometheus prometheus) throws Exception {
        System.out.printf("%s: %s%n", trouble.name(), trouble.meaning());
        var obstacle = trouble.obstacle();
        if (!obstacle.isEmpty()) {
            say("not played: " + obstacle);
            rows.add("| %s | not played: %s | | | |".formatted(trouble.meaning(), obstacle));
            return;
        }
        try {
            trouble.prepare();
            prometheus.watchRunning();
            require(
                    await(UNTIL_SILENT, () -> !prometheus.isFiring(trouble.alert())),
                    trouble.alert().name() + " fires before anything is broken");
            var broken = System.nanoTime();
            trouble.begin();
            var hasFired = await(UNTIL_FIRED, () -> prometheus.isFiring(trouble.alert()));
            var fired = seconds(broken);
            say(
                    (hasFired ? "after %.0f s fires " : "after %.0f s does not fire ")
                                    .formatted(fired)
                            + trouble.alert().name());
            var others = new ArrayList<>(prometheus.firingNames());
            others.remove(trouble.alert().name());
            say("beside it: " + (others.isEmpty() ? "nothing" : String.join(", ", others)));
            var isFollowed = follow(trouble.runbook());
            var mended = System.nanoTime();
            var isOver = isFollowed && await(UNTIL_OVER, () -> trouble.isOver(prometheus));
            say(
                    (isOver ? "over after %.0f s" : "not over after %.0f s")
                            .formatted(seconds(mended)));
            isWell &= hasFired && isOver;
            rows.add(
                    String.format(
                            Locale.ROOT,
                            "| %s | %s | %s | %s | %s |",
                            trouble.meaning(),
                            trouble.alert().name(),
                            hasFired ? "%.0f s".formatted(fired) : "never",
                            String.join(
                                    "; ",
                                    trouble.runbook().stream()
                                            .map(Trouble.Step::instruction)
                                            .toList()),
                            isOver ? "%.0f s".formatted(seconds(mended)) : "never"));
        } finally {
            trouble.cleanUp();
            prometheus.watchRunning();
        }
    }

    /** Takes the steps of a runbook; says which one cannot be taken, and takes none after it. */
    private static boolean follow(List<Trouble.Step> runbook) {
        for (var step : runbook) {
            say("-> " + step.instruction());
            try {
                step.act().run();
            } catch (Exception | AssertionError e) {
                say("which does not work: " + e);
                return false;
            }
        }
        return true;
    }

    /** Alerts that look back end later than what they tell of. */
    private void awaitSilence(Prometheus prometheus) throws InterruptedException {
        var mended = System.nanoTime();
        var isSilent = await(UNTIL_SILENT, () -> prometheus.firingNames().isEmpty());
        System.out.printf(
                isSilent ? "No alert fires any more, %.0f s later%n" : "After %.0f s still fire:%n",
                seconds(mended));
        if (!isSilent) {
            System.out.println(String.join(", ", prometheus.firingNames()));
            isWell = false;
        }
        require(
                MerchantClient.SANDBOX.pay("", "automatic").status() == 200,
                "No payment can be made at the end");
    }

    private static void require(boolean holds, String complaint) {
        if (!holds) {
            throw new AssertionError(complaint);
        }
    }

    private static void say(String text) {
        System.out.println("  " + text);
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    private static boolean await(Duration patience, BooleanSupplier condition)
            throws InterruptedException {
        var end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            Thread.sleep(PAUSE);
        }
        return true;
    }
}
