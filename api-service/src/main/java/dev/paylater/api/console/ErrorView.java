package dev.paylater.api.console;

/**
 * What did not work.
 *
 * @param code of the interface
 * @param back where the person goes on
 */
public record ErrorView(String code, String message, String back) {}
