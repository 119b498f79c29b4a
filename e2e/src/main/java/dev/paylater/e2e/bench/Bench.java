package dev.paylater.e2e.bench;

import dev.paylater.e2e.Script;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The command line of the measurements. */
@Command(
        name = "./paylater bench",
        description = "Measures the running system; every latency is a merchant's.",
        mixinStandardHelpOptions = true)
final class Bench implements Callable<Integer> {

    /** How often a round may be repeated because somebody else was using the machine. */
    private static final int REPETITIONS = 2;

    @Parameters(arity = "0..*", paramLabel = "SCENARIO", description = "default: all")
    private List<String> wanted = new ArrayList<>();

    @Option(names = "--rounds", defaultValue = "5", description = "default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(names = "--seconds", defaultValue = "10", description = "of each round")
    private long seconds;

    @Option(names = "--warm-up", defaultValue = "20", description = "seconds; 0: none")
    private long warmUpSeconds;

    @Option(
            names = "--tolerate-others",
            description = "keep rounds in which others used the machine; they are marked")
    private boolean tolerant;

    @Option(names = "--out", defaultValue = "e2e/target/bench", description = "folder of results")
    private Path out = Path.of("");

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    private Bench() {}

    public static void main(String[] args) {
        System.exit(new CommandLine(new Bench()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        var console = spec.commandLine().getOut();
        var catalogue = Catalogue.all();
        var names = wanted.isEmpty() ? List.copyOf(catalogue.keySet()) : wanted;
        var chosen = new ArrayList<Supplier<Scenario>>();
        for (var name : names) {
            var scenario = catalogue.get(name);
            if (scenario == null) {
                throw new CommandLine.ParameterException(
                        spec.commandLine(),
                        "No scenario '%s'. There are: %s"
                                .formatted(name, String.join(", ", catalogue.keySet())));
            }
            chosen.add(scenario);
        }
        var machine = Machine.fromEnvironment(System.getenv());
        if (machine.processes().isEmpty()) {
            console.println("Nothing runs here. Start the system with ./paylater up");
            return 1;
        }
        warmUp(console);
        var table = new Table(console);
        var results = new ArrayList<Results>();
        for (var next : chosen) {
            try (var scenario = next.get()) {
                results.add(measure(scenario, machine, table));
            }
        }
        write(results);
        console.println("Written to " + out.resolve("results.json"));
        return results.stream().flatMap(r -> r.rounds().stream()).allMatch(r -> r.errors() == 0)
                ? 0
                : 1;
    }

    private void warmUp(PrintWriter console) {
        if (warmUpSeconds > 0) {
            console.println("Warming up for " + warmUpSeconds + " s");
            console.flush();
            try (var scenario = Catalogue.warmUp()) {
                scenario.run(Duration.ofSeconds(warmUpSeconds));
            }
        }
    }

    private Results measure(Scenario scenario, Machine machine, Table table) {
        var kept = new ArrayList<Round>();
        for (var tries = 0; kept.size() < rounds; tries++) {
            var round = Round.measure(scenario, Duration.ofSeconds(seconds), machine.processes());
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

    private void write(List<Results> results) throws IOException {
        var json = new LinkedHashMap<String, Object>();
        json.put("at", Instant.now().toString());
        json.put("cores", Runtime.getRuntime().availableProcessors());
        json.put("seconds_per_round", seconds);
        json.put("port_offset", Script.PORT_OFFSET);
        json.put("results", results.stream().map(Results::toJson).toList());
        Files.createDirectories(out);
        Files.writeString(out.resolve("results.json"), text(json));
    }

    private static String text(Map<String, Object> json) {
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(json);
    }
}
