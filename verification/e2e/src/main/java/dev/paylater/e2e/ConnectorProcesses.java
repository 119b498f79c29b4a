package dev.paylater.e2e;

import java.io.UncheckedIOException;
import java.util.List;

/** The connector-service processes that run, and what they have counted. */
public final class ConnectorProcesses {

    private static final MerchantClient ANYBODY = new MerchantClient("");

    private ConnectorProcesses() {}

    /** The management port of each. */
    public static List<String> ports() {
        return RunningProcess.of("connector-service").stream()
                .map(process -> Integer.toString(process.managementPort()))
                .toList();
    }

    /**
     * What the process with this management port has counted under this name, over all series that
     * have these labels.
     *
     * @param labels as {@code connector="klarna"}
     */
    public static long count(String port, String name, String... labels) {
        return ANYBODY.get("http://127.0.0.1:" + port + "/actuator/prometheus")
                .text()
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> List.of(labels).stream().allMatch(line::contains))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    /** Whether the service with this management port says that it is ready. */
    public static boolean isReady(int port) {
        try {
            return ANYBODY.get("http://127.0.0.1:%d/actuator/health/readiness".formatted(port))
                            .status()
                    == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }
}
