package dev.paylater.e2e.drill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Hands connections on to a local port. While it is cut, what either side sends waits in it. */
final class CuttableLine implements AutoCloseable {

    private static final int PIECE = 64 * 1024;

    private final ServerSocket entrance;
    private final int exit;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Object joined = new Object();
    private boolean cut;

    CuttableLine(int exit) {
        this.exit = exit;
        try {
            entrance = new ServerSocket();
            entrance.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofPlatform().daemon().start(this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    void cut() {
        synchronized (joined) {
            cut = true;
        }
    }

    void join() {
        synchronized (joined) {
            cut = false;
            joined.notifyAll();
        }
    }

    private void accept() {
        try {
            while (true) {
                var caller = entrance.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), exit);
                open.add(caller);
                open.add(server);
                Thread.ofPlatform().daemon().start(() -> pass(caller, server));
                Thread.ofPlatform().daemon().start(() -> pass(server, caller));
            }
        } catch (IOException e) {
            // It was closed.
        }
    }

    private void pass(Socket from, Socket to) {
        var piece = new byte[PIECE];
        try (from;
                to) {
            for (var read = from.getInputStream().read(piece);
                    read >= 0;
                    read = from.getInputStream().read(piece)) {
                awaitJoined();
                to.getOutputStream().write(piece, 0, read);
            }
        } catch (IOException e) {
            // One of them has gone, and the other goes with it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private void awaitJoined() throws InterruptedException {
        synchronized (joined) {
            while (cut) {
                joined.wait();
            }
        }
    }

    @Override
    public void close() {
        try {
            entrance.close();
            for (var socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
