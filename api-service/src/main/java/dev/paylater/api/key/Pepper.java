package dev.paylater.api.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.KeyedMac;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The keyed hash behind API keys, client secrets and link tokens. Keys have so much entropy that
 * one HMAC is enough; a slow hash per request would cost most of the throughput. New hashes are
 * made with the ring's first key; what was made with another one of it is still recognized.
 */
public final class Pepper {

    private final List<KeyedMac> keys;

    public Pepper(KeyRing ring) {
        keys = ring.keys().stream().map(KeyedMac::of).toList();
    }

    /**
     * An HMAC-SHA-256.
     *
     * @param keyId the key that it was made with
     * @param hex in lower case
     */
    public record Hash(int keyId, String hex) {

        /** As it is kept: the key's id before it. */
        String stored() {
            return keyId + ":" + hex;
        }
    }

    /** The hash of a text, kept apart from other uses by its purpose. */
    public Hash hash(String purpose, String text) {
        return hash(keys.getFirst(), purpose, text);
    }

    /** The hash with each key that is valid, one after the other as they are asked for. */
    public Stream<Hash> hashes(String purpose, String text) {
        return keys.stream().map(key -> hash(key, purpose, text));
    }

    /**
     * Whether a text is one that was made from a hash, with any key that is valid. The time this
     * takes does not tell how much of it is right.
     *
     * @param form makes such a text of the hash
     */
    boolean matches(String purpose, String text, Function<Hash, String> form, String given) {
        return hashes(purpose, text)
                .map(hash -> form.apply(hash).getBytes(UTF_8))
                .anyMatch(valid -> MessageDigest.isEqual(valid, given.getBytes(UTF_8)));
    }

    boolean hasOldKeys() {
        return keys.size() > 1;
    }

    int primaryId() {
        return keys.getFirst().keyId();
    }

    private static Hash hash(KeyedMac key, String purpose, String text) {
        var mac = key.copy();
        mac.update(purpose.getBytes(UTF_8));
        mac.update((byte) 0);
        return new Hash(key.keyId(), HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8))));
    }
}
