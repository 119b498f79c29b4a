package dev.paylater.api.key;

import java.util.Locale;

/** What a key may be used for. */
public enum KeyKind {
    /** The merchant's server. */
    SECRET,
    /** The customer's browser or app, together with a payment's client_secret. */
    PUBLISHABLE,
    /** Administration of merchants, sent as admin-api-key. */
    ADMIN;

    /** As stored and shown. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static KeyKind of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
