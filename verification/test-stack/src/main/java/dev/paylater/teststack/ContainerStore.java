package dev.paylater.teststack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.List;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.mongodb.MongoDBContainer;

/** MongoDB in a container whose port stays the same when it starts again. */
final class ContainerStore implements Store {

    private static final String IMAGE = "mongo:8.0";
    private static final int PORT = 27017;
    private static final String READY = "(?i).*waiting for connections.*";

    private final MongoDBContainer container;
    private int starts = 1;

    private ContainerStore(MongoDBContainer container) {
        this.container = container;
    }

    static ContainerStore start() {
        var container = new MongoDBContainer(IMAGE);
        container.setPortBindings(List.of("%d:%d".formatted(freePort(), PORT)));
        container.start();
        return new ContainerStore(container);
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String uri(String database) {
        return "mongodb://%s:%d/%s"
                .formatted(container.getHost(), container.getMappedPort(PORT), database);
    }

    @Override
    public void stop() {
        container.getDockerClient().killContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void restart() {
        container.getDockerClient().startContainerCmd(container.getContainerId()).exec();
        starts++;
        // Its log goes on where it stopped.
        Wait.forLogMessage(READY, starts).waitUntilReady(container);
    }

    @Override
    public void close() {
        container.stop();
    }
}
