package dev.paylater.broker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** A broker of its own process, as the script starts it, which a test can kill. */
final class BrokerProcess implements AutoCloseable {
    private static final String LISTENS = "Kafka listens";

    private final Process process;
    private final int port;

    private BrokerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Returns when it takes connections. */
    static BrokerProcess start(int port, Path data) throws IOException {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerMain.class.getName(),
                        "--port",
                        Integer.toString(port),
                        "--data",
                        data.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = process.inputReader();
        var seen = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            seen.append(line).append('\n');
            if (line.contains(LISTENS)) {
                Thread.ofVirtual().start(() -> output.lines().forEach(_ -> {}));
                return new BrokerProcess(process, port);
            }
        }
        throw new IOException("The broker died:\n" + seen);
    }

    String bootstrap() {
        return "127.0.0.1:" + port;
    }

    Admin admin() {
        return Admin.create(
                Map.<String, Object>of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap()));
    }

    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
