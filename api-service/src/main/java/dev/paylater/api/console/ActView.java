package dev.paylater.api.console;

/**
 * The question whether an act is meant.
 *
 * @param amount the most that it can be about, as the field is filled; empty without one
 * @param formId makes a form that is sent twice one command
 */
public record ActView(
        Action action,
        String address,
        String paymentId,
        String merchantId,
        String status,
        String amount,
        String currency,
        String formId) {}
