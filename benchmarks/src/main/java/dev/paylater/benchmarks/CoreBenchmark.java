package dev.paylater.benchmarks;

import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.payment.PaymentCommand;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Deciding and evolving: the rules of money by themselves. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CoreBenchmark {

    private final PaymentCommand create = Samples.create();
    private final PaymentCommand approved = Samples.approved();
    private final StoredPayment requested = Samples.after(null, create, "create");

    @Benchmark
    public StoredPayment create_and_confirm() {
        return Samples.after(null, create, "create");
    }

    @Benchmark
    public StoredPayment approve() {
        return Samples.after(requested, approved, "approved");
    }
}
