package dev.paylater.oneprocess;

import dev.paylater.broker.LocalBroker;
import dev.paylater.documentstore.StoreServer;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Map;
import org.rocksdb.RocksDBException;

/** The broker and the store, where no others are configured. */
final class Servers {
    private Servers() {}

    static AutoCloseable broker(Map<String, String> variables) throws IOException {
        return LocalBroker.start(port(variables), data(variables));
    }

    static AutoCloseable store(Map<String, String> variables) throws IOException, RocksDBException {
        return new StoreServer(InetAddress.getLoopbackAddress(), port(variables), data(variables));
    }

    private static int port(Map<String, String> variables) {
        return Integer.parseInt(required(variables, "SERVER_PORT"));
    }

    private static Path data(Map<String, String> variables) {
        return Path.of(required(variables, "PAYLATER_DATA"));
    }

    private static String required(Map<String, String> variables, String name) {
        var value = variables.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is not set");
        }
        return value;
    }
}
