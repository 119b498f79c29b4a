package dev.paylater.local.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports for a broker that is gone after the test. */
public final class BrokerPort {
    private BrokerPort() {}

    /** A port that is free, and so is the controller's above it. */
    public static int free() {
        while (true) {
            try (var one = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                int port = one.getLocalPort();
                if (port + 1000 < 65_536) {
                    try (var two =
                            new ServerSocket(port + 1000, 1, InetAddress.getLoopbackAddress())) {
                        return two.isBound() ? port : 0;
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
