package dev.paylater.launcher.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;

/**
 * The JVM's ahead-of-time caches: written by a training run when it ends, used by every start after
 * it. A cache belongs to exactly one jar at exactly one path; with another it is silently unused.
 */
final class AotCache {
    private final Home home;
    private final Apps apps;
    private final boolean recording;

    AotCache(Home home, Apps apps, boolean recording) {
        this.home = home;
        this.apps = apps;
        this.recording = recording;
    }

    boolean isRecording() {
        return recording;
    }

    List<String> options(Service service) throws IOException {
        if (recording) {
            Files.createDirectories(home.aotCache(service).getParent());
            return List.of("-XX:AOTCacheOutput=" + fresh(service));
        }
        return isUsable(service)
                // A cache that does not fit costs time and nothing else. Mapped where it was made
                // for, its pages are neither patched nor copied: less memory, a faster start.
                ? List.of(
                        "-XX:AOTCache=" + home.aotCache(service),
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:ArchiveRelocationMode=0",
                        "-Xlog:aot*=error")
                : List.of();
    }

    boolean isComplete() throws IOException {
        for (Service service : Service.values()) {
            if (!isUsable(service)) {
                return false;
            }
        }
        return true;
    }

    /** Puts in place what the training run has written. */
    List<Service> adopt() throws IOException {
        List<Service> adopted =
                Arrays.stream(Service.values())
                        .filter(service -> Files.exists(fresh(service)))
                        .toList();
        for (Service service : adopted) {
            Files.move(fresh(service), home.aotCache(service), StandardCopyOption.REPLACE_EXISTING);
        }
        return adopted;
    }

    private boolean isUsable(Service service) throws IOException {
        Path cache = home.aotCache(service);
        Path jar = apps.jar(service);
        return Files.exists(cache)
                && Files.exists(jar)
                && Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(jar)) > 0;
    }

    private Path fresh(Service service) {
        return home.aotCache(service).resolveSibling(service.label() + ".aot.new");
    }
}
