package dev.paylater.benchmarks;

import dev.paylater.kernel.Stored;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.PaymentEvent;
import org.openjdk.jmh.annotations.Benchmark;

/** Deciding and evolving: the rules of money by themselves. */
public class CoreBenchmark extends MicroBenchmark {

    private final PaymentCommand create = Samples.create();
    private final PaymentCommand approved = Samples.approved();
    private final Stored<Payment, PaymentEvent> requested = Samples.after(null, create, "create");

    @Benchmark
    public Stored<Payment, PaymentEvent> create_and_confirm() {
        return Samples.after(null, create, "create");
    }

    @Benchmark
    public Stored<Payment, PaymentEvent> approve() {
        return Samples.after(requested, approved, "approved");
    }
}
