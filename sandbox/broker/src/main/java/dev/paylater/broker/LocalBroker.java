package dev.paylater.broker;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A real Apache Kafka node in this JVM, for those who have no Docker: formats its folder the first
 * time, and finds everything again the next time. For local use and tests only.
 */
public final class LocalBroker implements AutoCloseable {
    private static final String FORMATTED = "meta.properties";

    private final KafkaRaftServer server;

    private LocalBroker(KafkaRaftServer server) {
        this.server = server;
    }

    /** Takes {@code port} and, for the controller, the port 1000 above it. */
    public static LocalBroker start(int port, Path data) throws IOException {
        return start(port, data, Map.of());
    }

    /**
     * Starts a broker with further settings of Kafka's, which win over those that make it small.
     */
    public static LocalBroker start(int port, Path data, Map<String, String> more)
            throws IOException {
        var settings = new BrokerSettings(port, data);
        if (!Files.exists(data.resolve(FORMATTED))) {
            format(data);
        }
        Properties properties = settings.toProperties();
        properties.putAll(more);
        var server = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
        server.startup();
        return new LocalBroker(server);
    }

    /** A port that can be given to {@link #start} now: nobody has it or the controller's. */
    public static int freePort() {
        return UnusedPorts.withAnother(BrokerSettings.CONTROLLER_PORT_DISTANCE);
    }

    private static void format(Path data) throws IOException {
        Files.createDirectories(data);
        var formatter =
                new Formatter()
                        .setNodeId(1)
                        .setClusterId(Uuid.randomUuid().toString())
                        .setControllerListenerName("CONTROLLER")
                        .setReleaseVersion(MetadataVersion.latestProduction())
                        .setMetadataLogDirectory(data.toString())
                        .addDirectory(data.toString())
                        .setPrintStream(new PrintStream(PrintStream.nullOutputStream(), true));
        try {
            formatter.run();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("Cannot format " + data + " for Kafka", e);
        }
    }

    void awaitShutdown() {
        server.awaitShutdown();
    }

    @Override
    public void close() {
        server.shutdown();
    }
}
