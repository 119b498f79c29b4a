package dev.paylater.e2e.gameday;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.LocalPorts;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The Prometheus on this machine's path, with the rules of docker/prometheus, for this run. */
final class Prometheus implements AutoCloseable {

    private static final Set<String> SCRAPED =
            Set.of(
                    "api-service",
                    "orchestrator-service",
                    "connector-service",
                    "refund-service",
                    "webhook-service");

    private final Process process;
    private final Path targets;
    private final String address;

    private Prometheus(Process process, Path targets, String address) {
        this.process = process;
        this.targets = targets;
        this.address = address;
    }

    /** Nothing where no Prometheus is on the path. */
    static Optional<Prometheus> start() throws IOException {
        var program =
                Stream.of(System.getenv("PATH").split(":"))
                        .map(folder -> Path.of(folder, "prometheus"))
                        .filter(Files::isExecutable)
                        .findFirst();
        if (program.isEmpty()) {
            return Optional.empty();
        }
        var folder = Files.createTempDirectory("gameday");
        var targets = folder.resolve("targets.json");
        Files.writeString(targets, "[]");
        var configuration = folder.resolve("prometheus.yml");
        Files.writeString(
                configuration,
                """
                global:
                  scrape_interval: 5s
                  evaluation_interval: 5s
                rule_files:
                  - %s
                scrape_configs:
                  - job_name: paylater
                    metrics_path: /actuator/prometheus
                    file_sd_configs:
                      - files: [%s]
                        refresh_interval: 5s
                """
                        .formatted(Script.root().resolve("docker/prometheus/rules.yml"), targets));
        var address = "127.0.0.1:" + LocalPorts.free();
        var process =
                new ProcessBuilder(
                                program.get().toString(),
                                "--config.file=" + configuration,
                                "--storage.tsdb.path=" + folder.resolve("data"),
                                "--web.listen-address=" + address)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("prometheus.log").toFile())
                        .start();
        return Optional.of(new Prometheus(process, targets, address));
    }

    /** Scrapes the services that run now, and goes on when they are gone. */
    void watchRunning() throws IOException {
        var entries =
                RunningProcess.all().stream()
                        .filter(process -> SCRAPED.contains(process.service()))
                        .map(
                                process ->
                                        "{\"targets\": [\"127.0.0.1:%d\"], \"labels\": {\"job\": \"%s\"}}"
                                                .formatted(
                                                        process.managementPort(),
                                                        process.service()))
                        .collect(Collectors.joining(", ", "[", "]"));
        Files.writeString(targets, entries);
    }

    boolean isScraping(int services) {
        var up = value("sum(up)");
        return up.isPresent() && up.getAsDouble() >= services;
    }

    /** Whether an alert of this name and with these labels fires. */
    boolean isFiring(Trouble.Alert alert) {
        return firing().stream()
                .anyMatch(
                        labels ->
                                labels.path("alertname").asString("").equals(alert.name())
                                        && alert.labels().entrySet().stream()
                                                .allMatch(
                                                        label ->
                                                                labels.path(label.getKey())
                                                                        .asString("")
                                                                        .equals(label.getValue())));
    }

    /** The names of all alerts that fire. */
    List<String> firingNames() {
        return firing().stream()
                .map(labels -> labels.path("alertname").asString(""))
                .distinct()
                .sorted()
                .toList();
    }

    private List<JsonNode> firing() {
        return ask("/api/v1/alerts")
                .map(answer -> answer.json().at("/data/alerts").valueStream())
                .orElseGet(Stream::of)
                .filter(alert -> alert.path("state").asString("").equals("firing"))
                .map(alert -> alert.path("labels"))
                .toList();
    }

    /** What a query comes to; nothing where there is no such series. */
    OptionalDouble value(String query) {
        return ask("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8))
                .map(answer -> answer.json().at("/data/result/0/value/1").asString(""))
                .filter(text -> !text.isEmpty())
                .map(text -> OptionalDouble.of(Double.parseDouble(text)))
                .orElseGet(OptionalDouble::empty);
    }

    private Optional<ApiAnswer> ask(String path) {
        try {
            return Optional.of(MerchantClient.NOBODY.get("http://" + address + path))
                    .filter(answer -> answer.status() == 200);
        } catch (UncheckedIOException _) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
