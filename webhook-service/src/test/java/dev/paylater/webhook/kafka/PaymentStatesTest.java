package dev.paylater.webhook.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.schemas.PaymentEvent;
import dev.paylater.schemas.PaymentSnapshot;
import dev.paylater.schemas.PaymentState;
import dev.paylater.teststack.Stack;
import dev.paylater.webhook.event.LatestEvents;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.apache.avro.Schema;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class PaymentStatesTest {

    private final MongoDatabase database =
            MongoClients.create(Stack.shared().mongoUri("states_" + UUID.randomUUID()))
                    .getDatabase("states_" + UUID.randomUUID());
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final AvroCodec codec = AvroCodec.of(new StatesOnly());
    private final PaymentStates states =
            new PaymentStates(new LatestEvents(database), new MessagePublisher(producer, codec));

    private static final class StatesOnly implements SchemaRegistry {
        @Override
        public int idOf(String subject, Schema schema) {
            return 1;
        }

        @Override
        public Schema schemaOf(int id) {
            return PaymentState.getClassSchema();
        }
    }

    private void stored(String collection, String paymentId, long sequence) {
        database.getCollection(collection)
                .insertOne(new Document("_id", "m/" + paymentId).append("sequence", sequence));
    }

    private void read(String paymentId, long... sequences) {
        states.publish(
                LongStream.of(sequences).mapToObj(sequence -> event(paymentId, sequence)).toList());
    }

    private static PaymentStates.Read event(String paymentId, long sequence) {
        var id = "m/%s#%d".formatted(paymentId, sequence);
        var snapshot =
                PaymentSnapshot.newBuilder()
                        .setStatus("after " + sequence)
                        .setAmount(6540)
                        .setNetAmount(6540)
                        .setAmountCapturable(0)
                        .setAmountReceived(0)
                        .setAmountRefunded(0)
                        .setCurrency("EUR")
                        .setCaptureMethod("manual")
                        .setProfileId("pro_1")
                        .setCreated(0)
                        .setUpdated(0)
                        .setAttempts(List.of())
                        .setCaptures(List.of())
                        .setRefunds(List.of())
                        .build();
        var event =
                PaymentEvent.newBuilder()
                        .setEventId(id)
                        .setType("anything")
                        .setMerchantId("m")
                        .setPaymentId(paymentId)
                        .setSequence(sequence)
                        .setOccurredAt(0)
                        .setCause("cause")
                        .setPayment(snapshot)
                        .build();
        var context = new MessageContext(null, null, null);
        return new PaymentStates.Read(new Incoming("m/" + paymentId, id, context, event, 0), event);
    }

    /** Payment, number of the event and status, in the order in which they were published. */
    private List<String> published() {
        return producer.history().stream()
                .map(record -> (PaymentState) codec.decode(record.value()))
                .map(
                        state ->
                                "%s %d %s"
                                        .formatted(
                                                state.getPaymentId(),
                                                state.getSequence(),
                                                state.getPayment().getStatus()))
                .toList();
    }

    @Test
    void of_what_is_read_together_the_latest_counts_wherever_it_stands() {
        stored("payments", "pay_1", 5);
        read("pay_1", 4, 5, 3);

        assertThat(published()).containsExactly("pay_1 5 after 5");
    }

    @Test
    void what_comes_again_behind_a_later_event_is_not_published_over_its_state() {
        stored("payments", "pay_1", 5);
        read("pay_1", 5);
        read("pay_1", 3);

        assertThat(published()).containsExactly("pay_1 5 after 5");
    }

    @Test
    void that_holds_for_a_payment_in_the_archive_too() {
        stored("payments_archive", "pay_1", 5);
        read("pay_1", 4);
        read("pay_1", 5);

        assertThat(published()).containsExactly("pay_1 5 after 5");
    }

    @Test
    void the_latest_is_published_as_often_as_it_is_read_so_that_a_crash_loses_none() {
        stored("payments", "pay_1", 2);
        read("pay_1", 1, 2);
        read("pay_1", 1, 2);

        assertThat(published()).containsExactly("pay_1 2 after 2", "pay_1 2 after 2");
    }
}
