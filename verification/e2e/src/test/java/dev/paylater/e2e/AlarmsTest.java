package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What nothing would ever move again, or has not moved for too long, is seen by operators. */
@ExtendWith(RunningStack.class)
final class AlarmsTest {

    private static final String FORGOTTEN = "nobody/pay_forgotten";
    private static final String UNANSWERED = "nobody/pay_unanswered";
    private static final Duration UNTIL_COUNTED = Duration.ofSeconds(40);

    @Test
    void payments_that_are_late_are_a_line_in_status_and_a_metric() {
        try (var store = new StoredDocuments()) {
            var payments = store.database().getCollection("payments");
            try {
                payments.insertOne(new Document("_id", FORGOTTEN).append("status", "processing"));
                payments.insertOne(unanswered());
                assertThat(Script.succeed("status"))
                        .contains("1 processing with nothing due")
                        .contains("1 without an outcome for more than 10 min");
                awaitGauge("paylater_payments_forgotten", 1);
                awaitGauge("paylater_payments_unanswered", 1);
            } finally {
                remove(payments);
            }
            assertThat(Script.succeed("status")).contains("0 processing with nothing due");
            awaitGauge("paylater_payments_forgotten", 0);
            awaitGauge("paylater_payments_unanswered", 0);
        }
    }

    /** Not due for an hour, so that no sweeper touches it. */
    private static Document unanswered() {
        var asked = new Document("requested_at", Date.from(Instant.now().minusSeconds(3_600)));
        return new Document("_id", UNANSWERED)
                .append("status", "processing")
                .append("due", Date.from(Instant.now().plusSeconds(3_600)))
                .append("payment", new Document("operations", List.of(asked)));
    }

    private static void remove(MongoCollection<Document> payments) {
        payments.deleteMany(Filters.in("_id", FORGOTTEN, UNANSWERED));
    }

    private static void awaitGauge(String name, long wanted) {
        var orchestrator = Integer.toString(8183 + Script.PORT_OFFSET);
        var end = Instant.now().plus(UNTIL_COUNTED);
        while (ConnectorProcesses.count(orchestrator, name) != wanted) {
            assertThat(Instant.now()).as("%s is not %d in time", name, wanted).isBefore(end);
            MerchantClient.pause();
        }
    }
}
