package dev.paylater.kit.kafka;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * What tells the processes of a service apart. One that comes back under the same id takes its old
 * partitions again without a rebalance.
 */
public final class InstanceId {

    private InstanceId() {}

    /** The configured id, or the host's name where none is: on a host of its own that is enough. */
    public static String of(String configured) {
        if (!configured.isBlank()) {
            return configured;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            throw new UncheckedIOException(
                    "This host has no name: set PAYLATER_INSTANCE to one of the process's own", e);
        }
    }
}
