package dev.paylater.kit.security;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;

/**
 * The HMAC of one key of a ring.
 *
 * @param keyId of the ring's key
 * @param mac never used itself: a copy of it is ready sooner than a new one is found and given the
 *     key
 */
public record KeyedMac(int keyId, Mac mac) {

    public static KeyedMac of(KeyRing.Key key) {
        try {
            var mac = Mac.getInstance(key.secret().getAlgorithm());
            mac.init(key.secret());
            return new KeyedMac(key.id(), mac);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has HmacSHA256", e);
        }
    }

    /** One that nothing has been put into yet. */
    public Mac copy() {
        try {
            return (Mac) mac.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("The JVM's HmacSHA256 can be copied", e);
        }
    }
}
