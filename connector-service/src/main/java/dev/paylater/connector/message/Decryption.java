package dev.paylater.connector.message;

import java.util.Map;

/** How what was sealed on the way here is decrypted. */
@FunctionalInterface
public interface Decryption {

    /**
     * The fields, interface name to JSON text, with nothing sealed left.
     *
     * @throws IllegalArgumentException when something was sealed elsewhere or with another key
     */
    Map<String, String> decrypt(Map<String, String> fields, String merchantId, String paymentId);
}
