package dev.paylater.api.rotation;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.paylater.kit.security.Sealer;
import dev.paylater.teststack.Stack;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResealingTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Sealer OLD = Fixtures.sealer(1);
    private static final Sealer ROTATED = Fixtures.sealer(2, 1);
    private static final int STEPS_OF_A_ROUND = SealedCollection.values().length;

    private static final String SEALED = '"' + OLD.seal("1", Fixtures.of("p", "ssn")) + '"';

    private final String name = "resealing_" + UUID.randomUUID();
    private final MongoClient client = MongoClients.create(Stack.shared().mongoUri(name));
    private final MongoDatabase database = client.getDatabase(name);

    @AfterEach
    void drop() {
        database.drop();
        client.close();
    }

    private Resealing instance(Instant at) {
        return new Resealing(database, ROTATED, Clock.fixed(at, ZoneOffset.UTC));
    }

    private void steps(Resealing resealing, int steps) {
        for (var i = 0; i < steps; i++) {
            resealing.step();
        }
    }

    private void insert(String collection, String paymentId) {
        database.getCollection(collection).insertOne(Fixtures.payment(paymentId, OLD));
    }

    private Document stored(String collection, String paymentId) {
        return Objects.requireNonNull(
                database.getCollection(collection).find(eq("_id", "m/" + paymentId)).first());
    }

    private boolean isReadableWithoutTheOldKey(String collection, String paymentId) {
        var payment = stored(collection, paymentId).get("payment", Document.class);
        var json = payment.get("terms", Document.class).getString("ssn");
        return !ROTATED.isUnderOldKey(json.substring(1, json.length() - 1));
    }

    @Test
    void a_round_rewrites_everything_and_the_next_one_finds_nothing() {
        insert("payments", "p1");
        insert("payments", "p2");
        insert("payments_archive", "p3");
        var resealing = instance(NOW);
        assertThat(resealing.left()).isNaN();

        steps(resealing, STEPS_OF_A_ROUND);
        assertThat(resealing.left()).isEqualTo(3);
        assertThat(isReadableWithoutTheOldKey("payments", "p1")).isTrue();
        assertThat(stored("payments", "p1"))
                .containsEntry("version", 4L)
                .containsEntry("sequence", 5L)
                .containsEntry("writer", "w:1");
        assertThat(isReadableWithoutTheOldKey("payments", "p2")).isTrue();
        assertThat(isReadableWithoutTheOldKey("payments_archive", "p3")).isTrue();
        assertThat(stored("payments_archive", "p3")).containsEntry("version", 3L);

        steps(resealing, STEPS_OF_A_ROUND);
        assertThat(resealing.left()).isZero();
    }

    @Test
    void more_than_a_page_is_gone_through_page_by_page() {
        for (var i = 0; i <= Resealing.PAGE; i++) {
            insert("payments", "p%04d".formatted(i));
        }
        var resealing = instance(NOW);
        steps(resealing, STEPS_OF_A_ROUND);
        assertThat(resealing.left()).isNaN();
        steps(resealing, 1);
        assertThat(resealing.left()).isEqualTo(Resealing.PAGE + 1);
    }

    @Test
    void after_a_round_without_findings_it_rests() {
        steps(instance(NOW), STEPS_OF_A_ROUND);
        insert("payments", "p1");
        steps(instance(NOW.plusSeconds(31)), STEPS_OF_A_ROUND);
        assertThat(isReadableWithoutTheOldKey("payments", "p1")).isFalse();

        steps(instance(NOW.plus(Resealing.BETWEEN_ROUNDS).plusSeconds(2)), STEPS_OF_A_ROUND);
        assertThat(isReadableWithoutTheOldKey("payments", "p1")).isTrue();
    }

    @Test
    void whoever_changes_a_payment_meanwhile_wins() {
        insert("payments", "p1");
        var read = stored("payments", "p1");
        steps(instance(NOW), STEPS_OF_A_ROUND);

        var late =
                database.getCollection("payments")
                        .replaceOne(
                                new Document("_id", "m/p1").append("version", read.get("version")),
                                new Document(read).append("version", 4L));
        assertThat(late.getMatchedCount()).isZero();
        assertThat(isReadableWithoutTheOldKey("payments", "p1")).isTrue();
    }

    @Test
    void of_two_instances_one_goes_on_and_the_other_one_takes_over_when_it_is_gone() {
        insert("payments", "p1");
        var first = instance(NOW);
        var second = instance(NOW);
        first.step();
        steps(second, 2 * STEPS_OF_A_ROUND);
        assertThat(isReadableWithoutTheOldKey("payments", "p1")).isFalse();

        steps(instance(NOW.plusSeconds(31)), STEPS_OF_A_ROUND - 1);
        assertThat(isReadableWithoutTheOldKey("payments", "p1")).isTrue();
        first.step();
        assertThat(first.left()).isEqualTo(1);
    }

    @Test
    void with_another_primary_key_it_begins_again() {
        steps(instance(NOW), STEPS_OF_A_ROUND);
        var next =
                new Resealing(
                        database,
                        Fixtures.sealer(3, 2, 1),
                        Clock.fixed(NOW.plusSeconds(31), ZoneOffset.UTC));
        insert("payments", "p1");
        assertThat(next.left()).isNaN();
        steps(next, STEPS_OF_A_ROUND);
        assertThat(next.left()).isEqualTo(1);
    }

    @Test
    void what_cannot_be_opened_or_read_stays_counted_and_holds_nothing_up() {
        insert("payments", "p1");
        database.getCollection("payments")
                .updateOne(eq("_id", "m/p1"), set("payment.payment_id", "other"));
        database.getCollection("payments")
                .insertOne(new Document("_id", "x").append("ssn", SEALED));
        insert("payments", "p2");
        var resealing = instance(NOW);
        steps(resealing, 2 * STEPS_OF_A_ROUND);
        assertThat(resealing.left()).isEqualTo(2);
        assertThat(isReadableWithoutTheOldKey("payments", "p2")).isTrue();
        assertThat(stored("payments", "p1")).containsEntry("version", 3L);
    }
}
