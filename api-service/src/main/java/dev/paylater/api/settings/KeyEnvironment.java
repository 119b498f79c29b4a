package dev.paylater.api.settings;

import java.util.Locale;

/** What the payments of an installation are; the keys that it issues say so. */
public enum KeyEnvironment {
    LIVE,
    TEST;

    /** As it stands in a key, for example {@code sk_live_...}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
