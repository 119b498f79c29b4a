package dev.paylater.documentstore;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keys from low (included) to high (excluded; null means to the very end). */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record KeyRange(byte[] low, byte @Nullable [] high) {

    static KeyRange ofPrefix(byte[] prefix) {
        return new KeyRange(prefix, successor(prefix));
    }

    /** The least key greater than everything that begins with the prefix. */
    static byte @Nullable [] successor(byte[] prefix) {
        for (int i = prefix.length - 1; i >= 0; i--) {
            if (prefix[i] != (byte) 0xff) {
                byte[] next = Arrays.copyOf(prefix, i + 1);
                next[i]++;
                return next;
            }
        }
        return null;
    }

    /** What is left after a key, in the direction of reading. */
    KeyRange after(byte[] key, boolean backward) {
        return backward
                ? new KeyRange(low, key)
                : new KeyRange(Arrays.copyOf(key, key.length + 1), high);
    }

    boolean isEmpty() {
        return high != null && Arrays.compareUnsigned(low, high) >= 0;
    }
}
