package dev.paylater.api.oidc;

import static java.util.function.Predicate.not;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A sign-in that was begun and has not come back. It lies in the browser, so that any instance can
 * go on with it and nobody fills a memory by beginning many.
 *
 * @param state what the issuer has to send back: another browser does not have it
 * @param nonce what the id token has to name
 * @param verifier without which the code is worth nothing
 * @param next where the person goes on
 */
record Pending(String state, String nonce, String verifier, Instant since, String next) {

    private static final String BETWEEN = "\n";
    private static final int PARTS = 5;

    String text() {
        return String.join(
                BETWEEN, state, nonce, verifier, Long.toString(since.getEpochSecond()), next);
    }

    static Optional<Pending> of(@Nullable String text) {
        return Optional.ofNullable(text)
                .map(known -> known.split(BETWEEN, PARTS))
                .filter(not(parts -> parts.length < PARTS))
                .map(
                        parts ->
                                new Pending(
                                        parts[0],
                                        parts[1],
                                        parts[2],
                                        Instant.ofEpochSecond(Long.parseLong(parts[3])),
                                        parts[4]));
    }
}
