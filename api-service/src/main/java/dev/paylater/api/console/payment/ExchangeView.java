package dev.paylater.api.console.payment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An exchange with a provider.
 *
 * @param facts what is known of it without opening it, and once it is opened why it ended so
 * @param isOpened whether it is shown; else the reason is asked for
 * @param sent the request; null: not opened, or deleted with the customer
 * @param answered what came back; null: nothing
 */
public record ExchangeView(
        String address,
        String paymentId,
        String exchangeId,
        List<PaymentPage.Fact> facts,
        boolean isOpened,
        @Nullable String sent,
        @Nullable String answered) {}
