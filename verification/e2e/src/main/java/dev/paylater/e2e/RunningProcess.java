package dev.paylater.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** A running process of the system, as the script has noted it when it started it. */
public record RunningProcess(String service, int number, long pid, int port) {

    private static final String SUFFIX = ".pid";

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

    /** All instances of a service that are alive, in the order of their numbers. */
    public static List<RunningProcess> of(String service) {
        return all().stream().filter(process -> process.service().equals(service)).toList();
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

    /** As the script calls it. */
    public String name() {
        return number == 1 ? service : service + "-" + number;
    }

    public boolean isAlive() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    /** Sends a signal: STOP, CONT or TERM. */
    public void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }
}
