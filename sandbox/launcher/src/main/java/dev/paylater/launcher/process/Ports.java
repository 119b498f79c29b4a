package dev.paylater.launcher.process;

import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Where everything listens: the documented ports, all moved by PAYLATER_PORT_OFFSET. */
public record Ports(int offset) {
    private static final int BEHIND_THE_SCENES = 1000;
    private static final int MANAGEMENT_DISTANCE = 100;
    private static final int LOWEST = 10_240;

    /** Where Linux's net.ipv4.ip_local_port_range begins, unless it was set. */
    private static final int FIRST_OF_CLIENTS = 32_768;

    public static Ports fromEnvironment(Map<String, String> environment) {
        String offset = environment.getOrDefault("PAYLATER_PORT_OFFSET", "0");
        try {
            return new Ports(Integer.parseInt(offset.strip()));
        } catch (NumberFormatException e) {
            throw new UserProblem(
                    "PAYLATER_PORT_OFFSET must be a number, not '" + offset + "'.", e);
        }
    }

    public int of(Service service) {
        return service.port() + offset;
    }

    /** The broker's controller and the registry's health page: nobody else needs to know them. */
    public int behind(Service service) {
        return of(service) + BEHIND_THE_SCENES;
    }

    /** Of one of our own services that listens at this port: health and metrics. */
    static int management(int port) {
        return port + MANAGEMENT_DISTANCE;
    }

    public String url(Service service) {
        return "http://127.0.0.1:" + of(service);
    }

    /**
     * A place for a second stack, where nothing listens yet, below what clients get to call from.
     */
    public static Ports anywhereFree() {
        return IntStream.iterate(12_000, offset -> offset < 20_000, offset -> offset + 100)
                .mapToObj(Ports::new)
                .filter(Ports::areFree)
                .findFirst()
                .orElseThrow(() -> new UserProblem("No room for a second stack on this machine."));
    }

    private boolean areFree() {
        return Arrays.stream(Service.values())
                .allMatch(
                        each ->
                                isFree(of(each))
                                        && isFree(management(of(each)))
                                        && isFree(behind(each)));
    }

    /**
     * Whether somebody listens. Asked of what is starting, for which a port must not be taken, not
     * even for the moment that {@link #isFree} takes it.
     */
    static boolean isListening(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    /** Takes the port for a moment; for who is about to start something there. */
    static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException _) {
            return false;
        }
    }

    /**
     * One whose management port is free as well. Both lie below the ports that Linux gives to
     * outgoing connections, which would take one of them before the service listens there.
     */
    static int anyFree() {
        return ThreadLocalRandom.current()
                .ints(LOWEST, FIRST_OF_CLIENTS - MANAGEMENT_DISTANCE)
                .filter(port -> isFree(port) && isFree(management(port)))
                .findFirst()
                .orElseThrow();
    }
}
