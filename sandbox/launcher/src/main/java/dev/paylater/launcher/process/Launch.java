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
    private static final long KEPT_LOG_BYTES = 20L * 1024 * 1024;

    /** The process survives this JVM and, where setsid exists, the terminal as well. */
    ProcessHandle run(Path directory) throws IOException {
        rotate();
        List<String> full = new ArrayList<>();
        SETSID.stream().filter(Files::isExecutable).map(Path::toString).forEach(full::add);
        full.addAll(command);
        var builder =
                new ProcessBuilder(full)
                        .directory(directory.toFile())
                        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
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
