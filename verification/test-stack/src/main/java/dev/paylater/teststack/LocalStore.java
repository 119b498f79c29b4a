package dev.paylater.teststack;

import dev.paylater.documentstore.StoreServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;

/** The sandbox's document store in this JVM. */
final class LocalStore implements Store {

    private final Path data = Source.directory("store");
    private StoreServer server = serve(0, data);

    private static StoreServer serve(int port, Path data) {
        try {
            return new StoreServer(InetAddress.getLoopbackAddress(), port, data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RocksDBException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String uri(String database) {
        return "mongodb://127.0.0.1:%d/%s".formatted(server.port(), database);
    }

    @Override
    public void stop() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RocksDBException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void restart() {
        server = serve(server.port(), data);
    }

    @Override
    public void close() {
        stop();
    }
}
