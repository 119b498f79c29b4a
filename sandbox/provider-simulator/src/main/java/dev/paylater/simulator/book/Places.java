package dev.paylater.simulator.book;

/**
 * Where each key was last seen in the file: 16 bytes a key and nothing that the collector follows,
 * because a benchmark leaves millions of them. Keys are told apart by 64 bits of hash alone: with
 * four million keys the chance that any two are taken for one is one in two million.
 */
final class Places {

    static final long NONE = -1;

    private long[] slots = new long[2 << 10];
    private int size;

    synchronized void put(String key, long place) {
        // At most half full, so that probes stay short.
        if (++size * 4L > slots.length) {
            grow();
        }
        if (set(slots, hash(key), place)) {
            size--;
        }
    }

    synchronized long get(String key) {
        var hash = hash(key);
        for (var at = start(slots, hash); slots[at] != 0; at = next(slots, at)) {
            if (slots[at] == hash) {
                return slots[at + 1];
            }
        }
        return NONE;
    }

    private void grow() {
        var larger = new long[slots.length * 2];
        for (var at = 0; at < slots.length; at += 2) {
            if (slots[at] != 0) {
                set(larger, slots[at], slots[at + 1]);
            }
        }
        slots = larger;
    }

    /** True when the key was there before. */
    private static boolean set(long[] slots, long hash, long place) {
        var at = start(slots, hash);
        while (slots[at] != 0 && slots[at] != hash) {
            at = next(slots, at);
        }
        var known = slots[at] == hash;
        slots[at] = hash;
        slots[at + 1] = place;
        return known;
    }

    private static int start(long[] slots, long hash) {
        return ((int) hash << 1) & (slots.length - 1);
    }

    private static int next(long[] slots, int at) {
        return (at + 2) & (slots.length - 1);
    }

    /** FNV-1a with a finishing mix; never 0, which marks a free slot. */
    private static long hash(String key) {
        var hash = 0xcbf29ce484222325L;
        for (var i = 0; i < key.length(); i++) {
            hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        hash ^= hash >>> 33;
        return hash == 0 ? 1 : hash;
    }
}
