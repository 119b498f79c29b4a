package dev.paylater.api.console;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An exchange with a provider.
 *
 * @param isOpened whether it is shown; else the reason is asked for
 * @param facts empty once the customer is deleted
 * @param request the body that was sent; null: none
 * @param answer the body that came back; null: none
 */
public record ExchangeView(
        String address,
        String paymentId,
        String exchangeId,
        boolean isOpened,
        List<PaymentPage.Fact> facts,
        @Nullable String request,
        @Nullable String answer) {}
