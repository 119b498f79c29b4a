package dev.paylater.benchmarks;

import dev.paylater.kernel.Stored;
import dev.paylater.kit.bson.RecordCodec;
import dev.paylater.orchestrator.mongo.PaymentDocument;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import org.bson.RawBsonDocument;
import org.openjdk.jmh.annotations.Benchmark;

/** A payment to BSON and back. */
public class DocumentBenchmark extends MicroBenchmark {

    private final RecordCodec<Payment> codec = RecordCodec.of(Payment.class);
    private final Stored<Payment, PaymentEvent> stored = Samples.succeeded();
    private final RawBsonDocument document = codec.toDocument(stored.state());

    @Benchmark
    public RawBsonDocument write_for_a_reply() {
        return PaymentDocument.CODEC.view(stored);
    }

    @Benchmark
    public RawBsonDocument write() {
        return codec.toDocument(stored.state());
    }

    @Benchmark
    public Payment read() {
        return codec.fromDocument(document);
    }
}
