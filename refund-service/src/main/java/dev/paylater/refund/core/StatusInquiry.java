package dev.paylater.refund.core;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * What is under way at the provider, and when it is inquired next. There is always a next time.
 *
 * @param requestedAt when the first request was sent
 * @param notAfter a worker that meets the latest request later than this does not execute it
 * @param inquiries how many were sent since the latest request
 * @param retried whether it was requested again because the provider did not know it
 * @param onDemand whether somebody waits for the answer to the latest one
 * @param accountRefused whether the provider refuses the account's credentials
 */
@RecordBuilder
public record StatusInquiry(
        Instant requestedAt,
        Instant notAfter,
        Instant nextInquiryAt,
        int inquiries,
        boolean retried,
        boolean onDemand,
        boolean accountRefused)
        implements StatusInquiryBuilder.With {

    static StatusInquiry opened(Instant at, Instant notAfter, Instant nextInquiryAt) {
        return new StatusInquiry(at, notAfter, nextInquiryAt, 0, false, false, false);
    }

    /**
     * When to inquire if the latest request has no outcome by then: from here on no request that
     * was sent can still be executed or be under way.
     */
    Instant guard() {
        return RefundInquiries.guard(notAfter);
    }
}
