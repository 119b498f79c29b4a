package dev.paylater.orchestrator.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClients;
import dev.paylater.teststack.Stack;
import java.time.Instant;
import java.util.Date;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** What the alarms say of the nightly reconciliation, from its document. */
class NightlyReconciliationTest {

    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");

    @Test
    void differences_and_age_are_those_of_the_latest_and_0_before_the_first() {
        try (var client = MongoClients.create(Stack.shared().mongoUri("nightly"))) {
            var database = client.getDatabase("nightly");
            database.drop();
            var state = database.getCollection("reconciliation_state");
            var nightly = new NightlyReconciliation(database);
            assertThat(nightly.differences()).isZero();
            assertThat(nightly.ageSeconds(NOW)).isZero();

            var began = new Document("_id", "nightly").append("created_at", at(60));
            state.insertOne(began);
            assertThat(nightly.differences()).isZero();
            assertThat(nightly.ageSeconds(NOW)).isEqualTo(60);

            state.replaceOne(
                    new Document("_id", "nightly"),
                    began.append("finished_at", at(10)).append("differences", 7L));
            assertThat(nightly.differences()).isEqualTo(7);
            assertThat(nightly.ageSeconds(NOW)).isEqualTo(10);
        }
    }

    private static Date at(long secondsAgo) {
        return Date.from(NOW.minusSeconds(secondsAgo));
    }
}
