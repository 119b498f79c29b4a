package dev.paylater.documentstore;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.elemMatch;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Indexes.ascending;
import static com.mongodb.client.model.Indexes.compoundIndex;
import static com.mongodb.client.model.Indexes.descending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Updates;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Indexes hold what they promise, and queries really use them. */
class IndexTest {

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

    private static Document thing(int id) {
        return new Document("_id", id);
    }

    private void insert(Document... documents) {
        for (Document document : documents) {
            things.insertOne(document);
        }
    }

    private void assertDuplicate(Runnable write) {
        assertThatThrownBy(write::run)
                .isInstanceOfSatisfying(
                        MongoException.class, e -> assertThat(e.getCode()).isEqualTo(11000));
    }

    private List<Integer> ids(FindIterable<Document> found) {
        return found.map(document -> document.getInteger("_id")).into(new ArrayList<>());
    }

    /** The query's plan, as text, after checking how many documents it looked at. */
    private static String planExamining(int atMost, FindIterable<Document> query) {
        Document explained = query.explain();
        Document execution = explained.get("executionStats", Document.class);
        assertThat(execution.getInteger("totalDocsExamined", Integer.MAX_VALUE))
                .as(explained.toJson())
                .isLessThanOrEqualTo(atMost);
        return explained
                .get("queryPlanner", Document.class)
                .get("winningPlan", Document.class)
                .toJson();
    }

    @Test
    void an_index_whose_whole_key_is_known_goes_before_the_first_fields_of_longer_ones() {
        things.createIndex(ascending("shop", "kind", "amount"));
        things.createIndex(ascending("reference"));
        for (int id = 0; id < 50; id++) {
            insert(thing(id).append("shop", 1).append("kind", 2).append("reference", "r" + id));
        }
        Bson wanted = and(in("shop", List.of(1)), eq("kind", 2), eq("reference", "r7"));
        assertThat(planExamining(1, things.find(wanted))).contains("reference_1");
        assertThat(ids(things.find(wanted))).containsExactly(7);
    }

    @Test
    void unique_compound_indexes_count_missing_fields_as_null() {
        things.createIndex(ascending("a", "b"), new IndexOptions().unique(true));
        insert(thing(1).append("a", 1), thing(2).append("a", 1).append("b", 1));
        assertDuplicate(() -> insert(thing(3).append("a", 1).append("b", null)));
        assertDuplicate(() -> things.updateOne(eq("_id", 2), Updates.unset("b")));
        assertDuplicate(
                () -> things.replaceOne(eq("_id", 1), thing(1).append("a", 1.0).append("b", 1L)));
        things.deleteOne(eq("_id", 1));
        things.updateOne(eq("_id", 2), Updates.unset("b"));
        assertThat(ids(things.find(and(eq("a", 1), eq("b", null))))).containsExactly(2);
    }

    @Test
    void unique_indexes_look_into_arrays() {
        things.createIndex(ascending("t"), new IndexOptions().unique(true));
        insert(thing(1).append("t", List.of("x", "y", "x")));
        assertDuplicate(() -> insert(thing(2).append("t", "y")));
        insert(thing(2).append("t", List.of("z")));
        assertDuplicate(() -> things.updateOne(eq("_id", 2), Updates.push("t", "x")));
        assertThat(ids(things.find(eq("t", "x")))).containsExactly(1);
    }

    @Test
    void partial_unique_indexes_hold_only_what_meets_their_filter() {
        things.createIndex(
                ascending("u"),
                new IndexOptions().unique(true).partialFilterExpression(eq("active", true)));
        insert(
                thing(1).append("u", 1).append("active", true),
                thing(2).append("u", 1).append("active", false));
        assertDuplicate(() -> things.updateOne(eq("_id", 2), Updates.set("active", true)));
        things.updateOne(eq("_id", 1), Updates.set("active", false));
        things.updateOne(eq("_id", 2), Updates.set("active", true));
        assertThat(ids(things.find(eq("u", 1)).sort(ascending("_id")))).containsExactly(1, 2);
        assertThat(planExamining(1, things.find(and(eq("u", 1), eq("active", true)))))
                .contains("IXSCAN");
        assertThat(planExamining(2, things.find(eq("u", 1)))).contains("COLLSCAN");
    }

    @Test
    void sparse_unique_indexes_leave_out_documents_without_the_field() {
        things.createIndex(ascending("s"), new IndexOptions().unique(true).sparse(true));
        insert(thing(1), thing(2), thing(3).append("s", 1));
        assertDuplicate(() -> insert(thing(4).append("s", 1)));
        assertThat(ids(things.find(eq("s", null)))).hasSize(2);
        assertThat(ids(things.find(exists("s")))).containsExactly(3);
    }

    @Test
    void parallel_arrays_cannot_be_indexed() {
        things.createIndex(ascending("a", "b"));
        assertThatThrownBy(
                        () ->
                                things.insertOne(
                                        thing(1).append("a", List.of(1)).append("b", List.of(2))))
                .isInstanceOfSatisfying(
                        MongoException.class, e -> assertThat(e.getCode()).isEqualTo(171));
    }

    @Test
    void a_unique_index_over_duplicates_is_refused_and_leaves_nothing_behind() {
        insert(thing(1).append("u", 1), thing(2).append("u", 1));
        assertDuplicate(() -> things.createIndex(ascending("u"), new IndexOptions().unique(true)));
        assertThat(things.listIndexes()).hasSize(1);
        insert(thing(3).append("u", 1));
        things.deleteMany(lt("_id", 3));
        things.createIndex(ascending("u"), new IndexOptions().unique(true));
        assertDuplicate(() -> insert(thing(4).append("u", 1)));
    }

    @Test
    void an_index_is_built_over_what_is_there_and_dropped_again() {
        for (int id = 0; id < 50; id++) {
            insert(thing(id).append("k", id % 5));
        }
        things.createIndex(ascending("k"));
        assertThat(planExamining(10, things.find(eq("k", 3)))).contains("k_1");
        assertThat(ids(things.find(eq("k", 3)))).hasSize(10);
        things.createIndex(ascending("k"));
        assertThat(things.listIndexes().map(index -> index.getString("name")))
                .containsExactly("_id_", "k_1");
        things.dropIndex("k_1");
        assertThat(planExamining(50, things.find(eq("k", 3)))).contains("COLLSCAN");
    }

    @Test
    void conflicting_definitions_are_refused_with_the_usual_codes() {
        things.createIndex(ascending("a"), new IndexOptions().name("n"));
        assertThatThrownBy(() -> things.createIndex(ascending("b"), new IndexOptions().name("n")))
                .isInstanceOfSatisfying(
                        MongoCommandException.class, e -> assertThat(e.getCode()).isEqualTo(86));
        assertThatThrownBy(
                        () ->
                                things.createIndex(
                                        ascending("a"), new IndexOptions().name("n").sparse(true)))
                .isInstanceOfSatisfying(
                        MongoCommandException.class, e -> assertThat(e.getCode()).isIn(85, 86));
        assertThatThrownBy(() -> things.dropIndex("unknown"))
                .isInstanceOfSatisfying(
                        MongoCommandException.class, e -> assertThat(e.getCode()).isEqualTo(27));
    }

    /** Each of these is what a service asks in production, against a few hundred documents. */
    @Test
    void the_queries_of_the_services_examine_what_they_answer() {
        things.createIndex(compoundIndex(ascending("p.merchant"), descending("p.created", "p.id")));
        things.createIndex(
                ascending("due"), new IndexOptions().partialFilterExpression(exists("due")));
        things.createIndex(
                ascending("p.merchant", "p.attempts.mandate"),
                new IndexOptions().partialFilterExpression(exists("p.attempts.mandate")));
        for (int id = 0; id < 400; id++) {
            Document payment =
                    new Document("merchant", "m" + id % 4)
                            .append("created", Instant.ofEpochMilli(id / 8))
                            .append("id", "pay_" + id);
            if (id % 10 == 0) {
                payment.append("attempts", List.of(new Document("mandate", "man_" + id)));
            }
            Document document = thing(id).append("version", 1).append("p", payment);
            insert(id % 3 == 0 ? document.append("due", Instant.ofEpochMilli(id)) : document);
        }
        Bson newestFirst = descending("p.created", "p.id");
        assertThat(
                        planExamining(
                                21,
                                things.find(eq("p.merchant", "m1")).sort(newestFirst).limit(20)))
                .contains("IXSCAN")
                .doesNotContain("SORT");
        Bson page =
                and(
                        eq("p.merchant", "m1"),
                        or(
                                lt("p.created", Instant.ofEpochMilli(30)),
                                and(
                                        eq("p.created", Instant.ofEpochMilli(30)),
                                        lt("p.id", "pay_241"))));
        assertThat(planExamining(22, things.find(page).sort(newestFirst).limit(20)))
                .contains("IXSCAN")
                .doesNotContain("SORT");
        assertThat(
                        planExamining(
                                31,
                                things.find(lte("due", Instant.ofEpochMilli(200)))
                                        .sort(ascending("due"))
                                        .limit(30)))
                .contains("due_1")
                .doesNotContain("SORT");
        assertThat(
                        planExamining(
                                1,
                                things.find(
                                        and(
                                                eq("p.merchant", "m2"),
                                                eq("p.attempts.mandate", "man_10")))))
                .contains("p.attempts.mandate");
        assertThat(planExamining(1, things.find(and(eq("_id", 7), eq("version", 1)))))
                .doesNotContain("COLLSCAN");
        assertThat(planExamining(3, things.find(in("_id", 5, 6, 7)))).doesNotContain("COLLSCAN");
    }

    @Test
    void an_array_is_found_by_its_elements_once_and_never_by_two_of_them_together() {
        things.createIndex(ascending("r"));
        things.createIndex(ascending("l.a", "l.b"));
        insert(
                thing(1).append("r", List.of(1, 9)),
                thing(2).append("r", 5),
                thing(3).append(
                                "l",
                                List.of(
                                        new Document("a", 1).append("b", 9),
                                        new Document("a", 8).append("b", 2))));
        Bson between = and(gte("r", 3), lte("r", 7));
        assertThat(ids(things.find(between).sort(ascending("_id")))).containsExactly(1, 2);
        assertThat(ids(things.find(elemMatch("r", new Document("$gte", 3).append("$lte", 7)))))
                .isEmpty();
        assertThat(ids(things.find(gte("r", 0)))).containsExactlyInAnyOrder(1, 2);
        assertThat(ids(things.find(and(eq("l.a", 1), eq("l.b", 2))))).containsExactly(3);
        assertThat(ids(things.find(elemMatch("l", and(eq("a", 1), eq("b", 2)))))).isEmpty();
        assertThat(ids(things.find(elemMatch("l", and(eq("a", 8), eq("b", 2))))))
                .containsExactly(3);
    }

    @Test
    void embedded_documents_are_compared_whole() {
        things.createIndex(ascending("e"));
        insert(
                thing(1).append("e", new Document("x", 1).append("y", 2)),
                thing(2).append("e", new Document("y", 2).append("x", 1)),
                thing(3).append("e", new Document("x", 2)));
        assertThat(ids(things.find(eq("e", new Document("x", 1L).append("y", 2.0)))))
                .containsExactly(1);
        assertThat(ids(things.find(gte("e", new Document("x", 1).append("y", 3)))))
                .containsExactlyInAnyOrder(2, 3);
        assertThat(planExamining(1, things.find(eq("e", new Document("x", 2))))).contains("IXSCAN");
    }

    @Test
    void a_time_to_live_index_deletes_what_has_expired_and_nothing_else() throws Exception {
        things.createIndex(
                ascending("at"),
                new IndexOptions()
                        .expireAfter(1L, TimeUnit.HOURS)
                        .partialFilterExpression(eq("rubbish", true)));
        Instant old = Instant.now().minusSeconds(7_200);
        insert(
                thing(1).append("at", old).append("rubbish", true),
                thing(2).append("at", old).append("rubbish", false),
                thing(3).append("at", Instant.now()).append("rubbish", true),
                thing(4).append("at", "text").append("rubbish", true),
                thing(5).append("at", List.of(Instant.now(), old)).append("rubbish", true));
        long deadline =
                System.nanoTime() + TimeUnit.SECONDS.toNanos(StoreUnderTest.isReal() ? 90 : 10);
        while (things.countDocuments() > 3 && System.nanoTime() < deadline) {
            Thread.sleep(50);
        }
        assertThat(ids(things.find().sort(ascending("_id")))).containsExactly(2, 3, 4);
    }

    @Test
    void a_hint_is_followed_and_an_unknown_one_refused() {
        things.createIndex(ascending("a"));
        things.createIndex(ascending("b"));
        insert(thing(1).append("a", 1).append("b", 1));
        assertThat(planExamining(1, things.find(eq("a", 1)).hint(ascending("b")))).contains("b_1");
        assertThatThrownBy(() -> things.find(eq("a", 1)).hintString("c_1").first())
                .isInstanceOfSatisfying(
                        MongoException.class, e -> assertThat(e.getCode()).isEqualTo(2));
    }
}
