package dev.paylater.api.page;

import org.jspecify.annotations.Nullable;

/**
 * What became of a payment.
 *
 * @param outcome which of the pages
 * @param order null where nobody has proved that the order is theirs
 * @param back to the shop; null: there is no way
 */
public record OutcomeView(Outcome outcome, @Nullable OrderView order, @Nullable String back) {}
