package dev.paylater.schemas;

import java.time.Duration;
import java.time.Instant;

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
     * After the end of a call, answered or not, a provider that knows no idempotency keys shows
     * what it did, if anything: until then not found does not mean not done. Assumed.
     */
    public static final Duration SHOWN = Duration.ofSeconds(10);

    /**
     * Of a merchant's command, from the moment that its request was first made: one that lay
     * somewhere for longer is refused, since nobody expects it to be carried out any more.
     */
    public static final Duration COMMAND = Duration.ofMinutes(10);

    private RequestLifetime() {}

    /**
     * From when on no delivery of a request can act.
     *
     * @param notAfter when it is too late to begin a call for it
     */
    public static Instant over(Instant notAfter) {
        return notAfter.plus(LONGEST_CALL).plus(CLOCKS);
    }
}
