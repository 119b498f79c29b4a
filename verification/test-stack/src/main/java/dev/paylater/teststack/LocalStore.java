package dev.paylater.teststack;

import dev.paylater.documentstore.StoreMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The sandbox's document store in a process of its own. */
final class LocalStore implements Store {

    private static final Pattern READY = Pattern.compile("store ready on [^:]+:(\\d+),.*");

    private final Path data;
    private final int port;
    private Process process;

    private LocalStore(Path data, Process process) throws IOException {
        this.data = data;
        this.process = process;
        this.port = awaitReady(process);
    }

    static LocalStore start() {
        var data = Source.directory("store");
        try {
            return new LocalStore(data, launch(data, 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Process launch(Path data, int port) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(StoreMain.JVM_OPTIONS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(StoreMain.class.getName());
        command.addAll(List.of("--port", Integer.toString(port), "--data", data.toString()));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static int awaitReady(Process process) throws IOException {
        var output = process.inputReader();
        var seen = new StringBuilder();
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            seen.append(line).append('\n');
            var ready = READY.matcher(line);
            if (ready.matches()) {
                Thread.ofVirtual().start(() -> output.lines().forEach(_ -> {}));
                return Integer.parseInt(ready.group(1));
            }
        }
        throw new IOException("The store died:\n" + seen);
    }

    @Override
    public String uri(String database) {
        return "mongodb://127.0.0.1:%d/%s".formatted(port, database);
    }

    @Override
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void restart() {
        try {
            process = launch(data, port);
            awaitReady(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
