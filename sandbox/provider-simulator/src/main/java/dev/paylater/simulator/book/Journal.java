package dev.paylater.simulator.book;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * An append-only file of lines. A line is handed to the operating system whole before append
 * returns, so it survives the death of this process (though not that of the machine).
 */
final class Journal implements AutoCloseable {

    private static final int CHUNK = 4096;

    private final FileChannel file;
    private volatile long end;

    Journal(Path path) {
        try {
            var folder = path.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            file =
                    FileChannel.open(
                            path,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
            if (file.tryLock() == null) {
                throw new IllegalStateException(path + " is in use by another process.");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    interface Reader {
        void line(long place, byte[] line);
    }

    /** Reads all lines and cuts off what a death in the middle of a write has left behind. */
    void load(Reader reader) {
        try {
            end = scan(file.size(), reader);
            file.truncate(end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the lines there are now. */
    void scan(Reader reader) {
        try {
            scan(end, reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long scan(long until, Reader reader) throws IOException {
        var buffer = ByteBuffer.allocate(1 << 20);
        var begin = 0L;
        while (begin + buffer.position() < until
                && file.read(buffer, begin + buffer.position()) >= 0) {
            var scanned = 0;
            for (var i = 0; i < buffer.position() && begin + i < until; i++) {
                if (buffer.get(i) == '\n') {
                    reader.line(begin + scanned, Arrays.copyOfRange(buffer.array(), scanned, i));
                    scanned = i + 1;
                }
            }
            begin += scanned;
            buffer.flip().position(scanned);
            buffer.compact();
            if (!buffer.hasRemaining()) {
                buffer = ByteBuffer.allocate(buffer.capacity() * 2).put(buffer.flip());
            }
        }
        return begin;
    }

    /** The line must not contain a line feed; answers its place. One caller at a time. */
    long append(byte[] line) {
        try {
            var place = end;
            var buffer = ByteBuffer.allocate(line.length + 1).put(line).put((byte) '\n').flip();
            var position = place;
            while (buffer.hasRemaining()) {
                position += file.write(buffer, position);
            }
            end = position;
            return place;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] read(long place) {
        try {
            var buffer = ByteBuffer.allocate(CHUNK);
            while (true) {
                var from = buffer.position();
                if (file.read(buffer, place + from) < 0) {
                    throw new IllegalStateException("No line at " + place);
                }
                for (var i = from; i < buffer.position(); i++) {
                    if (buffer.get(i) == '\n') {
                        return Arrays.copyOf(buffer.array(), i);
                    }
                }
                if (!buffer.hasRemaining()) {
                    buffer = ByteBuffer.allocate(buffer.capacity() * 4).put(buffer.flip());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
