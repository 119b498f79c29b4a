package dev.paylater.benchmarks;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.schemas.Reply;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.openjdk.jmh.annotations.Benchmark;

/** A reply, which carries the whole payment, to Avro and back. */
public class MessageBenchmark extends MicroBenchmark {

    private static final String TOPIC = "payments.replies";

    private final AvroCodec codec = AvroCodec.of(new OneSchema());
    private final Reply reply =
            new Reply(
                    Samples.PAYMENT_ID,
                    null,
                    dev.paylater.orchestrator.mongo.PaymentDocument.reply(Samples.succeeded()));
    private final byte[] encoded = codec.encode(TOPIC, reply);

    private static final class OneSchema implements SchemaRegistry {
        @Override
        public int idOf(String subject, Schema schema) {
            return 1;
        }

        @Override
        public Schema schemaOf(int id) {
            return Reply.getClassSchema();
        }
    }

    @Benchmark
    public byte[] encode() {
        return codec.encode(TOPIC, reply);
    }

    @Benchmark
    public SpecificRecord decode() {
        return codec.decode(encoded);
    }
}
