package dev.paylater.connector.provider;

import java.util.Locale;

/** What can be ordered from a provider, in the words of ConnectorRequest.operation. */
public enum Operation {
    AUTHORIZE,
    /** Goes on with an authorization after the customer has done his part. */
    COMPLETE_AUTHORIZE,
    /** External 3DS, before the authorization. */
    AUTHENTICATE,
    CAPTURE,
    /** Gives up everything that is authorized and not captured; ends the attempt. */
    VOID,
    /** Gives up the rest after a capture. */
    RELEASE,
    INCREMENT,
    /** Accepts what the provider left to the merchant to decide. */
    APPROVE,
    REFUND;

    /** Whether its end is the end of an authorization. */
    public boolean authorizes() {
        return this == AUTHORIZE || this == COMPLETE_AUTHORIZE || this == APPROVE;
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The operation of this name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Operation of(String wireName) {
        return valueOf(wireName.toUpperCase(Locale.ROOT));
    }
}
