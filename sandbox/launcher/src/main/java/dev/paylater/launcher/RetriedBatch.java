package dev.paylater.launcher;

import dev.paylater.launcher.process.Instance;
import dev.paylater.launcher.process.Metrics;
import java.time.Duration;
import java.util.List;

/** A consumer that has been retrying one batch, so that what is behind it waits. */
record RetriedBatch(Instance instance, Duration duration) {
    private static final String METRIC = "paylater_commands_retried_seconds";

    /** What passes by itself within this, a restart of Kafka for example, is no alarm. */
    private static final Duration TOO_LONG = Duration.ofMinutes(1);

    static List<RetriedBatch> of(List<Instance> instances) {
        try (var metrics = new Metrics()) {
            return instances.stream()
                    .filter(RetriedBatch::retriesBatches)
                    .filter(Instance::isAlive)
                    .map(instance -> new RetriedBatch(instance, retriedFor(instance, metrics)))
                    .filter(retried -> retried.duration().isPositive())
                    .toList();
        }
    }

    private static boolean retriesBatches(Instance instance) {
        return switch (instance.service()) {
            case ORCHESTRATOR, REFUND, WEBHOOK -> true;
            case KAFKA, STORE, REGISTRY, PROVIDER_SIMULATOR, CONNECTOR, API -> false;
        };
    }

    private static Duration retriedFor(Instance instance, Metrics metrics) {
        return Duration.ofSeconds((long) metrics.value(instance, METRIC).orElse(0));
    }

    boolean isTooLong() {
        return duration.compareTo(TOO_LONG) > 0;
    }

    String describe() {
        return "%s has been retrying one batch for %s s; its log says why"
                .formatted(instance.name(), duration.toSeconds());
    }
}
