package dev.paylater.documentstore;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.DuplicateKeyException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writers that race each other, and readers beside them. */
class ConcurrencyTest {

    private static final int THREADS = 8;

    private static StoreUnderTest store;
    private MongoCollection<Document> things;

    @BeforeAll
    static void start() throws Exception {
        store = StoreUnderTest.start();
    }

    @AfterAll
    static void stop() throws Exception {
        store.close();
    }

    @BeforeEach
    void useFreshCollection() {
        things = store.collection();
    }

    private static <T> List<T> inParallel(int threads, Callable<T> task) throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                futures.add(pool.submit(task));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        }
    }

    @Test
    void each_version_is_written_by_exactly_one_of_the_racers() throws Exception {
        things.insertOne(new Document("_id", 1).append("version", 0));
        List<Integer> wins =
                inParallel(
                        THREADS,
                        () -> {
                            int won = 0;
                            for (int version = 0; version < 150; version++) {
                                Document next =
                                        new Document("_id", 1).append("version", version + 1);
                                won +=
                                        (int)
                                                things.replaceOne(
                                                                and(
                                                                        eq("_id", 1),
                                                                        eq("version", version)),
                                                                next)
                                                        .getModifiedCount();
                            }
                            return won;
                        });
        Document last = things.find().iterator().next();
        assertThat(wins.stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(last.getInteger("version"));
    }

    @Test
    void no_increment_is_lost() throws Exception {
        things.insertOne(new Document("_id", 1).append("n", 0));
        inParallel(
                THREADS,
                () -> {
                    for (int i = 0; i < 100; i++) {
                        things.updateOne(eq("_id", 1), Updates.inc("n", 1));
                    }
                    return 0;
                });
        assertThat(things.find().iterator().next().getInteger("n")).isEqualTo(THREADS * 100);
    }

    @Test
    void one_of_the_racing_inserts_of_a_unique_value_wins() throws Exception {
        things.createIndex(Indexes.ascending("u"), new IndexOptions().unique(true));
        AtomicInteger duplicates = new AtomicInteger();
        inParallel(
                THREADS,
                () -> {
                    for (int i = 0; i < 50; i++) {
                        try {
                            things.insertOne(new Document("u", i));
                        } catch (DuplicateKeyException | MongoWriteException e) {
                            assertThat(e.getCode()).isEqualTo(11000);
                            duplicates.incrementAndGet();
                        }
                    }
                    return 0;
                });
        assertThat(things.countDocuments()).isEqualTo(50);
        assertThat(duplicates).hasValue(THREADS * 50 - 50);
    }

    @Test
    void bulks_of_conditional_replaces_race_document_by_document() throws Exception {
        for (int id = 0; id < 20; id++) {
            things.insertOne(new Document("_id", id).append("version", 0));
        }
        List<Integer> wins =
                inParallel(
                        THREADS,
                        () -> {
                            int won = 0;
                            for (int version = 0; version < 20; version++) {
                                List<WriteModel<Document>> models = new ArrayList<>();
                                for (int id = 0; id < 20; id++) {
                                    models.add(
                                            new ReplaceOneModel<>(
                                                    and(eq("_id", id), eq("version", version)),
                                                    new Document("_id", id)
                                                            .append("version", version + 1)));
                                }
                                won +=
                                        things.bulkWrite(
                                                        models,
                                                        new BulkWriteOptions().ordered(false))
                                                .getModifiedCount();
                            }
                            return won;
                        });
        int versions = 0;
        for (Document thing : things.find()) {
            versions += thing.getInteger("version");
        }
        assertThat(wins.stream().mapToInt(Integer::intValue).sum()).isEqualTo(versions);
    }

    @Test
    void readers_see_whole_documents_and_never_an_older_state_after_a_newer() throws Exception {
        things.createIndex(Indexes.ascending("version"));
        for (int id = 0; id < 10; id++) {
            things.insertOne(whole(id, 0));
        }
        AtomicBoolean writing = new AtomicBoolean(true);
        try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 1; i < THREADS; i++) {
                readers.add(pool.submit(() -> readWhile(writing)));
            }
            for (int version = 0; version < 60; version++) {
                for (int id = 0; id < 10; id++) {
                    things.replaceOne(
                            and(eq("_id", id), eq("version", version)), whole(id, version + 1));
                }
            }
            writing.set(false);
            for (Future<?> reader : readers) {
                reader.get();
            }
        }
    }

    private void readWhile(AtomicBoolean writing) {
        int[] newest = new int[10];
        while (writing.get()) {
            int count = 0;
            for (Document found : things.find().sort(Indexes.ascending("version"))) {
                int id = found.getInteger("_id");
                int version = found.getInteger("version");
                assertThat(found).isEqualTo(whole(id, version));
                assertThat(version).isGreaterThanOrEqualTo(newest[id]);
                newest[id] = version;
                count++;
            }
            assertThat(count).isEqualTo(10);
        }
    }

    private static Document whole(int id, int version) {
        return new Document("_id", id)
                .append("version", version)
                .append("filling", (version + " ").repeat(500))
                .append("again", version);
    }
}
