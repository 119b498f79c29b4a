package dev.paylater.api.page;

import org.jspecify.annotations.Nullable;

/**
 * What became of a payment.
 *
 * @param outcome which of the pages
 * @param order null where nobody has proved that the order is theirs
 * @param next where the shopper goes on; null: nowhere
 */
public record OutcomeView(Outcome outcome, @Nullable OrderView order, @Nullable String next) {}
