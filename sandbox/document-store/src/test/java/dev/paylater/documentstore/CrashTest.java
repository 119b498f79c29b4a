package dev.paylater.documentstore;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store as a process: killed under load, asked to stop, and started where it cannot start. */
class CrashTest {

    private static final int WRITERS = 16;
    private static final int ROUNDS = 3;
    private static final int ACKNOWLEDGED_BEFORE_KILL = 1_500;

    @TempDir private Path data;

    /** What one writer knows to be written: the version of each of its documents. */
    private static final class Writer extends Thread {
        private final MongoCollection<Document> things;
        private final int number;
        private final AtomicInteger acknowledged;
        private final CountDownLatch enough;
        private final Map<String, Integer> known;

        /** The write whose answer did not come: it may or may not have happened. */
        private String unsure = "";

        Writer(
                MongoCollection<Document> things,
                int number,
                Map<String, Integer> known,
                AtomicInteger acknowledged,
                CountDownLatch enough) {
            this.things = things;
            this.number = number;
            this.known = known;
            this.acknowledged = acknowledged;
            this.enough = enough;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; ; i++) {
                    unsure = "w" + number + "_" + i % 40;
                    write(unsure);
                    unsure = "";
                    if (acknowledged.incrementAndGet() == ACKNOWLEDGED_BEFORE_KILL) {
                        enough.countDown();
                    }
                }
            } catch (MongoException e) {
                // The store was killed, as it should be.
            }
        }

        private void write(String id) {
            int version = known.getOrDefault(id, 0);
            if (version == 0) {
                things.insertOne(document(id, 1));
                known.put(id, 1);
                return;
            }
            Document next = document(id, version + 1);
            long matched =
                    things.replaceOne(and(eq("_id", id), eq("version", version)), next)
                            .getMatchedCount();
            assertThat(matched).isEqualTo(1);
            known.put(id, version + 1);
        }
    }

    /** Every part tells the version, so a document of two writes would show. */
    private static Document document(String id, int version) {
        return new Document("_id", id)
                .append("version", version)
                .append("unique", id + "/" + version)
                .append("writer", id.substring(0, id.indexOf('_')))
                .append("filling", (version + ",").repeat(700))
                .append("again", version);
    }

    @Test
    void kill_under_sixteen_writers_loses_no_acknowledged_write() throws Exception {
        List<Map<String, Integer>> known = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            known.add(new HashMap<>());
        }
        for (int round = 0; round < ROUNDS; round++) {
            List<Writer> writers = writeAndKill(known);
            try (StoreProcess store = StoreProcess.start(data);
                    MongoClient client = MongoClients.create(store.uri())) {
                verify(collection(client), writers);
                assertThat(store.stop()).isEqualTo(143);
            }
        }
    }

    private List<Writer> writeAndKill(List<Map<String, Integer>> known) throws Exception {
        try (StoreProcess store = StoreProcess.start(data);
                MongoClient client = MongoClients.create(store.uri())) {
            MongoCollection<Document> things = collection(client);
            things.createIndex(Indexes.ascending("unique"), new IndexOptions().unique(true));
            things.createIndex(
                    Indexes.compoundIndex(
                            Indexes.ascending("writer"), Indexes.descending("version")));
            CountDownLatch enough = new CountDownLatch(1);
            AtomicInteger acknowledged = new AtomicInteger();
            List<Writer> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                writers.add(new Writer(things, i, known.get(i), acknowledged, enough));
            }
            writers.forEach(Thread::start);
            assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
            store.kill();
            for (Writer writer : writers) {
                writer.join();
            }
            return writers;
        }
    }

    private static MongoCollection<Document> collection(MongoClient client) {
        return client.getDatabase("crash").getCollection("things");
    }

    private static void verify(MongoCollection<Document> things, List<Writer> writers) {
        long expected = 0;
        for (Writer writer : writers) {
            if (!writer.unsure.isEmpty()) {
                Document found = things.find(eq("_id", writer.unsure)).first();
                int before = writer.known.getOrDefault(writer.unsure, 0);
                int now = found == null ? 0 : found.getInteger("version");
                assertThat(now).as(writer.unsure).isBetween(before, before + 1);
                if (now > 0) {
                    writer.known.put(writer.unsure, now);
                }
            }
            writer.known.forEach(
                    (id, version) -> {
                        Document whole = document(id, version);
                        assertThat(things.find(eq("_id", id)).first()).as(id).isEqualTo(whole);
                        assertThat(things.find(eq("unique", id + "/" + version)).first())
                                .isEqualTo(whole);
                    });
            assertThat(things.countDocuments(eq("writer", "w" + writer.number)))
                    .isEqualTo(writer.known.size());
            expected += writer.known.size();
        }
        assertThat(things.estimatedDocumentCount()).isEqualTo(expected);
        assertThat(things.find().hint(new Document("$natural", 1)).into(new ArrayList<>()))
                .hasSize((int) expected);
    }

    @Test
    void a_taken_port_and_a_used_directory_are_told_apart() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process onTakenPort = StoreProcess.launch(data.resolve("other"), taken.getLocalPort());
            assertThat(output(onTakenPort))
                    .contains("port " + taken.getLocalPort())
                    .contains("taken");
            assertThat(onTakenPort.waitFor()).isEqualTo(1);
        }
        try (StoreProcess store = StoreProcess.start(data)) {
            Process second = StoreProcess.launch(data, 0);
            assertThat(output(second)).contains("in use by another process");
            assertThat(second.waitFor()).isEqualTo(1);
            assertThat(store.process().isAlive()).isTrue();
        }
    }

    private static String output(Process process) throws Exception {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            return String.join("\n", reader.readAllLines());
        }
    }
}
