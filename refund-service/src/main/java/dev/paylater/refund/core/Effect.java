package dev.paylater.refund.core;

/**
 * A message and the id under which it is sent, the first time and every other time.
 *
 * @param messageId derived from the refund and the event, or from the refused command
 */
public record Effect(String messageId, RefundMessage message) {}
