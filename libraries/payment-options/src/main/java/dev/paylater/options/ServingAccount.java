package dev.paylater.options;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's account at a connector, as far as it decides which payments it serves; an empty list
 * restricts nothing.
 */
public interface ServingAccount {

    /** A feature of accounts whose merchant wants nothing ignored: it is refused. */
    String STRICT = "strict";

    String connector();

    String merchantConnectorId();

    List<String> currencies();

    List<String> countries();

    /** Which of the currencies goes with which of the countries, as {@code DE/EUR}. */
    List<String> markets();

    List<String> paymentMethodTypes();

    List<String> captureMethods();

    /** What the connector can do beyond the ordinary, and {@link #STRICT}. */
    List<String> features();

    /** Of the only payments that it serves among those that name one. */
    @Nullable String businessCountry();

    /** Likewise. */
    @Nullable String businessLabel();

    /** What a connector can do beyond the ordinary, and {@link #STRICT} where the account is. */
    static List<String> features(List<String> ofConnector, @Nullable Boolean strict) {
        return Boolean.TRUE.equals(strict)
                ? Stream.concat(ofConnector.stream(), Stream.of(STRICT)).toList()
                : ofConnector;
    }

    default boolean isStrict() {
        return features().contains(STRICT);
    }
}
