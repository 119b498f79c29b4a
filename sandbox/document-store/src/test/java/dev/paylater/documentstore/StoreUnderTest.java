package dev.paylater.documentstore;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * What a contract test talks to: the document store in this process, or the real MongoDB that
 * PAYLATER_TEST_MONGODB_URI names, so that the same tests say whether the two agree.
 */
final class StoreUnderTest implements AutoCloseable {

    private static final @Nullable String REAL = System.getenv("PAYLATER_TEST_MONGODB_URI");

    private final @Nullable Path data;
    private final @Nullable StoreServer server;
    private final String uri;
    private final MongoClient client;
    private final MongoDatabase database;

    private StoreUnderTest(@Nullable Path data, @Nullable StoreServer server, String uri) {
        this.data = data;
        this.server = server;
        this.uri = uri;
        client = MongoClients.create(uri);
        database = client.getDatabase("test_" + UUID.randomUUID().toString().substring(0, 8));
    }

    static StoreUnderTest start() throws IOException, RocksDBException {
        return REAL == null ? startLocal() : new StoreUnderTest(null, null, REAL);
    }

    static StoreUnderTest startLocal() throws IOException, RocksDBException {
        Path data = Files.createTempDirectory("store");
        StoreServer server = new StoreServer(InetAddress.getLoopbackAddress(), 0, data);
        return new StoreUnderTest(data, server, "mongodb://127.0.0.1:" + server.port());
    }

    static boolean isReal() {
        return REAL != null;
    }

    String uri() {
        return uri;
    }

    MongoClient client() {
        return client;
    }

    MongoDatabase database() {
        return database;
    }

    /** A collection that no other test uses. */
    MongoCollection<Document> collection() {
        return database.getCollection("c" + UUID.randomUUID().toString().replace("-", ""));
    }

    @Override
    public void close() throws IOException, RocksDBException {
        database.drop();
        client.close();
        if (server != null && data != null) {
            server.close();
            try (Stream<Path> files = Files.walk(data)) {
                files.sorted(Comparator.reverseOrder()).forEach(StoreUnderTest::delete);
            }
        }
    }

    private static void delete(Path file) {
        if (!file.toFile().delete()) {
            file.toFile().deleteOnExit();
        }
    }
}
