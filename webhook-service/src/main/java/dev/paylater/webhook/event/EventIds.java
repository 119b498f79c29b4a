package dev.paylater.webhook.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.schemas.EventType;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Ids that follow from what they name, so that whatever is taken in again has the same. */
public final class EventIds {

    private static final int BYTES = 16;

    private EventIds() {}

    static String of(String recordId, EventType type, String resourceId) {
        return of("evt_", recordId, type.wireName(), resourceId);
    }

    /** The id of what has all these parts in common. */
    public static String of(String prefix, String... parts) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            var hash = digest.digest(String.join("\0", parts).getBytes(UTF_8));
            return prefix + HexFormat.of().formatHex(Arrays.copyOf(hash, BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }
}
