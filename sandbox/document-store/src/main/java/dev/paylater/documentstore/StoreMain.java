package dev.paylater.documentstore;

import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rocksdb.RocksDBException;

/**
 * Starts the document store: {@code StoreMain --port 27017 --data <dir> [--host 127.0.0.1]}. It
 * prints one line when it is ready, ends in order on SIGTERM, and exits with 1 when it cannot
 * start.
 *
 * <p>It wants the JVM options of {@link #JVM_OPTIONS}, and in its environment {@code
 * ROCKSDB_SHAREDLIB_DIR} (a directory that is kept: the native library is unpacked there once
 * rather than 17 MB at each start) and {@code MALLOC_ARENA_MAX=2}.
 */
final class StoreMain {

    /** What the process should be started with; the heap is half of what it needs at most. */
    static final List<String> JVM_OPTIONS =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "-Xmx256m",
                    "-XX:+UseSerialGC",
                    "-XX:+ExitOnOutOfMemoryError");

    private static final String USAGE =
            "usage: StoreMain --port <port> --data <dir> [--host <host>]";

    private StoreMain() {}

    public static void main(String[] arguments) {
        long startedNanos = System.nanoTime();
        int status = start(arguments, startedNanos, System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int start(
            String[] arguments, long startedNanos, PrintStream out, PrintStream err) {
        Map<String, String> options = options(arguments);
        String data = options.get("--data");
        String port = options.getOrDefault("--port", "27017");
        String host = options.getOrDefault("--host", "127.0.0.1");
        if (data == null || !port.matches("\\d{1,5}")) {
            err.println(USAGE);
            return 2;
        }
        try {
            StoreServer server =
                    new StoreServer(
                            InetAddress.getByName(host), Integer.parseInt(port), Path.of(data));
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> close(server, err), "store-close"));
            out.printf(
                    "store ready on %s:%s, data in %s, %s collections, %s ms%n",
                    host,
                    server.port(),
                    data,
                    server.collections(),
                    (System.nanoTime() - startedNanos) / 1_000_000);
            out.flush();
            return 0;
        } catch (BindException e) {
            err.printf("store: port %s on %s is taken: %s%n", port, host, e.getMessage());
        } catch (IOException e) {
            err.printf("store: cannot start: %s%n", e);
        } catch (RocksDBException e) {
            boolean locked = String.valueOf(e.getMessage()).contains("lock");
            err.printf(
                    "store: the data directory %s %s: %s%n",
                    data,
                    locked ? "is in use by another process" : "cannot be opened",
                    e.getMessage());
        }
        return 1;
    }

    private static Map<String, String> options(String[] arguments) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        return options;
    }

    private static void close(StoreServer server, PrintStream err) {
        try {
            server.close();
        } catch (IOException | RocksDBException e) {
            err.printf("store: closing failed: %s%n", e);
        }
    }
}
