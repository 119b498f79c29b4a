package dev.paylater.refund.core;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The provider says the opposite of how a part has ended.
 *
 * @param since when it said so first
 * @param inquiries how many were sent since then
 * @param nextInquiryAt null when it is not inquired any more: it has repeated that in answer to an
 *     inquiry, or none was answered for days; an operator settles the refund
 */
public record Contradiction(Instant since, int inquiries, @Nullable Instant nextInquiryAt) {}
