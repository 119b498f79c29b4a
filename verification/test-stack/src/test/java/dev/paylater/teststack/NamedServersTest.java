package dev.paylater.teststack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClients;
import dev.paylater.broker.LocalBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that somebody runs and names are used, and are as they were afterwards. */
class NamedServersTest {

    @TempDir Path data;

    @Test
    void a_named_store_goes_away_for_the_test_only() {
        try (var theirs = new LocalStore();
                var named = new NamedStore(theirs.uri("theirs") + "?w=1&replicaSet=rs0")) {
            insert(named.uri("mine"), "before");

            named.stop();
            assertThatThrownBy(() -> insert(named.uri("mine"), "meanwhile"))
                    .isInstanceOf(MongoException.class);
            insert(theirs.uri("theirs"), "meanwhile");

            named.restart();
            insert(named.uri("mine"), "after");
            assertThat(ids(named.uri("mine"))).containsExactlyInAnyOrder("before", "after");
            assertThat(ids(theirs.uri("theirs"))).containsExactly("meanwhile");
        }
    }

    @Test
    void a_named_kafka_has_no_topics_before_and_none_afterwards() throws Exception {
        var port = LocalBroker.freePort();
        try (var _ = LocalBroker.start(port, data);
                var admin = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + port))) {
            var named = NamedBroker.at("127.0.0.1:" + port);
            admin.createTopics(List.of(new NewTopic("mine", 1, (short) 1))).all().get();
            assertThatThrownBy(() -> NamedBroker.at("127.0.0.1:" + port))
                    .hasMessageContaining("PAYLATER_TEST_KAFKA names has [mine]");

            named.close();
            assertThat(admin.listTopics().names().get()).isEmpty();
        }
    }

    private static void insert(String uri, String id) {
        try (var client =
                MongoClients.create(
                        uri + (uri.contains("?") ? "&" : "?") + "serverSelectionTimeoutMS=1000")) {
            client.getDatabase(database(uri))
                    .getCollection("it")
                    .insertOne(new Document("_id", id));
        }
    }

    private static List<String> ids(String uri) {
        try (var client = MongoClients.create(uri)) {
            return client.getDatabase(database(uri))
                    .getCollection("it")
                    .find()
                    .map(one -> one.getString("_id"))
                    .into(new ArrayList<>());
        }
    }

    private static String database(String uri) {
        return String.valueOf(new ConnectionString(uri).getDatabase());
    }
}
