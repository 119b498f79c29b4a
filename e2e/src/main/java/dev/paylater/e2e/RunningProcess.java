package dev.paylater.e2e;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** A running process of the system, as {@code ./paylater status} shows it. */
public record RunningProcess(String name, long pid, int port) {

    private static final Pattern ROW =
            Pattern.compile("^([a-z-]+(?:-\\d+)?)\\s+(\\d+)\\s+(\\d+)\\s", Pattern.MULTILINE);

    /** All instances of a service, in the order of their numbers. */
    public static List<RunningProcess> of(String service) {
        return ROW.matcher(Script.run("status").output())
                .results()
                .map(
                        row ->
                                new RunningProcess(
                                        row.group(1),
                                        Long.parseLong(row.group(2)),
                                        Integer.parseInt(row.group(3))))
                .filter(process -> process.name().matches(service + "(-\\d+)?"))
                .toList();
    }

    public boolean isAlive() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    /** Sends a signal: STOP, CONT or TERM. */
    public void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }
}
