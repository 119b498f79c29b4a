package dev.paylater.documentstore;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Indexes.ascending;
import static com.mongodb.client.model.Indexes.compoundIndex;
import static com.mongodb.client.model.Indexes.descending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCursorNotFoundException;
import com.mongodb.MongoQueryException;
import com.mongodb.ServerCursor;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Results in order, in parts and in pages. */
class CursorTest {

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
        things.insertMany(
                IntStream.range(0, 250)
                        .mapToObj(
                                id ->
                                        new Document("_id", id)
                                                .append("group", id % 3)
                                                .append("at", id / 20)
                                                .append("x", (id * 7919) % 250))
                        .toList());
    }

    private static List<Integer> ids(FindIterable<Document> found) {
        return found.map(document -> document.getInteger("_id")).into(new ArrayList<>());
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    @Test
    void everything_comes_in_batches_of_any_size() {
        for (int size : new int[] {0, 1, 7, 101, 250, 1000}) {
            assertThat(ids(things.find().sort(ascending("_id")).batchSize(size)))
                    .isEqualTo(range(0, 250));
            assertThat(ids(things.find().batchSize(size)))
                    .containsExactlyInAnyOrderElementsOf(range(0, 250));
        }
    }

    @Test
    void skip_and_limit_cut_the_sorted_result() {
        assertThat(ids(things.find().sort(descending("_id")).skip(10).limit(5)))
                .containsExactly(239, 238, 237, 236, 235);
        assertThat(ids(things.find().sort(ascending("_id")).skip(240).limit(50).batchSize(3)))
                .isEqualTo(range(240, 250));
        assertThat(ids(things.find().sort(ascending("_id")).limit(-4))).containsExactly(0, 1, 2, 3);
        assertThat(ids(things.find().sort(ascending("x")).skip(2).limit(3).batchSize(2)))
                .isEqualTo(
                        things.find().into(new ArrayList<>()).stream()
                                .sorted(
                                        (a, b) ->
                                                Integer.compare(
                                                        a.getInteger("x"), b.getInteger("x")))
                                .skip(2)
                                .limit(3)
                                .map(document -> document.getInteger("_id"))
                                .toList());
        assertThat(ids(things.find().skip(1000))).isEmpty();
    }

    @Test
    void pages_by_key_meet_every_document_once_in_both_directions_despite_ties() {
        things.createIndex(compoundIndex(ascending("group"), descending("at", "_id")));
        List<Integer> forward = new ArrayList<>();
        Bson newestFirst = descending("at", "_id");
        Document last = null;
        while (true) {
            Bson from =
                    last == null
                            ? eq("group", 1)
                            : and(
                                    eq("group", 1),
                                    or(
                                            lt("at", last.get("at")),
                                            and(
                                                    eq("at", last.get("at")),
                                                    lt("_id", last.get("_id")))));
            List<Document> page =
                    things.find(from).sort(newestFirst).limit(7).into(new ArrayList<>());
            if (page.isEmpty()) {
                break;
            }
            page.forEach(document -> forward.add(document.getInteger("_id")));
            last = page.getLast();
        }
        List<Integer> expected =
                new ArrayList<>(range(0, 250).stream().filter(id -> id % 3 == 1).toList());
        Collections.reverse(expected);
        assertThat(forward).isEqualTo(expected);
        Document middle = things.find(eq("_id", 100)).iterator().next();
        Bson after =
                and(
                        eq("group", 1),
                        or(
                                gt("at", middle.get("at")),
                                and(eq("at", middle.get("at")), gt("_id", middle.get("_id")))));
        assertThat(ids(things.find(after).sort(ascending("at", "_id")).limit(3)))
                .containsExactly(103, 106, 109);
    }

    @Test
    void documents_written_between_batches_neither_repeat_nor_hide_others() {
        List<Integer> met = new ArrayList<>();
        try (MongoCursor<Document> cursor =
                things.find().sort(ascending("_id")).batchSize(10).iterator()) {
            while (cursor.hasNext()) {
                int id = cursor.next().getInteger("_id");
                met.add(id);
                if (id % 25 == 0) {
                    things.deleteOne(eq("_id", id));
                    things.insertOne(new Document("_id", -1 - id));
                }
            }
        }
        assertThat(met).isEqualTo(range(0, 250));
    }

    @Test
    void a_killed_cursor_is_gone() {
        MongoCursor<Document> cursor = things.find().batchSize(10).iterator();
        ServerCursor server = cursor.getServerCursor();
        assertThat(server).isNotNull();
        long id = server == null ? 0 : server.getId();
        Document kill =
                new Document("killCursors", things.getNamespace().getCollectionName())
                        .append("cursors", List.of(id, id + 1));
        Document reply = store.database().runCommand(kill);
        assertThat(reply.getList("cursorsKilled", Long.class)).containsExactly(id);
        assertThat(reply.getList("cursorsNotFound", Long.class)).containsExactly(id + 1);
        for (int i = 0; i < 10; i++) {
            cursor.next();
        }
        assertThatThrownBy(cursor::next)
                .isInstanceOfAny(MongoCursorNotFoundException.class, MongoQueryException.class);
    }

    @Test
    void a_reply_of_many_megabytes_comes_complete() {
        String filling = "x".repeat(1_000_000);
        for (int id = 1000; id < 1012; id++) {
            things.insertOne(new Document("_id", id).append("filling", filling));
        }
        List<Document> found = things.find(gt("_id", 999)).into(new ArrayList<>());
        assertThat(found)
                .hasSize(12)
                .allMatch(document -> document.getString("filling").equals(filling));
    }

    @Test
    void cursors_over_large_unsorted_results_keep_the_order() {
        assertThat(ids(things.find().sort(ascending("group", "x")).batchSize(9)))
                .isEqualTo(
                        things.find().into(new ArrayList<>()).stream()
                                .sorted(
                                        (a, b) -> {
                                            int group =
                                                    Integer.compare(
                                                            a.getInteger("group"),
                                                            b.getInteger("group"));
                                            return group != 0
                                                    ? group
                                                    : Integer.compare(
                                                            a.getInteger("x"), b.getInteger("x"));
                                        })
                                .map(document -> document.getInteger("_id"))
                                .toList());
    }
}
