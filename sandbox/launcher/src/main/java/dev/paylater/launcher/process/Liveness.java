package dev.paylater.launcher.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Tells whether processes that another call of the script has started still run. The JDK looks
 * after such ones every few hundred milliseconds only, and takes a dead one for alive until its
 * parent has taken note, which the first process of many a container does late or never.
 */
final class Liveness {
    private static final long PAUSE_MILLIS = 10;

    private Liveness() {}

    static boolean isRunning(ProcessHandle process) {
        return process.isAlive() && !isZombie(process.pid());
    }

    /** Returns when none runs any more, or the patience has ended. */
    static void awaitEnd(List<ProcessHandle> processes, Duration patience)
            throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (processes.stream().anyMatch(Liveness::isRunning) && System.nanoTime() < end) {
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /**
     * The state follows the name, which stands in brackets and may contain some; proc(5). It is
     * that of the first thread: while others are still ending, they hold ports and locks.
     */
    private static boolean isZombie(long pid) {
        var process = Path.of("/proc", Long.toString(pid));
        try (var threads = Files.list(process.resolve("task"))) {
            var stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            return stat.startsWith(") Z", stat.lastIndexOf(')')) && threads.count() <= 1;
        } catch (IOException _) {
            return false;
        }
    }
}
