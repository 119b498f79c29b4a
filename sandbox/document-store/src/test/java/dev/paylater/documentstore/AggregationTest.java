package dev.paylater.documentstore;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pipelines of the stages that are supported, written as pipeline and result. */
class AggregationTest {

    private static StoreUnderTest store;
    private static MongoCollection<BsonDocument> things;

    @BeforeAll
    static void start() throws Exception {
        store = StoreUnderTest.start();
        things = store.collection().withDocumentClass(BsonDocument.class);
        for (String thing :
                List.of(
                        "{_id: 1, g: 'x', n: 5, t: [1, 2], s: {d: 1}}",
                        "{_id: 2, g: 'y', n: 7, t: [], s: {d: 2}}",
                        "{_id: 3, g: 'x', n: 1.5, t: [2], s: {d: 3}}",
                        "{_id: 4, g: null, n: 2}")) {
            things.insertOne(BsonDocument.parse(thing));
        }
    }

    @AfterAll
    static void stop() throws Exception {
        store.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    [{$match: {g: 'x'}}, {$count: 'c'}]                              | [{c: 2}]
                    [{$match: {g: 'none'}}, {$count: 'c'}]                           | []
                    [{$match: {n: {$gt: 1}}}, {$sort: {n: -1}}, {$limit: 2}, {$project: {n: 1}}] | [{_id: 2, n: 7}, {_id: 1, n: 5}]
                    [{$sort: {_id: 1}}, {$skip: 1}, {$limit: 1}, {$project: {_id: 0, g: 1}}] | [{g: 'y'}]
                    [{$group: {_id: '$g', s: {$sum: '$n'}, c: {$sum: 1}}}, {$sort: {_id: 1}}] | [{_id: null, s: 2, c: 1}, {_id: 'x', s: 6.5, c: 2}, {_id: 'y', s: 7, c: 1}]
                    [{$group: {_id: null, a: {$avg: '$n'}, x: {$max: '$n'}, m: {$min: '$n'}}}] | [{_id: null, a: 3.875, x: 7, m: 1.5}]
                    [{$sort: {_id: 1}}, {$group: {_id: 1, f: {$first: '$n'}, l: {$last: '$n'}, p: {$push: '$_id'}, c: {$count: {}}}}] | [{_id: 1, f: 5, l: 2, p: [1, 2, 3, 4], c: 4}]
                    [{$unwind: '$t'}, {$group: {_id: '$t', c: {$sum: 1}}}, {$sort: {_id: 1}}] | [{_id: 1, c: 1}, {_id: 2, c: 2}]
                    [{$group: {_id: {g: '$g'}}}, {$match: {'_id.g': 'y'}}]           | [{_id: {g: 'y'}}]
                    [{$match: {_id: 1}}, {$project: {d: '$s.d', _id: 0}}]            | [{d: 1}]
                    [{$match: {_id: 1}}, {$project: {n: 1, m: {$add: ['$n', 2, 0.5]}}}] | [{_id: 1, n: 5, m: 7.5}]
                    [{$match: {_id: 2}}, {$addFields: {b: {$cond: [{$gte: ['$n', 7]}, 'big', 'small']}}}, {$project: {b: 1}}] | [{_id: 2, b: 'big'}]
                    """)
    void a_pipeline_gives_its_result(String pipeline, String result) {
        List<BsonDocument> stages = new ArrayList<>();
        for (BsonValue stage : BsonArray.parse(pipeline)) {
            stages.add(stage.asDocument());
        }
        assertThat(new BsonArray(things.aggregate(stages).batchSize(1).into(new ArrayList<>())))
                .isEqualTo(BsonArray.parse(result));
    }
}
