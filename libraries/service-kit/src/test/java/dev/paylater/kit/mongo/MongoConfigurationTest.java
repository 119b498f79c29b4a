package dev.paylater.kit.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClients;
import dev.paylater.teststack.Stack;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MongoConfigurationTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb://a:1,b:1/paylater",
                "mongodb://a:1,b:1/paylater?readConcernLevel=local&readPreference=secondary&w=1"
            })
    void what_decisions_follow_from_is_durable_whatever_the_address_says(String uri) {
        var settings = MongoConfiguration.settings(uri);
        assertThat(settings.getReadConcern()).isEqualTo(ReadConcern.MAJORITY);
        assertThat(settings.getReadPreference()).isEqualTo(ReadPreference.primary());
        assertThat(settings.getWriteConcern())
                .isEqualTo(
                        WriteConcern.MAJORITY.withJournal(true).withWTimeout(5, TimeUnit.SECONDS));
    }

    @Test
    void the_store_of_the_tests_takes_these_settings() {
        var settings = MongoConfiguration.settings(Stack.shared().mongoUri("majority"));
        try (var client = MongoClients.create(settings)) {
            var documents = client.getDatabase("majority").getCollection("documents");
            documents.insertOne(new Document("_id", "one"));
            assertThat(documents.find()).containsExactly(new Document("_id", "one"));
        }
    }
}
