package dev.paylater.benchmarks;

import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.payment.PaymentCommand;
import org.openjdk.jmh.annotations.Benchmark;

/** Deciding and evolving: the rules of money by themselves. */
public class CoreBenchmark extends MicroBenchmark {

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
