package dev.paylater.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A running process of the system, as the script has noted it when it started it. */
public record RunningProcess(String service, int number, long pid, int port) {

    private static final String SUFFIX = ".pid";
    private static final String LOG = ".log";
    private static final int MANAGEMENT_DISTANCE = 100;

    /** All of the system's processes that are alive, by service and number. */
    public static List<RunningProcess> all() {
        try (Stream<Path> files = Files.list(home().resolve("pids"))) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .map(RunningProcess::read)
                    .filter(RunningProcess::isAlive)
                    .sorted(
                            Comparator.comparing(RunningProcess::service)
                                    .thenComparingInt(RunningProcess::number))
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a process of this name has printed. */
    public record Log(String name, Path file) {

        /** All of it. */
        public Stream<String> lines() {
            try {
                return Files.readAllLines(file).stream();
            } catch (IOException e) {
                return Stream.of(e.toString());
            }
        }
    }

    /** The logs of all processes that were ever started. */
    public static List<Log> logs() {
        try (Stream<Path> files = Files.list(home().resolve("logs"))) {
            return files.filter(file -> file.toString().endsWith(LOG))
                    .map(RunningProcess::log)
                    .sorted(Comparator.comparing(Log::name))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Log log(Path file) {
        var name = file.getFileName().toString();
        return new Log(name.substring(0, name.length() - LOG.length()), file);
    }

    /** All instances of a service that are alive, in the order of their numbers. */
    public static List<RunningProcess> of(String service) {
        return all().stream().filter(process -> process.service().equals(service)).toList();
    }

    /** How often a line is in the log of this name, whichever of its processes wrote it. */
    public static long countInLog(String name, String line) {
        try (var lines = Files.lines(home().resolve("logs").resolve(name + ".log"))) {
            return lines.filter(line::equals).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path home() {
        var home = System.getenv().getOrDefault("PAYLATER_HOME", "");
        return home.isBlank()
                ? Path.of(System.getenv().getOrDefault("PAYLATER_CHECKOUT", "../.."), ".paylater")
                : Path.of(home);
    }

    private static RunningProcess read(Path file) {
        var lines = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            lines.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RunningProcess(
                lines.getProperty("service", ""),
                Integer.parseInt(lines.getProperty("number", "1")),
                Long.parseLong(lines.getProperty("pid", "0")),
                Integer.parseInt(lines.getProperty("port", "0")));
    }

    /** Where it prints. */
    public Path log() {
        return home().resolve("logs").resolve(name() + ".log");
    }

    /** Notes for the script that another process has taken its place. */
    public void isNow(ProcessHandle successor) throws IOException {
        var file = home().resolve("pids").resolve(name() + SUFFIX);
        var lines = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            lines.load(in);
        }
        lines.setProperty("pid", Long.toString(successor.pid()));
        lines.setProperty(
                "startedAt", successor.info().startInstant().orElseGet(Instant::now).toString());
        try (var out = Files.newBufferedWriter(file)) {
            lines.store(out, null);
        }
    }

    /** Where it answers for its health and its metrics, if it is one of the four services. */
    public int managementPort() {
        return port + MANAGEMENT_DISTANCE;
    }

    /** As the script calls it. */
    public String name() {
        return number == 1 ? service : service + "-" + number;
    }

    /** Whether it has been suspended by a signal. */
    public boolean isStopped() {
        return output("ps", "-o", "state=", "-p", Long.toString(pid)).strip().startsWith("T");
    }

    public boolean isAlive() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    /** Sends a signal: STOP, CONT or TERM. */
    public void signal(String name) {
        var _ = output("kill", "-" + name, Long.toString(pid));
    }

    /**
     * Suspends it and lets it run by turns, until told otherwise; it runs when this returns.
     *
     * @param away how long it stands still each time
     * @param awake how long it runs in between
     */
    public void standStill(Duration away, Duration awake, BooleanSupplier isEnough) {
        try {
            while (!isEnough.getAsBoolean()) {
                signal("STOP");
                Thread.sleep(away);
                if (awake.isPositive()) {
                    signal("CONT");
                    Thread.sleep(awake);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            signal("CONT");
        }
    }

    private static String output(String... command) {
        try {
            var process = new ProcessBuilder(command).start();
            var output = new String(process.getInputStream().readAllBytes(), UTF_8);
            process.waitFor();
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }
}
