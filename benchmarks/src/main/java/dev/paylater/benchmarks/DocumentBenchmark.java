package dev.paylater.benchmarks;

import dev.paylater.kit.bson.RecordCodec;
import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.mongo.PaymentDocument;
import dev.paylater.orchestrator.payment.Payment;
import java.util.concurrent.TimeUnit;
import org.bson.RawBsonDocument;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A payment to BSON and back. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DocumentBenchmark {

    private final RecordCodec<Payment> codec = RecordCodec.of(Payment.class);
    private final StoredPayment stored = Samples.succeeded();
    private final RawBsonDocument document = codec.toDocument(stored.payment());

    @Benchmark
    public RawBsonDocument write_for_a_reply() {
        return PaymentDocument.head(stored);
    }

    @Benchmark
    public RawBsonDocument write() {
        return codec.toDocument(stored.payment());
    }

    @Benchmark
    public Payment read() {
        return codec.fromDocument(document);
    }
}
