package dev.paylater.documentstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOptions;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each update operator makes of a document, written as before, update and after. */
class UpdateOperatorsTest {

    private static StoreUnderTest store;
    private MongoCollection<BsonDocument> things;

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
        things = store.collection().withDocumentClass(BsonDocument.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {a: 1}              | {$set: {b: 2, 'c.d': 3}}                  | {a: 1, b: 2, c: {d: 3}}
                    {a: {b: 1, c: 2}}   | {$set: {'a.b': 5}}                        | {a: {b: 5, c: 2}}
                    {a: [1, 2]}         | {$set: {'a.1': 9, 'a.3': 7}}              | {a: [1, 9, null, 7]}
                    {a: 1, b: 2}        | {$unset: {a: 1, 'x.y': 1}}                | {b: 2}
                    {a: [1, 2]}         | {$unset: {'a.0': 1}}                      | {a: [null, 2]}
                    {a: 1}              | {$inc: {a: 2, b: -1, 'c.d': 1}}           | {a: 3, b: -1, c: {d: 1}}
                    {a: 2147483647}     | {$inc: {a: 1}}                            | {a: {$numberLong: '2147483648'}}
                    {a: 1}              | {$inc: {a: 0.5}}                          | {a: 1.5}
                    {a: 3}              | {$mul: {a: 2, b: 5}}                      | {a: 6, b: 0}
                    {a: 3, b: 3}        | {$min: {a: 2, b: 4, c: 1}}                | {a: 2, b: 3, c: 1}
                    {a: 3, b: 3}        | {$max: {a: 2, b: 4, c: 1}}                | {a: 3, b: 4, c: 1}
                    {a: 1, b: 2}        | {$rename: {a: 'c.d', x: 'y'}}             | {b: 2, c: {d: 1}}
                    {a: [1]}            | {$push: {a: 2, b: 3}}                     | {a: [1, 2], b: [3]}
                    {a: [1]}            | {$push: {a: {$each: [2, 3], $position: 0}}} | {a: [2, 3, 1]}
                    {a: [5, 1]}         | {$push: {a: {$each: [3], $sort: 1, $slice: -2}}} | {a: [3, 5]}
                    {a: [{k: 2}]}       | {$push: {a: {$each: [{k: 1}], $sort: {k: 1}}}} | {a: [{k: 1}, {k: 2}]}
                    {a: [1]}            | {$addToSet: {a: {$each: [1, 2, 2]}, b: 4}} | {a: [1, 2], b: [4]}
                    {a: [1, 2, 3]}      | {$pop: {a: 1}}                            | {a: [1, 2]}
                    {a: [1, 2, 3]}      | {$pop: {a: -1}}                           | {a: [2, 3]}
                    {a: [1, 5, 9]}      | {$pull: {a: {$gte: 5}}}                   | {a: [1]}
                    {a: [{k: 1, l: 2}, {k: 3}]} | {$pull: {a: {k: 1}}}              | {a: [{k: 3}]}
                    {a: [1, 2, 1]}      | {$pull: {a: 1}}                           | {a: [2]}
                    {a: [1, 2, 3]}      | {$pullAll: {a: [1, 3]}}                   | {a: [2]}
                    {a: [{n: 1}, {n: 2}]} | {$inc: {'a.$[].n': 10}}                 | {a: [{n: 11}, {n: 12}]}
                    {a: 1}              | {$setOnInsert: {b: 1}}                    | {a: 1}
                    """)
    void an_operator_turns_before_into_after(String before, String update, String after) {
        BsonDocument inserted = BsonDocument.parse(before).append("_id", new org.bson.BsonInt32(1));
        things.insertOne(inserted);
        things.updateOne(new Document("_id", 1), BsonDocument.parse(update));
        BsonDocument found = things.find().iterator().next();
        found.remove("_id");
        assertThat(found).isEqualTo(BsonDocument.parse(after));
    }

    @Test
    void the_matched_element_is_changed_by_position() {
        things.insertOne(
                BsonDocument.parse("{_id: 1, a: [{k: 1, n: 0}, {k: 2, n: 0}, {k: 2, n: 0}]}"));
        things.updateOne(
                BsonDocument.parse("{_id: 1, 'a.k': 2}"),
                BsonDocument.parse("{$set: {'a.$.n': 5}}"));
        things.updateOne(
                BsonDocument.parse("{a: {$elemMatch: {k: 2, n: 0}}}"),
                BsonDocument.parse("{$set: {'a.$.n': 7}}"));
        assertThat(things.find().first())
                .isEqualTo(
                        BsonDocument.parse(
                                "{_id: 1, a: [{k: 1, n: 0}, {k: 2, n: 5}, {k: 2, n: 7}]}"));
        assertCode(2, "{_id: 1}", "{$set: {'a.$.n': 1}}");
    }

    @Test
    void array_filters_choose_the_elements() {
        things.insertOne(BsonDocument.parse("{_id: 1, a: [{k: 1, l: [1, 5]}, {k: 2, l: [6, 2]}]}"));
        things.updateOne(
                new Document("_id", 1),
                BsonDocument.parse("{$set: {'a.$[e].l.$[n]': 0}}"),
                new UpdateOptions()
                        .arrayFilters(
                                List.of(
                                        BsonDocument.parse("{'e.k': 2}"),
                                        BsonDocument.parse("{n: {$gt: 4}}"))));
        assertThat(things.find().first())
                .isEqualTo(
                        BsonDocument.parse("{_id: 1, a: [{k: 1, l: [1, 5]}, {k: 2, l: [0, 2]}]}"));
        assertCode(2, "{_id: 1}", "{$set: {'a.$[x].k': 1}}");
    }

    @Test
    void impossible_updates_change_nothing_and_say_why() {
        BsonDocument before =
                BsonDocument.parse("{_id: 1, a: 'text', n: {$numberLong: '9223372036854775807'}}");
        things.insertOne(before);
        assertCode(14, "{_id: 1}", "{$inc: {a: 1}}");
        assertCode(2, "{_id: 1}", "{$inc: {n: 1}}");
        assertCode(28, "{_id: 1}", "{$set: {'a.b': 1}}");
        assertCode(2, "{_id: 1}", "{$push: {a: 1}}");
        assertCode(40, "{_id: 1}", "{$set: {x: 1}, $inc: {x: 1}}");
        assertCode(40, "{_id: 1}", "{$set: {x: 1, 'x.y': 1}}");
        assertCode(66, "{_id: 1}", "{$set: {_id: 2}}");
        assertCode(66, "{_id: 1}", "{$unset: {_id: 1}}");
        assertCode(9, "{_id: 1}", "{$unknown: {x: 1}}");
        assertThat(things.find().first()).isEqualTo(before);
    }

    private void assertCode(int code, String query, String update) {
        assertThatThrownBy(
                        () ->
                                things.updateOne(
                                        BsonDocument.parse(query), BsonDocument.parse(update)))
                .as(update)
                .isInstanceOfSatisfying(
                        MongoException.class, e -> assertThat(e.getCode()).isEqualTo(code));
    }

    @Test
    void the_current_date_is_the_servers() {
        things.insertOne(BsonDocument.parse("{_id: 1}"));
        things.updateOne(
                new Document("_id", 1),
                BsonDocument.parse("{$currentDate: {d: true, t: {$type: 'timestamp'}}}"));
        BsonDocument found = things.find().iterator().next();
        assertThat(found.getDateTime("d").getValue()).isPositive();
        assertThat(found.getTimestamp("t").getTime()).isPositive();
    }
}
