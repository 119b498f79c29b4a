package dev.paylater.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;

/** Ports of this machine. */
public final class Ports {

    private Ports() {}

    /** One that nobody listens at now. */
    public static int free() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
