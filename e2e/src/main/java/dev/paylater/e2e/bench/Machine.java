package dev.paylater.e2e.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/** Reads from Linux's /proc what processes have used. Times are in milliseconds of one core. */
final class Machine {

    /** The kernel's USER_HZ, which is 100 on every architecture that Java runs on. */
    private static final long TICK_MILLIS = 10;

    private static final Path PROC = Path.of("/proc");
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final long KIBIBYTES_PER_MEBIBYTE = 1024;

    private final Path pidFiles;

    Machine(Path home) {
        this.pidFiles = home.resolve("pids");
    }

    static Machine fromEnvironment(Map<String, String> environment) {
        var home = environment.getOrDefault("PAYLATER_HOME", "");
        return new Machine(
                home.isBlank()
                        ? Path.of(environment.getOrDefault("PAYLATER_CHECKOUT", "."), ".paylater")
                        : Path.of(home));
    }

    /** Processes of the system that are alive, by name. */
    Map<String, Long> processes() {
        var found = new LinkedHashMap<String, Long>();
        for (var file : list(pidFiles)) {
            var lines = new Properties();
            try (var in = Files.newBufferedReader(file)) {
                lines.load(in);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            var pid = Long.parseLong(lines.getProperty("pid", "0"));
            if (Files.exists(PROC.resolve(Long.toString(pid)))) {
                var name = file.getFileName().toString();
                found.put(name.substring(0, name.lastIndexOf('.')), pid);
            }
        }
        return found;
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".pid")).sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a process has used since it started; 0 when it is gone. */
    static long cpuMillis(long pid) {
        try {
            var stat = Files.readString(PROC.resolve(pid + "/stat"));
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]))
                    * TICK_MILLIS;
        } catch (IOException e) {
            return 0;
        }
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
