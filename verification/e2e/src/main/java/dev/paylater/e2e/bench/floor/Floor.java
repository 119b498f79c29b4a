package dev.paylater.e2e.bench.floor;

import dev.paylater.e2e.LocalPorts;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The three processes of the floor, beside the broker and the store of the running system. */
public final class Floor implements AutoCloseable {

    private static final int PARTITIONS = 4;

    private final Map<String, Process> processes = new LinkedHashMap<>();
    private final int port;

    /** Starts them and waits until they take requests. */
    public Floor(String kafka, String mongo) {
        new FloorKafka(kafka).createTopics(PARTITIONS);
        port = LocalPorts.free();
        for (var role : List.of("core", "worker", "edge")) {
            processes.put(role, start(role, kafka, mongo));
        }
        processes.values().forEach(Floor::awaitReady);
    }

    private Process start(String role, String kafka, String mongo) {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:+UseCompactObjectHeaders",
                                "-Xmx192m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                FloorProcess.class.getName(),
                                role));
        if (role.equals("edge")) {
            command.add(Integer.toString(port));
        }
        var builder = new ProcessBuilder(command).redirectError(new File("/dev/null"));
        builder.environment().put("FLOOR_KAFKA", kafka);
        builder.environment().put("FLOOR_MONGODB", mongo);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitReady(Process process) {
        try {
            var lines = new BufferedReader(process.inputReader());
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals(FloorProcess.READY)) {
                    return;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("A process of the floor ended at its start");
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + port;
    }

    public Map<String, Long> pids() {
        var pids = new LinkedHashMap<String, Long>();
        processes.forEach((role, process) -> pids.put("floor-" + role, process.pid()));
        return pids;
    }

    @Override
    public void close() {
        processes.values().forEach(Process::destroyForcibly);
    }
}
