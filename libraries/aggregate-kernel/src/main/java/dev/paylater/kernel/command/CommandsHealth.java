package dev.paylater.kernel.command;

import dev.paylater.kit.kafka.ConsumerProgress;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.kafka.listener.MessageListenerContainer;

/**
 * Whether commands are consumed: a consumer that was fenced, hangs, is cut off or keeps retrying a
 * batch makes the service not ready, with the reason. Retrying is a metric as well, in seconds.
 */
public final class CommandsHealth implements HealthIndicator {

    private static final Duration TOO_LONG = Duration.ofMinutes(1);

    private final String topic;
    private final MessageListenerContainer container;
    private final Retries retries;

    public CommandsHealth(
            String topic,
            MessageListenerContainer container,
            Retries retries,
            MeterRegistry meters) {
        this.topic = topic;
        this.container = container;
        this.retries = retries;
        Gauge.builder("paylater.commands.retried.seconds", retries, it -> it.duration().toSeconds())
                .description("For how long one batch has been retried")
                .tag("topic", topic)
                .register(meters);
    }

    @Override
    public Health health() {
        return stopped()
                .or(this::noProgress)
                .or(this::retried)
                .map(reason -> Health.down().withDetail("reason", reason).build())
                .orElseGet(() -> Health.up().build());
    }

    private Optional<String> stopped() {
        return container.isRunning() && container.isInExpectedState()
                ? Optional.empty()
                : Optional.of(
                        "A consumer of %s has stopped and will not go on by itself. If another process runs under the same PAYLATER_INSTANCE, Kafka has fenced this one off: give each its own and restart it. Otherwise its log has the cause"
                                .formatted(topic));
    }

    private Optional<String> noProgress() {
        return container.metrics().values().stream()
                .map(metrics -> ConsumerProgress.trouble(topic, metrics.values()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<String> retried() {
        var duration = retries.duration();
        return retries.longest()
                .filter(_ -> duration.compareTo(TOO_LONG) > 0)
                .map(
                        retry ->
                                "The same batch of %s has failed for %s s and is retried; commands behind it wait. Its log says why"
                                        .formatted(retry.partition(), duration.toSeconds()));
    }
}
