package dev.paylater.kit.security;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.core.env.Environment;

/**
 * The secrets of one kind that are valid at the same time, so that one can be exchanged for another
 * while the system runs: the first is for what is made now, all are for what was made before. As a
 * setting it is {@code id:secret,id:secret}, see docs/operators/key-rotation.md.
 *
 * @param keys at least one, the one for new values first
 */
public record KeyRing(List<Key> keys) {

    private static final String MAC = "HmacSHA256";
    private static final int MIN_BYTES = 32;

    private static final String FORM =
            " must be id:secret, or several of them with commas between, the one for new values"
                    + " first. An id is a whole number from 1, a secret 32 bytes or more in Base64,"
                    + " as openssl rand -base64 32 prints them";

    /** One of them; the id stands beside what was made with it. */
    public record Key(int id, SecretKeySpec secret) {}

    public KeyRing {
        keys = List.copyOf(keys);
    }

    /**
     * The ring that a property of this process holds.
     *
     * @throws IllegalStateException naming the environment variable and what is wrong with it,
     *     without any secret
     */
    public static KeyRing in(Environment environment, String property) {
        return parse(variable(property), environment.getRequiredProperty(property));
    }

    /** The environment variable that sets a property. */
    static String variable(String property) {
        return property.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /**
     * Reads a ring.
     *
     * @param variable who is to be named when it cannot be read
     */
    public static KeyRing parse(String variable, String text) {
        var keys = new ArrayList<Key>();
        for (var entry : text.split(",", -1)) {
            var key = key(variable, entry.strip());
            if (keys.stream().anyMatch(other -> other.id == key.id)) {
                throw malformed(variable, "the id " + key.id + " stands there twice");
            }
            keys.add(key);
        }
        return new KeyRing(keys);
    }

    public Key primary() {
        return keys.getFirst();
    }

    private static Key key(String variable, String entry) {
        var colon = entry.indexOf(':');
        if (colon < 0) {
            throw malformed(variable, "there is no id");
        }
        var id = id(variable, entry.substring(0, colon));
        var secret = secret(variable, id, entry.substring(colon + 1));
        if (secret.length < MIN_BYTES) {
            throw malformed(
                    variable, "the secret with id %s has %s bytes".formatted(id, secret.length));
        }
        return new Key(id, new SecretKeySpec(secret, MAC));
    }

    private static int id(String variable, String text) {
        try {
            var id = Integer.parseInt(text);
            if (id > 0) {
                return id;
            }
        } catch (NumberFormatException _) {
            // Refused below. The text is not shown: it may be a secret with its id left out.
        }
        throw malformed(variable, "what stands before a colon is no id");
    }

    private static byte[] secret(String variable, int id, String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException _) {
            throw malformed(variable, "the secret with id " + id + " is no Base64");
        }
    }

    private static IllegalStateException malformed(String variable, String problem) {
        return new IllegalStateException(variable + FORM + "; " + problem);
    }

    /** The ids alone. */
    @Override
    public String toString() {
        return keys.stream()
                .map(key -> Integer.toString(key.id))
                .collect(Collectors.joining(", ", "KeyRing[", "]"));
    }
}
