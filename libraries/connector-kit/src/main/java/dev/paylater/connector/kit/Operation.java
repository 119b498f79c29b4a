package dev.paylater.connector.kit;

import java.util.Locale;

/** One request to a provider, by the names of ConnectorRequest.operation. */
public enum Operation {
    AUTHORIZE,
    /** Goes on with an authorization after the customer has done their part. */
    COMPLETE_AUTHORIZE,
    /** External 3DS, before the authorization. */
    AUTHENTICATE,
    CAPTURE,
    /** Releases everything that is authorized and not captured; ends the attempt. */
    VOID,
    /** Releases the rest after a capture. */
    RELEASE,
    INCREMENT,
    /** Accepts what the provider left to the merchant to decide. */
    APPROVE,
    REFUND,
    /** Gives way in a dispute. */
    ACCEPT_DISPUTE,
    /** Contests a dispute with evidence. */
    CHALLENGE_DISPUTE,
    /** Tells of goods that were handed to a carrier; moves no money. */
    SHIP;

    /** Whether its end is the end of an authorization. */
    public boolean authorizes() {
        return this == AUTHORIZE || this == COMPLETE_AUTHORIZE || this == APPROVE;
    }

    /** Whether it is the merchant's response to a dispute. */
    public boolean respondsToDispute() {
        return this == ACCEPT_DISPUTE || this == CHALLENGE_DISPUTE;
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
