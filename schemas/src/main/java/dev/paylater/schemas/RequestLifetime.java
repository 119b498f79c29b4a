package dev.paylater.schemas;

import java.time.Duration;

/**
 * For how long requests can have an effect: those to connectors at the provider, and those of
 * merchants at all. Workers and deciders keep to these bounds; whoever waits for a result relies on
 * them before calling a request lost.
 */
public final class RequestLifetime {

    /** After its issue; no call to the provider begins later, a second or third one neither. */
    public static final Duration LAST_CALL = Duration.ofSeconds(60);

    /** From a call's begin to the end of its answer, whatever an account's own timeout says. */
    public static final Duration LONGEST_CALL = Duration.ofSeconds(30);

    /** How far the clocks of two machines may be apart. */
    private static final Duration CLOCKS = Duration.ofSeconds(5);

    /** After its issue; no delivery of it can act any more. */
    public static final Duration OVER = LAST_CALL.plus(LONGEST_CALL).plus(CLOCKS);

    /**
     * Of a merchant's command, from the moment that its request was first made: one that lay
     * somewhere for longer is refused, since nobody expects it to be carried out any more.
     */
    public static final Duration COMMAND = Duration.ofMinutes(10);

    private RequestLifetime() {}
}
