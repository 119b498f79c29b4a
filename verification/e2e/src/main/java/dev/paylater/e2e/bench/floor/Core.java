package dev.paylater.e2e.bench.floor;

import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.WriteModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.bson.Document;
import org.bson.types.Binary;

/** Passes new requests on, writes those that come back, and lets them go. */
final class Core implements Runnable {

    static final List<Header> DONE = List.of(new RecordHeader("done", new byte[0]));

    private final FloorKafka kafka;
    private final Producer<String, byte[]> producer;
    private final MongoCollection<Document> collection;

    Core(FloorKafka kafka, String mongo) {
        this.kafka = kafka;
        this.producer = kafka.producer();
        this.collection = MongoClients.create(mongo).getDatabase("floor").getCollection("floor");
    }

    @Override
    public void run() {
        kafka.follow(FloorProcess.COMMANDS, this::take);
    }

    private void take(ConsumerRecords<String, byte[]> records) {
        var writes = new ArrayList<WriteModel<Document>>();
        var outgoing = new ArrayList<ProducerRecord<String, byte[]>>();
        records.forEach(
                command -> {
                    var done = command.headers().lastHeader("done") != null;
                    outgoing.add(
                            new ProducerRecord<>(
                                    done ? FloorProcess.REPLIES : FloorProcess.WORK,
                                    command.key(),
                                    command.value()));
                    if (done) {
                        writes.add(write(command.key(), command.value()));
                    }
                });
        if (!writes.isEmpty()) {
            collection.bulkWrite(writes);
        }
        var sent = new ArrayList<Future<?>>();
        outgoing.forEach(message -> sent.add(producer.send(message)));
        sent.forEach(Core::await);
    }

    private static WriteModel<Document> write(String id, byte[] body) {
        return new ReplaceOneModel<>(
                Filters.and(Filters.eq("_id", id), Filters.eq("version", 0)),
                new Document("_id", id).append("version", 1L).append("body", new Binary(body)),
                new ReplaceOptions().upsert(true));
    }

    private static void await(Future<?> acknowledgement) {
        try {
            acknowledgement.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
