package dev.paylater.connector.call;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The beginning of a text. */
final class Cut {

    private static final int MAX_BYTES = 8 * 1024;

    private Cut() {}

    /** At most 8 KB in UTF-8, and whole characters. */
    static String to8K(String text) {
        var bytes = text.getBytes(UTF_8);
        if (bytes.length <= MAX_BYTES) {
            return text;
        }
        var end = MAX_BYTES;
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, UTF_8);
    }
}
