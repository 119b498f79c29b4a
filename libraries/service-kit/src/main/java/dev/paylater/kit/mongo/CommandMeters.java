package dev.paylater.kit.mongo;

import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandSucceededEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * How long the store takes for each kind of command. The collection is left out: to name it, each
 * command would have to be read once more.
 */
final class CommandMeters implements CommandListener {

    private static final Duration[] BOUNDS = {
        Duration.ofMillis(10), Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(5)
    };

    private final MeterRegistry meters;
    private final Map<String, Timer> succeeded = new ConcurrentHashMap<>();
    private final Map<String, Timer> failed = new ConcurrentHashMap<>();

    CommandMeters(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        succeeded
                .computeIfAbsent(event.getCommandName(), name -> timer(name, "succeeded"))
                .record(event.getElapsedTime(TimeUnit.NANOSECONDS), TimeUnit.NANOSECONDS);
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        failed.computeIfAbsent(event.getCommandName(), name -> timer(name, "failed"))
                .record(event.getElapsedTime(TimeUnit.NANOSECONDS), TimeUnit.NANOSECONDS);
    }

    private Timer timer(String command, String outcome) {
        return Timer.builder("mongodb.driver.commands")
                .description("Commands to the store")
                .tags("command", command, "outcome", outcome)
                .serviceLevelObjectives(BOUNDS)
                .register(meters);
    }
}
