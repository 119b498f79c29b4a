package dev.paylater.simulator.book;

import dev.paylater.simulator.payment.DueChange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a line that says where things are and what is still to come. It stands first, so that
 * a start reads no further: payments and answers are read when somebody asks for them.
 */
record Head(
        long time,
        String connector,
        @Nullable About about,
        @Nullable String account,
        @Nullable String key,
        List<LedgerEntry> entries,
        List<Document> documents,
        List<Webhook> webhooks,
        @Nullable String taken) {

    /** Before is the place of the line before this one with the same merchant reference, or -1. */
    record About(String paymentId, String merchantReference, long before, List<DueChange> dues) {
        About {
            dues = orEmpty(dues);
        }
    }

    Head {
        entries = orEmpty(entries);
        documents = orEmpty(documents);
        webhooks = orEmpty(webhooks);
    }

    /** The file leaves out what is empty. */
    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
