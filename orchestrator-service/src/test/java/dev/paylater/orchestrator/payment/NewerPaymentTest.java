package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.UnreadableDocument;
import dev.paylater.orchestrator.mongo.Payments;
import dev.paylater.teststack.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A payment that a newer version has written, in the hands of this one. */
class NewerPaymentTest {

    private static final String ID = "merchant/pay_newer";

    private MongoClient client;
    private MongoCollection<Document> documents;
    private Payments payments;

    @BeforeEach
    void store() {
        var database = "newer-" + UUID.randomUUID();
        client = MongoClients.create(Stack.shared().mongoUri(database));
        payments = new Payments(client.getDatabase(database));
        documents = client.getDatabase(database).getCollection("payments");
        payments.write(List.of(stored(authorized(CaptureMethod.MANUAL), 1, null)));
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void fields_that_this_version_does_not_know_are_still_there_after_its_own_change() {
        alter(
                new Document("loyalty", "gold")
                        .append("payment.tip", 120L)
                        .append("payment.intent.channel", "kiosk")
                        .append("payment.attempts.0.score", 7)
                        .append("payment.attempts.0.amounts.donated", 1L)
                        .append("payment.attempts.0.stage.d.reviewed_by", "ada")
                        .append("journal.0.trace", "t-1")
                        .append("journal.0.event.d.device", "till 4"));

        change();

        var written = raw();
        assertThat(written)
                .containsEntry("version", 2L)
                .containsEntry("schema", 1)
                .containsEntry("loyalty", "gold");
        var payment = written.get("payment", Document.class);
        assertThat(payment).containsEntry("tip", 120L);
        assertThat(payment.get("intent", Document.class)).containsEntry("channel", "kiosk");
        assertThat(payment.getList("captures", Document.class)).hasSize(1);
        var attempt = payment.getList("attempts", Document.class).getFirst();
        assertThat(attempt).containsEntry("score", 7);
        assertThat(attempt.get("amounts", Document.class)).containsEntry("donated", 1L);
        assertThat(attempt.getEmbedded(List.of("stage", "d"), Document.class))
                .containsEntry("reviewed_by", "ada");
        var first = written.getList("journal", Document.class).getFirst();
        assertThat(first).containsEntry("trace", "t-1");
        assertThat(first.getEmbedded(List.of("event", "d"), Document.class))
                .containsEntry("device", "till 4");
    }

    @Test
    void what_this_version_would_misread_it_does_not_read() {
        alter(new Document("journal.1.event.t", "donation_requested"));
        assertUnreadable("PaymentEvent has no kind donation_requested");

        alter(new Document("journal.1.event.t", "payment_confirmed").append("schema", 2));
        assertUnreadable("it has schema 2, and this version knows 1");

        alter(new Document("schema", 1).append("payment.intent.capture_method", "by_drone"));
        assertUnreadable("CaptureMethod has no value by_drone");
    }

    @ParameterizedTest
    @MethodSource("dev.paylater.orchestrator.payment.StoredPaymentTest#everyStage")
    void in_what_this_version_has_written_itself_nothing_is_unknown(Scenario scenario) {
        documents.deleteMany(new Document());
        payments.write(List.of(stored(scenario, 1, null)));

        assertThat(payments.find(List.of(ID)).get(ID))
                .isEqualTo(stored(scenario, 1, null))
                .extracting(Stored::asRead)
                .isNull();
    }

    private void assertUnreadable(String why) {
        assertThatThrownBy(() -> payments.find(List.of(ID)))
                .isInstanceOf(UnreadableDocument.class)
                .hasMessageContaining(why);
    }

    /** A capture is requested by this version, on what it has read. */
    private void change() {
        var read = payments.find(List.of(ID)).values().iterator().next();
        var captured = authorized(CaptureMethod.MANUAL).when(capture(4000L));
        assertThat(payments.write(List.of(stored(captured, 2, read)))).isEmpty();
    }

    private void alter(Document changes) {
        documents.updateOne(new Document("_id", ID), new Document("$set", changes));
    }

    private Document raw() {
        return Objects.requireNonNull(documents.find(new Document("_id", ID)).first());
    }

    private static Stored<Payment, PaymentEvent> stored(
            Scenario scenario, long version, @Nullable Stored<Payment, PaymentEvent> read) {
        var journal = new ArrayList<Entry<PaymentEvent>>();
        for (var event : scenario.journal()) {
            journal.add(new Entry<>(journal.size() + 1, Scenario.START, "cause", event));
        }
        return new Stored<>(
                ID,
                version,
                scenario.payment(),
                journal,
                List.of(),
                0,
                List.of(),
                read == null ? null : read.asRead());
    }
}
