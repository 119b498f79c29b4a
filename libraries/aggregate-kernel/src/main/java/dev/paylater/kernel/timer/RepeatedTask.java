package dev.paylater.kernel.timer;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Runs something again and again on a thread of its own, while the service runs. */
public final class RepeatedTask implements SmartLifecycle {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final String name;
    private final Runnable task;
    private final Duration pause;
    private volatile @Nullable ScheduledExecutorService thread;

    /**
     * A task.
     *
     * @param task never throws
     * @param pause between the end of one run and the beginning of the next
     */
    public RepeatedTask(String name, Runnable task, Duration pause) {
        this.name = name;
        this.task = task;
        this.pause = pause;
    }

    @Override
    public void start() {
        var started =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name(name).daemon().factory());
        thread = started;
        var _ = started.scheduleWithFixedDelay(task, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        var running = thread;
        thread = null;
        if (running != null) {
            end(running);
        }
    }

    private static void end(ExecutorService running) {
        running.shutdown();
        try {
            if (!running.awaitTermination(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                running.shutdownNow();
            }
        } catch (InterruptedException e) {
            running.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }
}
