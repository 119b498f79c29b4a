package dev.paylater.e2e.bench;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One measurement of one scenario. */
record Round(List<BenchScenario.Phase> phases, Usage usage) {

    /** Beyond this share of the machine somebody else's work has changed the result. */
    private static final double TOLERATED_SHARE = 0.05;

    static Round measure(BenchScenario scenario, Duration length, Map<String, Long> processes) {
        var watch = new Usage.Watch(processes);
        var phases = scenario.run(length);
        return new Round(phases, watch.stop());
    }

    boolean isDisturbed() {
        var available = took().toMillis() * (double) Runtime.getRuntime().availableProcessors();
        return usage.othersCpuMillis() > available * TOLERATED_SHARE;
    }

    long done() {
        return phases.stream().mapToLong(p -> p.result().latencies().getTotalCount()).sum();
    }

    long errors() {
        return phases.stream().mapToLong(p -> p.result().errors()).sum();
    }

    Duration took() {
        return phases.stream().map(p -> p.result().took()).reduce(Duration.ZERO, Duration::plus);
    }

    double perSecond() {
        return done() / (took().toNanos() / 1e9);
    }

    /** Of all processes of the system together. */
    double cpuMillisPerUnit() {
        return (double) usage.totalCpuMillis() / Math.max(1, done());
    }

    /** Of all processes of the system together, without what the JVMs' compilers used. */
    double warmCpuMillisPerUnit() {
        return (double) (usage.totalCpuMillis() - usage.compilersMillis()) / Math.max(1, done());
    }
}
