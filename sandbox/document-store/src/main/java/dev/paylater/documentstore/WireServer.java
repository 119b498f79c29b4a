package dev.paylater.documentstore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections and gives each its own thread. Platform threads, because calls into RocksDB
 * and the wait for its fsync would pin the few carriers of virtual ones.
 */
final class WireServer {

    private static final Logger log = LoggerFactory.getLogger(WireServer.class);
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final ServerSocket server;
    private final CommandTable commands;
    private final Map<Thread, Socket> connections = new ConcurrentHashMap<>();
    private final AtomicLong number = new AtomicLong();
    private final Thread acceptor;

    WireServer(InetAddress host, int port, CommandTable commands) throws IOException {
        this.commands = commands;
        server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(host, port), 512);
        acceptor = Thread.ofPlatform().name("store-accept").unstarted(this::acceptAll);
    }

    void start() {
        acceptor.start();
    }

    int port() {
        return server.getLocalPort();
    }

    private void acceptAll() {
        while (!server.isClosed()) {
            try {
                serve(server.accept());
            } catch (IOException e) {
                if (!server.isClosed()) {
                    log.warn("accepting a connection failed: {}", e.toString());
                }
            }
        }
    }

    private void serve(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        Thread thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("store-" + number.incrementAndGet())
                        .unstarted(() -> converse(socket));
        connections.put(thread, socket);
        thread.start();
    }

    private void converse(Socket socket) {
        try (socket) {
            new WireConnection(socket, commands).run();
        } catch (IOException | UncheckedIOException e) {
            log.debug("connection lost: {}", e.toString());
        } catch (RuntimeException e) {
            log.warn("connection closed after a malformed message: {}", e.toString());
        } finally {
            connections.remove(Thread.currentThread());
        }
    }

    /** Lets every command in progress finish, so that storage can be closed after it. */
    void stop() throws IOException, InterruptedException {
        server.close();
        connections.values().forEach(WireServer::hangUp);
        long deadline = System.nanoTime() + FAREWELL.toNanos();
        for (Thread thread : connections.keySet()) {
            long left = Math.max(1, deadline - System.nanoTime());
            thread.join(Duration.ofNanos(left));
        }
    }

    /** The reply of a command in progress still gets out. */
    private static void hangUp(Socket socket) {
        try {
            socket.shutdownInput();
        } catch (IOException e) {
            log.debug("the client was faster: {}", e.toString());
        }
    }

    boolean hasEnded() {
        return connections.isEmpty();
    }
}
