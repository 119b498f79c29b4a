package dev.paylater.documentstore;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.in;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.FindOneAndDeleteOptions;
import com.mongodb.client.model.FindOneAndReplaceOptions;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import com.mongodb.client.result.UpdateResult;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The reading and writing verbs as the driver uses them. */
class CrudTest {

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

    private static Document thing(Object id) {
        return new Document("_id", id);
    }

    private @Nullable Document read(Object id) {
        return things.find(eq("_id", id)).first();
    }

    @Test
    void an_inserted_document_is_found_as_it_was_written() {
        Document nested = new Document("b", List.of(1, 2L, 3.5, "x")).append("c", null);
        Document written = thing("a").append("n", nested).append("t", true);
        things.insertOne(written);
        assertThat(read("a")).isEqualTo(written);
    }

    @Test
    void the_server_makes_up_an_id_where_the_client_sends_none() {
        store.database()
                .runCommand(
                        new Document("insert", things.getNamespace().getCollectionName())
                                .append("documents", List.of(new Document("a", 1))));
        Document found = things.find().iterator().next();
        assertThat(found.keySet()).containsExactly("_id", "a");
        assertThat(found.get("_id")).isInstanceOf(ObjectId.class);
    }

    @Test
    void the_id_is_moved_to_the_front() {
        things.insertOne(new Document("a", 1).append("_id", 7).append("b", 2));
        assertThat(things.find().iterator().next().keySet()).containsExactly("_id", "a", "b");
    }

    @Test
    void ids_are_equal_across_the_types_of_numbers() {
        things.insertOne(thing(1));
        assertThatThrownBy(() -> things.insertOne(thing(1.0)))
                .isInstanceOfSatisfying(
                        MongoWriteException.class,
                        e -> assertThat(e.getError().getCode()).isEqualTo(11000));
        assertThat(read(1L)).isEqualTo(thing(1));
    }

    @Test
    void a_conditional_replace_writes_only_when_the_version_matches() {
        things.insertOne(thing("a").append("version", 1));
        Document second = thing("a").append("version", 2);
        assertThat(
                        things.replaceOne(and(eq("_id", "a"), eq("version", 1)), second)
                                .getModifiedCount())
                .isEqualTo(1);
        UpdateResult late = things.replaceOne(and(eq("_id", "a"), eq("version", 1)), second);
        assertThat(late.getMatchedCount()).isZero();
        assertThat(late.getModifiedCount()).isZero();
        assertThat(read("a")).isEqualTo(second);
    }

    @Test
    void a_replacement_without_an_id_keeps_the_id_and_another_id_is_refused() {
        things.insertOne(thing("a").append("x", 1));
        things.replaceOne(eq("x", 1), new Document("x", 2));
        assertThat(read("a")).isEqualTo(thing("a").append("x", 2));
        assertThatThrownBy(() -> things.replaceOne(eq("x", 2), thing("b")))
                .isInstanceOfSatisfying(
                        MongoWriteException.class, e -> assertThat(e.getCode()).isEqualTo(66));
    }

    @Test
    void replacing_with_the_same_content_matches_without_modifying() {
        things.insertOne(thing("a").append("x", 1));
        UpdateResult result = things.replaceOne(eq("_id", "a"), thing("a").append("x", 1));
        assertThat(result.getMatchedCount()).isEqualTo(1);
        assertThat(result.getModifiedCount()).isZero();
    }

    @Test
    void upserts_take_the_equalities_of_the_query() {
        UpdateResult result =
                things.updateOne(
                        and(eq("_id", "a"), eq("k.l", 3), gt("z", 1)),
                        Updates.combine(Updates.set("x", 1), Updates.setOnInsert("y", 2)),
                        new UpdateOptions().upsert(true));
        assertThat(result.getUpsertedId()).isEqualTo(new BsonString("a"));
        assertThat(read("a"))
                .isEqualTo(
                        thing("a").append("k", new Document("l", 3)).append("x", 1).append("y", 2));
        things.replaceOne(eq("_id", "b"), new Document("x", 5), new ReplaceOptions().upsert(true));
        assertThat(read("b")).isEqualTo(thing("b").append("x", 5));
        things.updateOne(
                eq("_id", "a"),
                Updates.combine(Updates.set("x", 9), Updates.setOnInsert("y", 9)),
                new UpdateOptions().upsert(true));
        assertThat(read("a")).containsEntry("x", 9).containsEntry("y", 2);
    }

    @Test
    void many_are_updated_and_deleted_and_counted() {
        things.insertMany(
                IntStream.range(0, 10).mapToObj(i -> thing(i).append("g", i % 2)).toList());
        UpdateResult updated = things.updateMany(eq("g", 1), Updates.set("g", 3));
        assertThat(updated.getModifiedCount()).isEqualTo(5);
        assertThat(things.countDocuments(eq("g", 3))).isEqualTo(5);
        assertThat(things.countDocuments(eq("g", 7))).isZero();
        assertThat(things.countDocuments(eq("g", 3), new CountOptions().skip(1).limit(3)))
                .isEqualTo(3);
        assertThat(things.countDocuments(eq("g", 3), new CountOptions().skip(4))).isEqualTo(1);
        assertThat(things.countDocuments(eq("g", 3), new CountOptions().hintString("_id_")))
                .isEqualTo(5);
        assertThat(things.deleteMany(eq("g", 3)).getDeletedCount()).isEqualTo(5);
        assertThat(things.deleteOne(eq("g", 0)).getDeletedCount()).isEqualTo(1);
        assertThat(things.deleteOne(eq("g", 7)).getDeletedCount()).isZero();
        assertThat(things.countDocuments()).isEqualTo(4);
        assertThat(things.estimatedDocumentCount()).isEqualTo(4);
    }

    @Test
    void find_one_and_modify_answers_before_or_after() {
        things.insertMany(List.of(thing(1).append("s", 5), thing(2).append("s", 3)));
        Document before =
                things.findOneAndUpdate(
                        gt("s", 0),
                        Updates.inc("s", 10),
                        new FindOneAndUpdateOptions().sort(new Document("s", 1)));
        assertThat(before).isEqualTo(thing(2).append("s", 3));
        Document after =
                things.findOneAndReplace(
                        eq("_id", 2),
                        new Document("s", 1),
                        new FindOneAndReplaceOptions().returnDocument(ReturnDocument.AFTER));
        assertThat(after).isEqualTo(thing(2).append("s", 1));
        Document deleted =
                things.findOneAndDelete(
                        gt("s", 0),
                        new FindOneAndDeleteOptions()
                                .sort(new Document("s", -1))
                                .projection(Projections.include("s")));
        assertThat(deleted).isEqualTo(thing(1).append("s", 5));
        assertThat(things.findOneAndDelete(eq("_id", 1))).isNull();
        Document upserted =
                things.findOneAndUpdate(
                        eq("_id", 9),
                        Updates.set("s", 1),
                        new FindOneAndUpdateOptions()
                                .upsert(true)
                                .returnDocument(ReturnDocument.AFTER));
        assertThat(upserted).isEqualTo(thing(9).append("s", 1));
    }

    @Test
    void an_unordered_bulk_does_all_it_can_and_reports_what_it_could_not() {
        things.createIndex(new Document("u", 1), new IndexOptions().unique(true));
        things.insertMany(List.of(thing(1).append("u", 1), thing(2).append("u", 2)));
        MongoBulkWriteException failure =
                catchThrowableOfType(
                        MongoBulkWriteException.class,
                        () ->
                                things.bulkWrite(
                                        List.of(
                                                new InsertOneModel<>(thing(3).append("u", 1)),
                                                new InsertOneModel<>(thing(4).append("u", 4)),
                                                new ReplaceOneModel<>(
                                                        eq("_id", 1), thing(1).append("u", 2)),
                                                new ReplaceOneModel<>(
                                                        eq("_id", 2), thing(2).append("u", 5)),
                                                new UpdateOneModel<>(
                                                        eq("_id", 77), Updates.set("u", 9)),
                                                new DeleteOneModel<>(eq("_id", 4))),
                                        new BulkWriteOptions().ordered(false)));
        assertThat(failure.getWriteErrors())
                .extracting(error -> error.getIndex())
                .containsExactly(0, 2);
        assertThat(failure.getWriteErrors())
                .extracting(error -> error.getCode())
                .containsOnly(11000);
        assertThat(failure.getWriteErrors().getFirst().getMessage())
                .contains("E11000 duplicate key error collection: " + things.getNamespace())
                .contains("index: u_1 dup key: { u: 1 }");
        BulkWriteResult result = failure.getWriteResult();
        assertThat(result.getInsertedCount()).isEqualTo(1);
        assertThat(result.getMatchedCount()).isEqualTo(1);
        assertThat(result.getModifiedCount()).isEqualTo(1);
        assertThat(result.getDeletedCount()).isEqualTo(1);
    }

    @Test
    void a_statement_of_a_bulk_sees_what_those_before_it_did() {
        things.createIndex(new Document("v", 1));
        things.insertMany(List.of(thing(1).append("v", 1), thing(2).append("v", 1)));
        BulkWriteResult result =
                things.bulkWrite(
                        List.of(
                                new UpdateOneModel<>(eq("_id", 1), Updates.inc("v", 1)),
                                new UpdateOneModel<>(eq("_id", 1), Updates.inc("v", 1)),
                                new ReplaceOneModel<>(
                                        eq("_id", 3),
                                        thing(3).append("v", 3),
                                        new ReplaceOptions().upsert(true)),
                                new ReplaceOneModel<>(
                                        and(eq("_id", 3), eq("v", 3)), thing(3).append("v", 4)),
                                new ReplaceOneModel<>(
                                        and(eq("_id", 3), eq("v", 3)), thing(3).append("v", 9)),
                                new ReplaceOneModel<>(eq("_id", 2), thing(2).append("v", 7)),
                                new ReplaceOneModel<>(eq("v", 7), thing(2).append("v", 6))),
                        new BulkWriteOptions().ordered(false));
        assertThat(result.getMatchedCount()).isEqualTo(5);
        assertThat(result.getUpserts()).hasSize(1);
        assertThat(things.countDocuments()).isEqualTo(3);
        assertThat(things.find(gt("v", 0)).sort(new Document("v", 1)))
                .containsExactly(
                        thing(1).append("v", 3), thing(3).append("v", 4), thing(2).append("v", 6));
    }

    @Test
    void a_statement_that_fails_leaves_nothing_behind_in_its_bulk() {
        things.createIndex(new Document("v", 1));
        things.createIndex(new Document("a", 1).append("b", 1));
        things.insertMany(List.of(thing(1).append("v", 1), thing(2).append("v", 2)));
        var parallel = thing(1).append("v", 7).append("a", List.of(1, 2)).append("b", List.of(1));
        MongoBulkWriteException failure =
                catchThrowableOfType(
                        MongoBulkWriteException.class,
                        () ->
                                things.bulkWrite(
                                        List.of(
                                                new ReplaceOneModel<>(eq("_id", 1), parallel),
                                                new ReplaceOneModel<>(
                                                        eq("_id", 2), thing(2).append("v", 8))),
                                        new BulkWriteOptions().ordered(false)));
        assertThat(failure.getWriteErrors()).hasSize(1);
        assertThat(things.find(eq("v", 1))).containsExactly(thing(1).append("v", 1));
        assertThat(things.find(gt("v", 1))).containsExactly(thing(2).append("v", 8));
    }

    @Test
    void an_ordered_bulk_stops_at_the_first_error() {
        things.insertOne(thing(1));
        MongoBulkWriteException failure =
                catchThrowableOfType(
                        MongoBulkWriteException.class,
                        () -> things.insertMany(List.of(thing(0), thing(1), thing(2))));
        assertThat(failure.getWriteErrors()).hasSize(1);
        assertThat(failure.getWriteErrors().getFirst().getIndex()).isEqualTo(1);
        assertThat(failure.getWriteResult().getInsertedCount()).isEqualTo(1);
        assertThat(things.countDocuments()).isEqualTo(2);
    }

    @Test
    void a_duplicate_key_tells_which_key_and_value() {
        things.createIndex(new Document("a", 1).append("b", -1), new IndexOptions().unique(true));
        things.insertMany(
                List.of(
                        thing(1).append("a", 1).append("b", "x"),
                        thing(2).append("a", 1).append("b", "y")));
        MongoCommandException failure =
                catchThrowableOfType(
                        MongoCommandException.class,
                        () -> things.findOneAndUpdate(eq("_id", 2), Updates.set("b", "x")));
        assertThat(failure.getErrorCode()).isEqualTo(11000);
        assertThat(failure.getResponse().getDocument("keyPattern"))
                .isEqualTo(org.bson.BsonDocument.parse("{a: 1, b: -1}"));
        assertThat(failure.getResponse().getDocument("keyValue"))
                .isEqualTo(org.bson.BsonDocument.parse("{a: 1, b: 'x'}"));
    }

    @Test
    void point_gets_by_many_ids_find_each_once() {
        things.insertMany(IntStream.range(0, 300).mapToObj(CrudTest::thing).toList());
        List<Integer> wanted = IntStream.range(0, 500).filter(i -> i % 3 == 0).boxed().toList();
        assertThat(things.find(in("_id", wanted)).map(found -> found.getInteger("_id")))
                .containsExactlyElementsOf(
                        IntStream.range(0, 300).filter(i -> i % 3 == 0).boxed().toList());
    }

    @Test
    void projections_include_or_exclude_also_in_nested_arrays() {
        things.insertOne(
                thing(1).append("a", 1)
                        .append("b", List.of(new Document("c", 2).append("d", 3), 4)));
        assertThat(things.find().projection(Projections.include("b.c")).first())
                .isEqualTo(thing(1).append("b", List.of(new Document("c", 2))));
        assertThat(things.find().projection(Projections.exclude("_id", "b.c")).first())
                .isEqualTo(new Document("a", 1).append("b", List.of(new Document("d", 3), 4)));
        assertThat(
                        things.find()
                                .projection(
                                        Projections.fields(
                                                Projections.include("a"), Projections.excludeId()))
                                .first())
                .isEqualTo(new Document("a", 1));
    }

    @Test
    void what_is_excluded_at_the_top_is_left_out_and_the_rest_is_as_stored() {
        var rest = thing(1).append("n", new Document("deep", List.of(1, "x"))).append("z", 2.5);
        things.insertOne(new Document(rest).append("log", List.of("much", "of", "it")));
        assertThat(things.find().projection(Projections.exclude("log", "absent")).first())
                .isEqualTo(rest);
        assertThat(things.find().projection(Projections.exclude("_id", "n", "z", "log")).first())
                .isEqualTo(new Document());
        assertThat(things.find().projection(Projections.exclude("absent")).first())
                .isEqualTo(new Document(rest).append("log", List.of("much", "of", "it")));
    }

    @Test
    void distinct_values_come_from_arrays_too() {
        things.insertMany(
                List.of(
                        thing(1).append("t", List.of("x", "y")),
                        thing(2).append("t", "y"),
                        thing(3)));
        assertThat(things.distinct("t", String.class)).containsExactlyInAnyOrder("x", "y");
    }
}
