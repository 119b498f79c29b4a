package dev.paylater.e2e.bench;

import dev.paylater.e2e.SystemProgram;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The command line of the measurements. */
@Command(
        name = "bench",
        description = "Measures the running system; every latency is a merchant's.",
        mixinStandardHelpOptions = true)
public final class Bench implements SystemProgram {

    private static final String START_UP = "start-up";
    private static final String RATES = "rates";
    private static final String FIRST_MINUTE = "first-minute";

    /** How often a round may be repeated because somebody else was using the machine. */
    private static final int REPETITIONS = 2;

    @Parameters(arity = "0..*", paramLabel = "SCENARIO", description = "default: all")
    private List<String> wanted = new ArrayList<>();

    @Option(names = "--rounds", defaultValue = "5", description = "default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(names = "--seconds", defaultValue = "10", description = "of each round")
    private long seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description =
                    "of confirms before anything is measured, and half as long of each scenario"
                            + " before its first round (default: ${DEFAULT-VALUE}; 0: none)")
    private long warmUpSeconds;

    @Option(
            names = "--stored",
            paramLabel = "COUNT",
            defaultValue = "0",
            description = "first put so many payments into the store; get reads any of them")
    private int stored;

    @Option(
            names = "--tolerate-others",
            description = "keep rounds in which others used the machine; they are marked")
    private boolean tolerant;

    @Option(
            names = "--out",
            defaultValue = "verification/e2e/target/bench",
            description = "folder of results")
    private Path out = Path.of("");

    @Option(
            names = "--against",
            paramLabel = "REF",
            description =
                    "measure this version and an older commit by turns, each on a system of its own"
                            + " that is started for it; only closed scenarios, by default confirm")
    private @Nullable String against;

    @Option(
            names = "--one-process",
            description = "with --against: this version as one process, the older one as several")
    private boolean oneProcess;

    @Option(
            names = "--peer",
            paramLabel = "URL",
            description =
                    "measure another engine as the scenario 'peer' too: it is posted what confirm"
                            + " posts, with a new {id} in the address each time"
                            + " (docs/makers/performance.md)")
    private @Nullable String peer;

    @Option(
            names = "--peer-pids",
            split = ",",
            paramLabel = "PID",
            description = "processes of that engine, whose CPU time and memory count")
    private List<Long> peerPids = new ArrayList<>();

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        var console = spec.commandLine().getOut();
        var names = new ArrayList<String>(wanted);
        if (against != null) {
            return compare(against, names.isEmpty() ? List.of("confirm") : names, console);
        }
        if (names.isEmpty()) {
            names.addAll(ScenarioCatalogue.names());
            names.addAll(List.of(RATES, START_UP, FIRST_MINUTE));
        }
        requireKnown(names, scenarios());
        if (Machine.processes().isEmpty()) {
            console.println("Nothing runs here. Start the system with ./paylater up");
            return 1;
        }
        var report = new LinkedHashMap<String, Object>();
        report.put("at", Instant.now().toString());
        report.put("cores", Runtime.getRuntime().availableProcessors());
        report.put("seconds_per_round", seconds);
        report.put("payments_put_into_the_store", stored);
        var withStartUp = names.remove(START_UP);
        var withRates = names.remove(RATES);
        var withFirstMinute = names.remove(FIRST_MINUTE);
        var clean = true;
        if (!names.isEmpty() || withRates) {
            warmUp(console);
        }
        if (!names.isEmpty()) {
            var catalogue =
                    ScenarioCatalogue.all(
                            StoredPayments.fill(stored, console),
                            ScenarioCatalogue.Preparation.FULL);
            if (peer != null) {
                var address = peer;
                catalogue.put(
                        PeerScenario.NAME,
                        () -> new PeerScenario(address, peerPids, ScenarioCatalogue.MANY_CLIENTS));
            }
            var results = measureAll(names, catalogue, new Table(console));
            report.put("results", results.stream().map(Results::toJson).toList());
            clean =
                    results.stream()
                            .flatMap(r -> r.rounds().stream())
                            .allMatch(r -> r.errors() == 0);
        }
        Files.createDirectories(out);
        if (withRates) {
            var points = RateSweep.measure(Duration.ofSeconds(seconds), console);
            report.put("rates", points.stream().map(RateSweep.Point::toJson).toList());
            Files.writeString(out.resolve("latency.svg"), Plot.svg(points));
        }
        if (withStartUp) {
            var measured = StartUp.measure();
            console.println(measured);
            report.put("start_up", measured);
        }
        if (withFirstMinute) {
            report.put(
                    "first_minute",
                    FirstMinute.measure(Duration.ofSeconds(warmUpSeconds), console));
        }
        Files.writeString(out.resolve("results.json"), text(report));
        console.println("Written to " + out.resolve("results.json"));
        return clean ? 0 : 1;
    }

    private int compare(String ref, List<String> scenarios, PrintWriter console)
            throws IOException, InterruptedException {
        requireKnown(scenarios, ScenarioCatalogue.names());
        try (var both = Against.start(ref, oneProcess, out.toAbsolutePath(), console)) {
            for (var scenario : scenarios) {
                both.measure(scenario, rounds, seconds, warmUpSeconds);
            }
        }
        return 0;
    }

    private Set<String> scenarios() {
        var names = new LinkedHashSet<>(ScenarioCatalogue.names());
        if (peer != null) {
            names.add(PeerScenario.NAME);
        }
        return names;
    }

    private void requireKnown(List<String> names, Set<String> scenarios) {
        var known = new ArrayList<>(scenarios);
        known.addAll(List.of(RATES, START_UP, FIRST_MINUTE));
        for (var name : names) {
            if (!known.contains(name)) {
                throw new CommandLine.ParameterException(
                        spec.commandLine(),
                        "No scenario '%s'. There are: %s"
                                .formatted(name, String.join(", ", known)));
            }
        }
    }

    private List<Results> measureAll(
            List<String> names, Map<String, Supplier<BenchScenario>> catalogue, Table table) {
        var results = new ArrayList<Results>();
        for (var name : names) {
            try (var scenario = Objects.requireNonNull(catalogue.get(name)).get()) {
                results.add(measure(scenario, table));
            }
        }
        return results;
    }

    private void warmUp(PrintWriter console) {
        if (warmUpSeconds > 0) {
            console.println("Warming up for " + warmUpSeconds + " s");
            console.flush();
            try (var scenario = ScenarioCatalogue.warmUp()) {
                scenario.run(Duration.ofSeconds(warmUpSeconds));
            }
        }
    }

    private Results measure(BenchScenario scenario, Table table) {
        if (warmUpSeconds > 0) {
            scenario.run(Duration.ofSeconds(warmUpSeconds).dividedBy(2));
        }
        var kept = new ArrayList<Round>();
        for (var tries = 0; kept.size() < rounds; tries++) {
            var round = Round.measure(scenario, Duration.ofSeconds(seconds), scenario.processes());
            var keep = tolerant || !round.isDisturbed() || tries - kept.size() >= REPETITIONS;
            table.print(scenario.name(), round, keep);
            if (keep) {
                kept.add(round);
            }
        }
        var results = new Results(scenario.name(), scenario.unit(), kept);
        table.printMedian(results);
        return results;
    }

    private static String text(Map<String, Object> json) {
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(json);
    }
}
