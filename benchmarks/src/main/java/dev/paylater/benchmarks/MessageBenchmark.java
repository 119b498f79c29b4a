package dev.paylater.benchmarks;

import dev.paylater.kit.kafka.AvroCodec;
import dev.paylater.kit.kafka.SchemaRegistry;
import dev.paylater.schemas.Reply;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A reply, which carries the whole payment, to Avro and back. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MessageBenchmark {

    private static final String TOPIC = "payments.replies";

    private final AvroCodec codec = new AvroCodec(new OneSchema());
    private final Reply reply =
            new Reply(
                    Samples.PAYMENT_ID,
                    null,
                    dev.paylater.orchestrator.mongo.PaymentDocument.head(Samples.succeeded())
                            .getByteBuffer()
                            .asNIO());
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
