package dev.paylater.api.console;

/**
 * The session here has ended.
 *
 * @param address where the person signs out at the issuer
 */
public record SignedOutView(String address) {}
