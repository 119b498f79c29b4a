package dev.paylater.documentstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the document store does not support fails with one of MongoDB's codes, and never silently.
 */
class RefusalTest {

    private static StoreUnderTest store;

    @BeforeAll
    static void start() throws Exception {
        store = StoreUnderTest.startLocal();
        store.database().getCollection("c").insertOne(new Document("_id", 1).append("a", 1));
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
                    59    | {shutdown: 1}
                    59    | {mapReduce: 'c'}
                    59    | {renameCollection: 'a.b', to: 'a.c'}
                    2     | {find: 'c', filter: {$where: 'true'}}
                    2     | {find: 'c', filter: {$text: {$search: 'x'}}}
                    2     | {find: 'c', filter: {$expr: {$eq: ['$a', 1]}}}
                    2     | {find: 'c', filter: {$jsonSchema: {}}}
                    2     | {find: 'c', filter: {a: {$near: [1, 2]}}}
                    2     | {find: 'c', filter: {a: {$gt: 1, b: 2}}}
                    2     | {find: 'c', filter: {$or: []}}
                    2     | {find: 'c', filter: {a: {$in: 1}}}
                    2     | {find: 'c', filter: {a: {$regex: '('}}}
                    2     | {find: 'c', projection: {b: {$slice: 1}}}
                    2     | {find: 'c', projection: {b: '$a'}}
                    2     | {find: 'c', projection: {a: 1, b: 0}}
                    2     | {find: 'c', sort: {a: {$meta: 'textScore'}}}
                    2     | {find: 'c', skip: -1}
                    14    | {find: 'c', filter: 5}
                    72    | {find: 'c', collation: {locale: 'de'}}
                    72    | {find: 'c', let: {x: 1}}
                    72    | {find: 'c', min: {a: 1}}
                    72    | {find: 'c', tailable: true}
                    72    | {find: 'c', returnKey: true}
                    246   | {find: 'c', readConcern: {level: 'snapshot'}}
                    72    | {create: 'd', capped: true, size: 1000}
                    72    | {create: 'd', validator: {a: 1}}
                    72    | {create: 'd', viewOn: 'c', pipeline: []}
                    48    | {create: 'c'}
                    73    | {create: 'system.x'}
                    67    | {createIndexes: 'c', indexes: [{key: {a: 'text'}, name: 'x'}]}
                    67    | {createIndexes: 'c', indexes: [{key: {a: 'hashed'}, name: 'x'}]}
                    67    | {createIndexes: 'c', indexes: [{key: {a: '2dsphere'}, name: 'x'}]}
                    67    | {createIndexes: 'c', indexes: [{key: {'$**': 1}, name: 'x'}]}
                    67    | {createIndexes: 'c', indexes: [{key: {a: 1, b: 1}, name: 'x', expireAfterSeconds: 1}]}
                    72    | {createIndexes: 'c', indexes: [{key: {a: 1}, name: 'x', collation: {locale: 'de'}}]}
                    72    | {createIndexes: 'c', indexes: [{key: {a: 1}, name: 'x', hidden: true}]}
                    26    | {listIndexes: 'unknown'}
                    43    | {getMore: {$numberLong: '5'}, collection: 'c'}
                    40324 | {aggregate: 'c', pipeline: [{$lookup: {}}], cursor: {}}
                    40324 | {aggregate: 'c', pipeline: [{$out: 'd'}], cursor: {}}
                    40573 | {aggregate: 'c', pipeline: [{$changeStream: {}}], cursor: {}}
                    2     | {aggregate: 'c', pipeline: [{$group: {_id: 1, x: {$stdDevPop: '$a'}}}], cursor: {}}
                    2     | {aggregate: 'c', pipeline: [{$group: {_id: '$g', n: {$sum: 1}}}], cursor: {}}
                    40324 | {aggregate: 'c', pipeline: [{$group: {_id: 1, n: {$sum: 1}}}, {$sort: {n: 1}}], cursor: {}}
                    40324 | {aggregate: 'c', pipeline: [{$match: {a: 1}}], cursor: {}}
                    40324 | {aggregate: 'c', pipeline: [{$project: {a: 1}}], cursor: {}}
                    2     | {insert: 'c', documents: [{a: 1}], writeConcern: {w: 2}}
                    2     | {insert: 'c', documents: []}
                    20    | {insert: 'c', documents: [{a: 1}], txnNumber: {$numberLong: '1'}, lsid: {}}
                    72    | {findAndModify: 'c', query: {}, update: [{$set: {a: 1}}]}
                    9     | {findAndModify: 'c', query: {}}
                    18    | {saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: ''}
                    72    | {explain: {update: 'c', updates: []}}
                    """)
    void a_command_is_refused(int code, String command) {
        assertThatThrownBy(() -> store.database().runCommand(BsonDocument.parse(command)))
                .isInstanceOfSatisfying(
                        MongoCommandException.class,
                        e -> assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(code));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    72 | {update: 'c', updates: [{q: {}, u: [{$set: {a: 1}}]}]}
                    72 | {update: 'c', updates: [{q: {}, u: {$set: {a: 1}}, collation: {locale: 'de'}}]}
                    72 | {update: 'c', updates: [{q: {}, u: {$set: {a: 1}}, sort: {a: 1}}]}
                    9  | {update: 'c', updates: [{q: {}, u: {a: 1}, multi: true}]}
                    2  | {update: 'c', updates: [{q: {}, u: {$set: {a: 1}}, hint: 'unknown'}]}
                    72 | {delete: 'c', deletes: [{q: {}, limit: 1, collation: {locale: 'de'}}]}
                    2  | {delete: 'c', deletes: [{q: {$where: '1'}, limit: 1}]}
                    53 | {insert: 'c', documents: [{_id: [1]}]}
                    """)
    void a_statement_is_refused(int code, String command) {
        Document reply = store.database().runCommand(BsonDocument.parse(command));
        assertThat(reply.getInteger("n")).isZero();
        assertThat(reply.getList("writeErrors", Document.class))
                .extracting(error -> error.getInteger("code"))
                .containsExactly(code);
    }

    @Test
    void credentials_are_refused_rather_than_ignored() {
        String uri = store.uri().replace("mongodb://", "mongodb://user:secret@");
        try (MongoClient client = MongoClients.create(uri)) {
            assertThatThrownBy(() -> client.getDatabase("x").runCommand(new Document("ping", 1)))
                    .isInstanceOf(MongoSecurityException.class)
                    .hasRootCauseInstanceOf(MongoCommandException.class);
        }
    }

    @Test
    void transactions_are_refused() {
        try (ClientSession session = store.client().startSession()) {
            session.startTransaction();
            assertThatThrownBy(
                            () ->
                                    store.database()
                                            .getCollection("c")
                                            .insertOne(session, new Document()))
                    .isInstanceOf(MongoException.class);
            session.abortTransaction();
        }
        assertThat(store.database().getCollection("c").countDocuments()).isEqualTo(1);
    }

    @Test
    void sessions_without_transactions_are_accepted() {
        try (ClientSession session = store.client().startSession()) {
            assertThat(store.database().getCollection("c").find(session).first()).isNotNull();
        }
    }

    @Test
    void a_document_over_sixteen_megabytes_is_refused() {
        List<String> nineMegabytes = Collections.nCopies(9, "x".repeat(1 << 20));
        Document growth = new Document("big", new Document("$each", nineMegabytes));
        Document command =
                new Document("findAndModify", "large")
                        .append("query", new Document("_id", 1))
                        .append("update", new Document("$push", growth))
                        .append("upsert", true)
                        .append("fields", new Document("_id", 1));
        store.database().runCommand(command);
        assertThatThrownBy(() -> store.database().runCommand(command))
                .isInstanceOfSatisfying(
                        MongoCommandException.class,
                        e -> assertThat(e.getErrorCode()).isEqualTo(10334));
    }
}
