package dev.paylater.launcher.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.List;

/**
 * The JVM's ahead-of-time caches: written by a training run when it ends, used by every start after
 * it. A cache belongs to exactly one jar at exactly one path; with another it is silently unused.
 */
final class AotCache {
    private final Home home;
    private final boolean recording;

    AotCache(Home home, boolean recording) {
        this.home = home;
        this.recording = recording;
    }

    boolean isRecording() {
        return recording;
    }

    List<String> options(Program program) throws IOException {
        if (recording) {
            Files.createDirectories(home.aotCache(program.label()).getParent());
            return List.of("-XX:AOTCacheOutput=" + fresh(program));
        }
        return isUsable(program)
                // A cache that does not fit costs time and nothing else. Mapped where it was made
                // for, its pages are neither patched nor copied: less memory, a faster start.
                ? List.of(
                        "-XX:AOTCache=" + home.aotCache(program.label()),
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:ArchiveRelocationMode=0",
                        "-Xlog:aot*=error")
                : List.of();
    }

    /** Whether each of them starts at full speed. */
    boolean isComplete(Collection<Program> programs) throws IOException {
        for (Program program : programs) {
            if (!isUsable(program)) {
                return false;
            }
        }
        return true;
    }

    /** Puts in place what the training run has written. */
    List<Program> adopt(Collection<Program> programs) throws IOException {
        List<Program> adopted =
                programs.stream().filter(program -> Files.exists(fresh(program))).toList();
        for (Program program : adopted) {
            Files.move(
                    fresh(program),
                    home.aotCache(program.label()),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        return adopted;
    }

    private boolean isUsable(Program program) throws IOException {
        Path cache = home.aotCache(program.label());
        Path jar = program.jar();
        return Files.exists(cache)
                && Files.exists(jar)
                && Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(jar)) > 0;
    }

    private Path fresh(Program program) {
        return home.aotCache(program.label()).resolveSibling(program.label() + ".aot.new");
    }
}
