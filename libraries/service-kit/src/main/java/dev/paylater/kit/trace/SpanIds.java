package dev.paylater.kit.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The id of the span in which a message is handled. It is made of the message's id, so that every
 * service knows it: the span of what a message has caused names the span of that message as its
 * parent, and a message that is handled again after a crash has the span that it had.
 */
public final class SpanIds {

    private SpanIds() {}

    /** 16 hexadecimal digits. */
    public static String of(String messageId) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(messageId.getBytes(UTF_8));
            return HexFormat.of().toHexDigits(ByteBuffer.wrap(hash).getLong() | 1);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
