package dev.paylater.kit.security;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts short texts at rest with AES-GCM: personal data and connector credentials. The key comes
 * from the environment; what a text belongs to is authenticated with it, so that a sealed text
 * cannot be moved to another place.
 */
public final class Sealer {

    /** What sealed texts begin with, so that they are never taken for plain ones. */
    public static final String PREFIX = "sealed:1:";

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int KEY_BYTES = 32;

    private final SecretKeySpec key;
    private final SecureRandom random = new SecureRandom();

    /**
     * A sealer with one key.
     *
     * @param base64Key 32 bytes in Base64
     */
    public Sealer(String base64Key) {
        var bytes = Base64.getDecoder().decode(base64Key);
        if (bytes.length != KEY_BYTES) {
            throw new IllegalArgumentException(
                    "PAYLATER_ENCRYPTION_KEY must be 32 bytes in Base64, not " + bytes.length);
        }
        key = new SecretKeySpec(bytes, "AES");
    }

    /**
     * Encrypts a text.
     *
     * @param owner what the text belongs to, for example a merchant's id
     */
    public String seal(String plain, String owner) {
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        var encrypted =
                run(Cipher.ENCRYPT_MODE, nonce, owner, plain.getBytes(StandardCharsets.UTF_8));
        var sealed = ByteBuffer.allocate(NONCE_BYTES + encrypted.length).put(nonce).put(encrypted);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(sealed.array());
    }

    /**
     * Decrypts what {@link #seal} made.
     *
     * @throws IllegalArgumentException when the text was not sealed with this key for this owner
     */
    public String open(String sealed, String owner) {
        if (!sealed.startsWith(PREFIX)) {
            throw new IllegalArgumentException("Not a sealed text");
        }
        var bytes = Base64.getUrlDecoder().decode(sealed.substring(PREFIX.length()));
        if (bytes.length < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
            throw new IllegalArgumentException("Too short for a sealed text");
        }
        var nonce = new byte[NONCE_BYTES];
        var buffer = ByteBuffer.wrap(bytes).get(nonce);
        var encrypted = new byte[buffer.remaining()];
        buffer.get(encrypted);
        return new String(
                run(Cipher.DECRYPT_MODE, nonce, owner, encrypted), StandardCharsets.UTF_8);
    }

    private byte[] run(int mode, byte[] nonce, String owner, byte[] input) {
        try {
            var cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("Cannot open or seal for this owner", e);
        }
    }
}
