package dev.paylater.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Loopback ports for servers that are started a while later. They lie below those that Linux gives
 * to outgoing connections (32768 on): a port from there can be somebody's by then.
 */
public final class UnusedPorts {

    private static final int LOWEST = 10_240;
    private static final int HIGHEST = 32_767;

    /** No port is given twice by one process. */
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private UnusedPorts() {}

    /** A port that nobody has, as nobody has the one so far above it. */
    public static int withAnother(int above) {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST - above);
            if (isFree(port) && isFree(port + above) && GIVEN.add(port)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException _) {
            return false;
        }
    }
}
