package dev.paylater.launcher.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Finds out which process listens on a port, so that "port taken" can say by whom. */
final class PortOwner {
    private static final String LISTENING = "0A";

    private PortOwner() {}

    static Optional<Long> of(int port) {
        try {
            return Files.isDirectory(Path.of("/proc/net")) ? fromProc(port) : fromLsof(port);
        } catch (IOException _) {
            // Only makes a message better; without it the message just does not name the process.
            return Optional.empty();
        }
    }

    private static Optional<Long> fromProc(int port) throws IOException {
        Set<String> sockets = new HashSet<>();
        for (String table : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
            Path file = Path.of(table);
            if (Files.isReadable(file)) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.map(String::strip)
                            .map(line -> line.split("\\s+"))
                            .filter(columns -> listensOn(columns, port))
                            .forEach(columns -> sockets.add("socket:[" + columns[9] + "]"));
                }
            }
        }
        return sockets.isEmpty()
                ? Optional.empty()
                : ProcessHandle.allProcesses()
                        .map(ProcessHandle::pid)
                        .filter(pid -> holdsOneOf(pid, sockets))
                        .findFirst();
    }

    private static boolean listensOn(String[] columns, int port) {
        return columns.length > 9
                && columns[1].endsWith(":%04X".formatted(port))
                && columns[3].equals(LISTENING);
    }

    private static boolean holdsOneOf(long pid, Set<String> sockets) {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return descriptors.anyMatch(descriptor -> sockets.contains(target(descriptor)));
        } catch (IOException _) {
            return false;
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException _) {
            return "";
        }
    }

    private static Optional<Long> fromLsof(int port) throws IOException {
        Process lsof = new ProcessBuilder("lsof", "-t", "-sTCP:LISTEN", "-iTCP:" + port).start();
        String first = lsof.inputReader().readLine();
        try {
            lsof.waitFor(2, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return first == null ? Optional.empty() : Optional.of(Long.parseLong(first.strip()));
    }
}
