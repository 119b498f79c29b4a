package dev.paylater.documentstore;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import org.rocksdb.RocksDBException;

/** The store in one piece: opened, serving, and closed in the order that keeps native code safe. */
public final class StoreServer implements AutoCloseable {

    private final Engine engine;
    private final WireServer wire;
    private final Housekeeping housekeeping;
    private final int collections;

    public StoreServer(InetAddress host, int port, Path data) throws IOException, RocksDBException {
        engine = new Engine(data);
        Catalog catalog = new Catalog(engine);
        collections = catalog.all().size();
        Cursors cursors = new Cursors();
        try {
            wire = new WireServer(host, port, new CommandTable(engine, catalog, cursors));
        } catch (IOException e) {
            engine.close();
            throw e;
        }
        housekeeping = new Housekeeping(catalog, cursors, Clock.systemUTC());
        wire.start();
        housekeeping.start();
    }

    public int port() {
        return wire.port();
    }

    int collections() {
        return collections;
    }

    @Override
    public void close() throws IOException, RocksDBException {
        try {
            wire.stop();
            housekeeping.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        // A thread still inside of RocksDB would crash the process; the log has all it needs.
        if (wire.hasEnded()) {
            engine.close();
        }
    }
}
