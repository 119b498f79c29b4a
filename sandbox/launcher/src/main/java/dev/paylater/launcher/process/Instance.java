package dev.paylater.launcher.process;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One process that was started here. The start time belongs to its identity: a process id alone may
 * meanwhile belong to a stranger.
 */
public record Instance(Service service, int number, long pid, int port, Instant startedAt) {
    /** Operating systems report a start time rounded to their clock tick. */
    private static final Duration CLOCK_TICK = Duration.ofMillis(1500);

    /** Where one of our own services answers for its health and its metrics. */
    int managementPort() {
        return Ports.management(port);
    }

    public String name() {
        return number == 1 ? service.label() : service.label() + "-" + number;
    }

    /** Whether another service runs in the same process. */
    public boolean sharesProcessWith(Instance other) {
        return pid == other.pid && service != other.service;
    }

    public boolean isAlive() {
        return process().isPresent();
    }

    public Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(Liveness::isRunning).filter(this::startedThen);
    }

    private boolean startedThen(ProcessHandle process) {
        return process.info()
                .startInstant()
                .map(start -> Duration.between(start, startedAt).abs().compareTo(CLOCK_TICK) <= 0)
                .orElse(true);
    }
}
