package dev.paylater.orchestrator.stack;

import dev.paylater.local.store.StoreMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The local store in a process of its own. */
public final class StoreProcess implements AutoCloseable {

    private static final Pattern READY = Pattern.compile("store ready on [^:]+:(\\d+),.*");

    private final Process process;
    private final int port;

    private StoreProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** On any free port; returns when it takes connections. */
    public static StoreProcess start(Path data) {
        return start(data, 0);
    }

    public static StoreProcess start(Path data, int port) {
        try {
            var command = new ArrayList<String>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(StoreMain.JVM_OPTIONS);
            command.addAll(
                    List.of(
                            "-cp",
                            System.getProperty("java.class.path"),
                            StoreMain.class.getName(),
                            "--port",
                            Integer.toString(port),
                            "--data",
                            data.toString()));
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var output = process.inputReader();
            var seen = new StringBuilder();
            for (var line = output.readLine(); line != null; line = output.readLine()) {
                seen.append(line).append('\n');
                var ready = READY.matcher(line);
                if (ready.matches()) {
                    Thread.ofVirtual().start(() -> output.lines().forEach(_ -> {}));
                    return new StoreProcess(process, Integer.parseInt(ready.group(1)));
                }
            }
            throw new IllegalStateException("The store died:\n" + seen);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    public String uri(String database) {
        return "mongodb://127.0.0.1:%d/%s".formatted(port, database);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
