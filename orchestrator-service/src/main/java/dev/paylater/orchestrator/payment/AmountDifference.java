package dev.paylater.orchestrator.payment;

/**
 * A provider's answer that is good for another amount than was asked for: somebody has to look at
 * it there. What it says beyond the amount that was asked for is not booked.
 *
 * @param about the operation or refund that was answered
 * @param asked minor units that were asked for
 * @param answered minor units that the provider says
 */
public record AmountDifference(String about, long asked, long answered) {}
