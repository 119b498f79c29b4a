package dev.paylater.launcher.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The end of a log, without reading what comes before. */
public final class LogTail {
    private static final long READ_BYTES = 256L * 1024;

    private LogTail() {}

    public static String of(Path log, int lines) throws IOException {
        try (var file = new RandomAccessFile(log.toFile(), "r")) {
            long from = Math.max(0, file.length() - READ_BYTES);
            var bytes = new byte[(int) (file.length() - from)];
            file.seek(from);
            file.readFully(bytes);
            List<String> all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        }
    }
}
