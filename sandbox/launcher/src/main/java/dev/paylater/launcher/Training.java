package dev.paylater.launcher;

import dev.paylater.launcher.process.Background;
import dev.paylater.launcher.process.Folders;
import dev.paylater.launcher.process.Home;
import dev.paylater.launcher.process.Instance;
import dev.paylater.launcher.process.Ports;
import dev.paylater.launcher.process.ProcessShape;
import dev.paylater.launcher.process.Processes;
import dev.paylater.launcher.process.Program;
import dev.paylater.launcher.process.Service;
import dev.paylater.ops.console.Console;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/**
 * Teaches the JVMs to start faster: a second, private stack takes some payments and writes the
 * ahead-of-time caches when it stops. The real stack and its data are not touched.
 */
final class Training {
    /** Enough for the compilers to see what is called often: the caches keep that too. */
    private static final int PAYMENTS = 400;

    private static final int AT_ONCE = 8;
    private static final Duration PATIENCE_WITH_WRITING = Duration.ofMinutes(3);

    private final RunningSystem real;

    Training(RunningSystem real) {
        this.real = real;
    }

    void run() throws IOException, InterruptedException {
        Console console = real.console();
        Home home = real.home().forTraining();
        stopLeftovers(home);
        ProcessShape shape = ProcessShape.of(real.processes().pidFiles().running());
        switch (shape) {
            case PROCESSES -> {
                for (Service service : Service.values()) {
                    real.processes().install(service);
                }
            }
            case ONE_PROCESS -> {
                real.processes().install(Service.REGISTRY);
                real.processes().installOneProcess();
            }
        }
        Ports ports = Ports.anywhereFree();
        Processes processes = Processes.inTraining(home, ports, console);
        var stack = new RunningSystem(home, ports, processes, console);
        try {
            stack.start(EnumSet.allOf(Service.class), shape);
            takePayments(new RunningSystem(home, ports, processes, Console.silent()));
        } finally {
            stack.stop(PATIENCE_WITH_WRITING);
            List<Program> trained = processes.adoptCaches(shape);
            Folders.delete(home.state());
            console.say("Trained: " + trained.stream().map(Program::label).toList());
        }
    }

    private static void takePayments(RunningSystem stack) throws IOException, InterruptedException {
        try (var merchants = Executors.newFixedThreadPool(AT_ONCE)) {
            Callable<Void> payment =
                    () -> {
                        new FirstPayment(stack).run();
                        return null;
                    };
            for (var taken : merchants.invokeAll(Collections.nCopies(PAYMENTS, payment))) {
                taken.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("A payment failed", e.getCause());
        }
    }

    /** By itself and with low priority, so that nobody waits for it. */
    void runInBackground() throws IOException {
        Background.start("train", real.home());
    }

    void stop() throws IOException, InterruptedException {
        Background.stop("train", real.home());
        stopLeftovers(real.home().forTraining());
    }

    private void stopLeftovers(Home home) throws IOException, InterruptedException {
        Processes processes = Processes.inTraining(home, new Ports(0), real.console());
        for (Instance instance : processes.pidFiles().running()) {
            processes.kill(instance);
        }
        Folders.delete(home.state());
    }
}
