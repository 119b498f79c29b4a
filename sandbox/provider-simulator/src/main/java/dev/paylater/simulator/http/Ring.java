package dev.paylater.simulator.http;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The latest entries, numbered from 0, bounded in number and in bytes. They lie outside the heap:
 * as objects they were what the collector spent most of its time on.
 */
final class Ring {

    private final int entries;
    private final ByteBuffer bytes;
    private final ByteBuffer starts;
    private long written;
    private long count;

    Ring(int entries, int bytes) {
        this.entries = entries;
        this.bytes = ByteBuffer.allocateDirect(bytes);
        this.starts = ByteBuffer.allocateDirect(entries * Long.BYTES);
    }

    /** An entry is shorter than the ring. */
    void add(byte[] entry) {
        var length = Integer.BYTES + entry.length;
        var room = bytes.capacity() - written % bytes.capacity();
        if (room < length) {
            // An entry does not wrap around the end of the ring.
            written += room;
        }
        starts.putLong(place(count), written);
        bytes.position((int) (written % bytes.capacity()));
        bytes.putInt(entry.length).put(entry);
        written += length;
        count++;
    }

    /** The number of the oldest entry that may be left. */
    long first() {
        return Math.max(0, count - entries);
    }

    long count() {
        return count;
    }

    /** Null where later entries have taken its place. */
    byte @Nullable [] get(long number) {
        if (number < first() || number >= count) {
            return null;
        }
        var start = starts.getLong(place(number));
        if (written - start > bytes.capacity()) {
            return null;
        }
        bytes.position((int) (start % bytes.capacity()));
        var entry = new byte[bytes.getInt()];
        bytes.get(entry);
        return entry;
    }

    private int place(long number) {
        return (int) (number % entries) * Long.BYTES;
    }
}
