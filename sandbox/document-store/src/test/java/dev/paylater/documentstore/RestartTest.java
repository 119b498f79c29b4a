package dev.paylater.documentstore;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Indexes.ascending;
import static com.mongodb.client.model.Indexes.descending;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** A store that is opened again has everything it had, and nothing that was dropped. */
class RestartTest {

    @TempDir private Path data;

    private void session(Consumer<MongoDatabase> work) throws IOException, RocksDBException {
        try (StoreServer server = new StoreServer(InetAddress.getLoopbackAddress(), 0, data);
                MongoClient client = MongoClients.create("mongodb://127.0.0.1:" + server.port())) {
            work.accept(client.getDatabase("db"));
        }
    }

    @Test
    void documents_counts_indexes_and_knowledge_of_arrays_survive() throws Exception {
        session(
                database -> {
                    MongoCollection<Document> things = database.getCollection("things");
                    things.createIndex(ascending("u"), new IndexOptions().unique(true));
                    things.createIndex(
                            descending("t"),
                            new IndexOptions()
                                    .partialFilterExpression(
                                            new Document("t", new Document("$exists", true))));
                    for (int id = 0; id < 30; id++) {
                        things.insertOne(
                                new Document("_id", id)
                                        .append("u", id)
                                        .append("t", List.of(id, 100)));
                    }
                    things.deleteOne(eq("_id", 29));
                });
        session(
                database -> {
                    MongoCollection<Document> things = database.getCollection("things");
                    assertThat(things.estimatedDocumentCount()).isEqualTo(29);
                    assertThat(things.listIndexes().map(index -> index.getString("name")))
                            .containsExactly("_id_", "u_1", "t_-1");
                    assertThat(things.find(eq("t", 100)).into(new ArrayList<>())).hasSize(29);
                    assertThat(
                                    things.find(new Document("t", new Document("$gte", 0)))
                                            .into(new ArrayList<>()))
                            .hasSize(29);
                    assertThat(things.find(and(eq("t", 3), eq("t", 100))).into(new ArrayList<>()))
                            .hasSize(1);
                    assertThatThrownBy(() -> things.insertOne(new Document("u", 3)))
                            .isInstanceOf(MongoWriteException.class);
                });
    }

    @Test
    void dropped_collections_and_indexes_stay_dropped_and_their_names_start_afresh()
            throws Exception {
        session(
                database -> {
                    MongoCollection<Document> things = database.getCollection("things");
                    things.createIndex(ascending("a"), new IndexOptions().unique(true));
                    things.insertOne(new Document("_id", 1).append("a", 1));
                    things.drop();
                    things.insertOne(new Document("_id", 2).append("a", 1));
                    things.insertOne(new Document("_id", 3).append("a", 1));
                    database.getCollection("other").insertOne(new Document());
                    database.getCollection("other").drop();
                });
        session(
                database -> {
                    assertThat(database.listCollectionNames()).containsExactly("things");
                    assertThat(database.getCollection("things").countDocuments()).isEqualTo(2);
                    assertThat(database.getCollection("things").listIndexes()).hasSize(1);
                    database.drop();
                    assertThat(database.listCollectionNames()).isEmpty();
                });
        session(database -> assertThat(database.listCollectionNames()).isEmpty());
    }
}
