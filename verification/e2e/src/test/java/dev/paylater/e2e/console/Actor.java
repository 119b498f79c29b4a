package dev.paylater.e2e.console;

import java.util.Locale;

/** The kinds of people who use the console. */
enum Actor {
    OWNER,
    OPERATOR,
    SUPPORT,
    /** With a secret key that may do everything of its merchant. */
    MERCHANT,
    /** With a secret key of the same merchant that has the scope payments.read alone. */
    READER;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isMerchant() {
        return this == MERCHANT || this == READER;
    }

    /** The form field that signs this person in. */
    String signIn(Shop shop) {
        return switch (this) {
            case OWNER, OPERATOR, SUPPORT -> "role=" + word();
            case MERCHANT -> "key=" + shop.merchant().key();
            case READER -> "key=" + shop.readersKey();
        };
    }
}
