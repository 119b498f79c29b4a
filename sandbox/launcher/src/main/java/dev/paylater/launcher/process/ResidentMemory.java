package dev.paylater.launcher.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** How much memory a process really occupies, from the operating system. */
public final class ResidentMemory {
    private static final long KIBIBYTES_PER_MEBIBYTE = 1024;

    private ResidentMemory() {}

    public static OptionalLong mebibytes(long pid) {
        try {
            Path status = Path.of("/proc/" + pid + "/status");
            return Files.exists(status) ? fromProc(status) : fromPs(pid);
        } catch (IOException | NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    private static OptionalLong fromProc(Path status) throws IOException {
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .map(kibibytes -> kibibytes / KIBIBYTES_PER_MEBIBYTE)
                .findFirst();
    }

    private static OptionalLong fromPs(long pid) throws IOException {
        Process ps = new ProcessBuilder("ps", "-o", "rss=", "-p", Long.toString(pid)).start();
        String line = ps.inputReader().readLine();
        return line == null
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(line.strip()) / KIBIBYTES_PER_MEBIBYTE);
    }
}
