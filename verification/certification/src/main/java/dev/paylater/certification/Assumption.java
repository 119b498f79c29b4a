package dev.paylater.certification;

import java.util.Locale;

/**
 * What a connector, and with it the simulator, takes for granted of its provider. Which of them
 * hold for a connector follows from its capabilities; the setting of an account that changes one is
 * named in the connector's exchanges, under {@code settings}.
 */
enum Assumption {
    WRONG_CREDENTIALS(
            "credentials that the provider does not know are refused as the account's fault",
            "the table of errors (unauthorized)"),
    NEVER_AUTHORIZED("a payment that was never begun is not found", "the inquiry of authorize"),
    AUTHORIZE("an authorization is held for its whole amount", "the reading of authorize"),
    AUTHORIZE_AGAIN(
            "the same authorization once more is the same one", "the idempotency of authorize"),
    LOOKUP_AUTHORIZATION(
            "an authorization is found by the provider's id", "the inquiry of authorize"),
    LOOKUP_REFERENCE(
            "an authorization is found by our reference alone", "the inquiry of authorize"),
    UNKNOWN_ID(
            "an id that the provider never gave is no authorization", "the inquiry of authorize"),
    UNKNOWN_CAPTURE("a capture that was never made is not found", "the inquiry of capture"),
    CAPTURE("the whole is captured", "the request of capture"),
    CAPTURE_PART("a part is captured", "the capability partial_capture"),
    CAPTURE_MORE("a further part is captured on its own", "the capability multiple_capture"),
    CAPTURE_AGAIN(
            "the same capture once more is the first one and takes nothing",
            "the idempotency of capture"),
    LOOKUP_CAPTURE("a capture is found by our reference", "the inquiry of capture"),
    CAPTURE_TOO_MUCH("more than is held is refused", "the table of errors"),
    RELEASE("what is left after a part is released", "the capability release"),
    RELEASE_AGAIN("the same release once more changes nothing", "the idempotency of release"),
    REFUND("all that is left is refunded", "the request of refund"),
    REFUND_PART("a part is refunded", "the capability partial_refund"),
    REFUND_AGAIN(
            "the same refund once more is the first one and gives nothing back",
            "the idempotency of refund"),
    LOOKUP_REFUND("a refund is found by our reference", "the inquiry of refund"),
    REFUND_TOO_MUCH("more than was captured is not refunded", "the table of errors"),
    VOID("what is held is given up", "the capability void"),
    VOID_AGAIN("the same void once more changes nothing", "the idempotency of void"),
    CAPTURE_VOIDED("what was given up is not captured", "the table of errors"),
    SUMS(
            "the provider shows what was captured and refunded, to the last unit",
            "the capability shows_books"),
    ERROR_CODE("every error has a row in the connector's table", "the table of errors");

    private final String sentence;
    private final String where;

    Assumption(String sentence, String where) {
        this.sentence = sentence;
        this.where = where;
    }

    /** What is assumed, as a sentence. */
    String sentence() {
        return sentence;
    }

    /** What of the connector says so. */
    String where() {
        return where;
    }

    /** As files and reports name it. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
