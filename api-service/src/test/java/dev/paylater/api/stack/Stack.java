package dev.paylater.api.stack;

import dev.paylater.local.broker.LocalBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a service needs around it; started once for all tests of the JVM. */
public final class Stack {

    private static final Stack SHARED = new Stack();

    private final StoreProcess store;
    private final FakeRegistry registry = new FakeRegistry();
    private final int kafkaPort = freePort();
    private final LocalBroker broker;

    private Stack() {
        try {
            var directory = Files.createTempDirectory(Path.of("target"), "stack");
            store = StoreProcess.start(directory.resolve("store"));
            broker = LocalBroker.start(kafkaPort, directory.resolve("kafka"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    store.close();
                                    broker.close();
                                }));
    }

    public static Stack shared() {
        return SHARED;
    }

    public String mongoUri(String database) {
        return store.uri(database);
    }

    public String bootstrap() {
        return "127.0.0.1:" + kafkaPort;
    }

    public String registryUrl() {
        return registry.url();
    }

    /** One that has a free one 1000 above it, for the controller. */
    private static int freePort() {
        while (true) {
            try (var one = new ServerSocket(0);
                    var other = new ServerSocket(one.getLocalPort() + 1000)) {
                if (other.getLocalPort() > 0) {
                    return one.getLocalPort();
                }
            } catch (IOException | IllegalArgumentException e) {
                // Taken, or beyond the last port: try another.
            }
        }
    }
}
