package dev.paylater.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of this machine. */
public final class LocalPorts {

    private static final int LOWEST = 10_240;

    /** Linux gives those from 32768 on to outgoing connections, at any moment. */
    private static final int HIGHEST = 32_767;

    private LocalPorts() {}

    /** One that nobody listens at now, and that no outgoing connection gets. */
    public static int free() {
        while (true) {
            var port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException _) {
                // Somebody has it: another one, then.
            }
        }
    }
}
