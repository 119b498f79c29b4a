package dev.paylater.simulator.book;

import dev.paylater.simulator.payment.Payment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of the file and one step of the provider: everything that changed together. The payment
 * and the documents are whole, so the latest line about one is all there is to know about it.
 */
record Line(
        long time,
        String connector,
        @Nullable Operation operation,
        List<Entry> entries,
        @Nullable Payment payment,
        List<Document> documents,
        List<Webhook> webhooks,
        @Nullable String taken) {}
