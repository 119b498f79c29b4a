package dev.paylater.documentstore;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The store as the script starts it: a process of its own, which can be killed. */
final class StoreProcess implements AutoCloseable {

    private final Process process;
    private final int port;
    private final String readyLine;

    private StoreProcess(Process process, int port, String readyLine) {
        this.process = process;
        this.port = port;
        this.readyLine = readyLine;
    }

    static StoreProcess start(Path data) throws IOException {
        Process process = launch(data, 0);
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        if (line == null || !line.startsWith("store ready on ")) {
            throw new IOException("the store did not start: " + line);
        }
        String port = line.substring(line.indexOf(':') + 1, line.indexOf(','));
        return new StoreProcess(process, Integer.parseInt(port), line);
    }

    static Process launch(Path data, int port) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(StoreMain.JVM_OPTIONS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(StoreMain.class.getName());
        command.addAll(List.of("--port", Integer.toString(port), "--data", data.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        Path libraries = Path.of(System.getProperty("java.io.tmpdir"), "paylater-rocksdb-library");
        builder.environment()
                .put("ROCKSDB_SHAREDLIB_DIR", Files.createDirectories(libraries).toString());
        builder.environment().put("MALLOC_ARENA_MAX", "2");
        return builder.redirectErrorStream(true).start();
    }

    String uri() {
        return "mongodb://127.0.0.1:" + port;
    }

    String readyLine() {
        return readyLine;
    }

    Process process() {
        return process;
    }

    /** kill -9. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM. */
    int stop() throws InterruptedException {
        process.destroy();
        return process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
