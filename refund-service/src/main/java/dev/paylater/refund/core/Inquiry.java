package dev.paylater.refund.core;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * What is out at the provider, and when to ask what became of it. There is always a next time.
 *
 * @param requestedAt when the first request was sent
 * @param notAfter a worker that meets the latest request later than this does not execute it
 * @param asks how often the provider was asked since the latest request
 * @param repeated whether it was requested more than once because the provider knew nothing of it
 * @param onDemand whether somebody waits for the answer to the latest question
 */
@RecordBuilder
public record Inquiry(
        Instant requestedAt,
        Instant notAfter,
        Instant nextAskAt,
        int asks,
        boolean repeated,
        boolean onDemand)
        implements InquiryBuilder.With {

    static Inquiry opened(Instant at, Instant notAfter, Instant nextAskAt) {
        return new Inquiry(at, notAfter, nextAskAt, 0, false, false);
    }

    /** When to ask if the latest request has no outcome by then. */
    Instant guard() {
        return RefundInquiries.guard(notAfter);
    }

    /** From here on no request that was sent can still be executed or be under way. */
    Instant over() {
        return RefundInquiries.over(notAfter);
    }
}
