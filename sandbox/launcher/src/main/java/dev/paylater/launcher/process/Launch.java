package dev.paylater.launcher.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One command to run in the background, with its environment and the log it writes to. */
record Launch(List<String> command, Map<String, String> environment, Path log) {
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"));

    /** In the environment of what runs in the background, and so of all that it starts. */
    static final Map<String, String> IN_BACKGROUND = Map.of("PAYLATER_PRIORITY", "lowest");

    /**
     * Before a command of the lowest priority. Linux shares the processor among sessions first (its
     * autogroups) and only then among the processes of one, and each process here begins a session:
     * without the first line its nice value would count for nothing. That line may be refused for
     * 0.1 s after another one.
     */
    private static final List<String> LOWEST_PRIORITY =
            List.of(
                    "/bin/sh",
                    "-c",
                    """
                    group=/proc/self/autogroup
                    for again in 1 2 3 4 5; do
                      [ ! -w $group ] || { echo 19 >$group; } 2>/dev/null && break; sleep 0.2
                    done
                    command -v nice >/dev/null && exec nice -n 19 "$@"
                    exec "$@"
                    """,
                    "sh");

    private static final long KEPT_LOG_BYTES = 20L * 1024 * 1024;

    /** The process survives this JVM and, where setsid exists, the terminal as well. */
    ProcessHandle run(Path directory) throws IOException {
        rotate();
        List<String> full = new ArrayList<>();
        SETSID.stream().filter(Files::isExecutable).map(Path::toString).forEach(full::add);
        var builder =
                new ProcessBuilder()
                        .directory(directory.toFile())
                        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        if (builder.environment().entrySet().containsAll(IN_BACKGROUND.entrySet())) {
            full.addAll(LOWEST_PRIORITY);
        }
        full.addAll(command);
        builder.command(full);
        return builder.start().toHandle();
    }

    private void rotate() throws IOException {
        if (Files.exists(log) && Files.size(log) > KEPT_LOG_BYTES) {
            Files.move(
                    log,
                    log.resolveSibling(log.getFileName() + ".1"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
