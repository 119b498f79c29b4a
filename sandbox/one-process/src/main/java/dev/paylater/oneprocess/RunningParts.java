package dev.paylater.oneprocess;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the parts in their order and stops them in the other one. */
final class RunningParts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunningParts.class);

    private final Map<ProcessPart, AutoCloseable> running = new ConcurrentHashMap<>();

    /** Returns when all run; the first that does not start ends it. */
    void start(Map<ProcessPart, Map<String, String>> variables)
            throws PartFailed, InterruptedException {
        for (var together : ProcessPart.START_ORDER) {
            startTogether(together.stream().filter(variables::containsKey).toList(), variables);
        }
    }

    private void startTogether(
            List<ProcessPart> parts, Map<ProcessPart, Map<String, String>> variables)
            throws PartFailed, InterruptedException {
        var starting =
                new ExecutorCompletionService<ProcessPart>(
                        task -> Thread.ofPlatform().daemon().start(task));
        for (var part : parts) {
            starting.submit(
                    () -> {
                        PartOfThread.is(part);
                        Thread.currentThread().setName(part.label());
                        try {
                            running.put(
                                    part, part.start(Objects.requireNonNull(variables.get(part))));
                            return part;
                        } catch (Exception | LinkageError e) {
                            throw new PartFailed(part, e);
                        }
                    });
        }
        for (var _ : parts) {
            try {
                starting.take().get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof PartFailed failed) {
                    throw failed;
                }
                throw new IllegalStateException(e.getCause());
            }
        }
    }

    @Override
    public void close() {
        for (var together : ProcessPart.STOP_ORDER) {
            try (var stopping = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
                together.stream()
                        .filter(running::containsKey)
                        .forEach(part -> stopping.execute(() -> stop(part)));
            }
        }
    }

    private void stop(ProcessPart part) {
        PartOfThread.is(part);
        try {
            Objects.requireNonNull(running.remove(part)).close();
        } catch (Exception e) {
            LOG.warn("{} has not stopped in order", part.label(), e);
        }
    }
}
