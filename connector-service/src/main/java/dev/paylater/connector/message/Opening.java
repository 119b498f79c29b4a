package dev.paylater.connector.message;

import java.util.Map;

/** How what was sealed on the way here is opened. */
@FunctionalInterface
public interface Opening {

    /**
     * The fields, interface name to JSON text, with nothing sealed left.
     *
     * @throws IllegalArgumentException when something was sealed with another key
     */
    Map<String, String> open(Map<String, String> fields, String merchantId);
}
