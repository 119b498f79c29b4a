package dev.paylater.teststack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes connections on to a server; shut, it ends them all and takes no more. */
final class Door implements AutoCloseable {

    private final ServerSocket door;
    private final int port;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    Door(int port, String host, int behind) throws IOException {
        door = new ServerSocket();
        door.setReuseAddress(true);
        door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        this.port = door.getLocalPort();
        Thread.ofVirtual().start(() -> accept(host, behind));
    }

    int port() {
        return port;
    }

    private void accept(String host, int behind) {
        try {
            while (true) {
                var guest = door.accept();
                var server = new Socket(host, behind);
                open.add(guest);
                open.add(server);
                Thread.ofVirtual().start(() -> pass(guest, server));
                Thread.ofVirtual().start(() -> pass(server, guest));
            }
        } catch (IOException e) {
            // It was shut.
        }
    }

    private void pass(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // One of them has gone, and the other goes with it.
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    @Override
    public void close() {
        try {
            door.close();
            for (var socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
