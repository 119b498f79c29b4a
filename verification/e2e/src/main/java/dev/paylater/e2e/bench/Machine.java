package dev.paylater.e2e.bench;

import dev.paylater.e2e.RunningProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads from Linux's /proc what processes have used. Times are in milliseconds of one core. */
final class Machine {

    /** The kernel's USER_HZ, which is 100 on every architecture that Java runs on. */
    private static final long TICK_MILLIS = 10;

    private static final Path PROC = Path.of("/proc");
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final long KIBIBYTES_PER_MEBIBYTE = 1024;

    private static final String SEVERAL = "one-process";

    private Machine() {}

    /** Processes of the system that are alive, by name; the one process by its own. */
    static Map<String, Long> processes() {
        var names = new LinkedHashMap<Long, String>();
        RunningProcess.all()
                .forEach(process -> names.merge(process.pid(), process.name(), (_, _) -> SEVERAL));
        var found = new LinkedHashMap<String, Long>();
        names.forEach((pid, name) -> found.put(name, pid));
        return found;
    }

    /** What a process has used since it started; 0 when it is gone. */
    static long cpuMillis(long pid) {
        try {
            return millis(Files.readString(PROC.resolve(pid + "/stat")));
        } catch (IOException e) {
            return 0;
        }
    }

    /** What each thread that compiles for a JVM has used since it started, by its id. */
    static Map<String, Long> compilersMillis(long pid) {
        var used = new HashMap<String, Long>();
        try (var threads = Files.newDirectoryStream(PROC.resolve(pid + "/task"))) {
            for (var thread : threads) {
                threadOfCompiler(thread)
                        .ifPresent(stat -> used.put(thread.toString(), millis(stat)));
            }
        } catch (IOException | DirectoryIteratorException e) {
            return used;
        }
        return used;
    }

    /** The kernel cuts names to 15 characters. */
    private static Optional<String> threadOfCompiler(Path thread) {
        try {
            var stat = Files.readString(thread.resolve("stat"));
            return stat.contains("(C1 CompilerThre") || stat.contains("(C2 CompilerThre")
                    ? Optional.of(stat)
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static long millis(String stat) {
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]))
                * TICK_MILLIS;
    }

    /** What all processes of the machine have used since it started. */
    static long busyMillis() {
        try {
            var fields =
                    Files.readAllLines(PROC.resolve("stat")).getFirst().strip().split("\\s+", -1);
            var user = Long.parseLong(fields[1]) + Long.parseLong(fields[2]);
            var system = Long.parseLong(fields[3]);
            var interrupts = Long.parseLong(fields[6]) + Long.parseLong(fields[7]);
            return (user + system + interrupts) * TICK_MILLIS;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Memory that a process occupies now; 0 when it is gone. */
    static long residentMebibytes(long pid) {
        try {
            return Files.readAllLines(PROC.resolve(pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .map(kibibytes -> kibibytes / KIBIBYTES_PER_MEBIBYTE)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
