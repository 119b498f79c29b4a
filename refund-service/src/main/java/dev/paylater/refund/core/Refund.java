package dev.paylater.refund.core;

import dev.paylater.kernel.Waiter;
import dev.paylater.provider.ProviderError;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One refund with all that is known of it. Status, amount and error follow from its parts, so that
 * no two of them can disagree.
 *
 * @param reason the merchant's, can be changed
 * @param details carried fields, interface name to JSON text; metadata can be changed
 * @param parts what is requested of the provider, one after the other
 * @param waiters who is answered at the next news
 * @param announced number of the latest public event
 */
@RecordBuilder
public record Refund(
        RefundOrder order,
        @Nullable String reason,
        Map<String, String> details,
        Map<String, String> connectorState,
        Instant createdAt,
        Instant updatedAt,
        List<Part> parts,
        List<Waiter> waiters,
        long announced)
        implements RefundBuilder.With {

    public RefundStatus status() {
        if (openPart().isEmpty() && parts.stream().anyMatch(part -> part.error() != null)) {
            // What was given back stays so: the refund is then good for that much.
            return refunded() > 0 ? RefundStatus.SUCCEEDED : RefundStatus.FAILED;
        }
        if (parts.stream().allMatch(part -> part.state() instanceof PartState.Refunded)) {
            return RefundStatus.SUCCEEDED;
        }
        return parts.stream().anyMatch(part -> part.state() instanceof PartState.InReview)
                ? RefundStatus.REVIEW
                : RefundStatus.PENDING;
    }

    /** Minor units: what was requested; once it has succeeded, what was really given back. */
    public long amount() {
        return status() == RefundStatus.SUCCEEDED ? refunded() : order.amount();
    }

    public long refunded() {
        return parts.stream().mapToLong(Part::refunded).sum();
    }

    public @Nullable ProviderError error() {
        return parts.stream().map(Part::error).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /**
     * When the provider is inquired next; empty once the refund has ended and is not contradicted.
     */
    public Optional<Instant> due() {
        return duePart().flatMap(Part::nextInquiryAt);
    }

    /** The part that the provider is inquired about next. */
    Optional<Part> duePart() {
        return parts.stream()
                .filter(part -> part.nextInquiryAt().isPresent())
                .min(Comparator.comparing(part -> part.nextInquiryAt().orElseThrow()));
    }

    /** What this refund has taken, or may still take, of a capture. */
    long takenFrom(String captureId) {
        return parts.stream()
                .filter(part -> captureId.equals(part.allocation().captureId()))
                .mapToLong(this::taken)
                .sum();
    }

    private long taken(Part part) {
        return switch (part.state()) {
            case PartState.Planned _ -> status().isFinal() ? 0 : part.allocation().amount();
            case PartState.Open _ -> part.allocation().amount();
            case PartState.Refunded(var refunded) -> refunded;
            case PartState.Refused _ -> 0;
        };
    }

    Optional<Part> openPart() {
        return parts.stream().filter(Part::isOpen).findFirst();
    }

    /** Whether its end was another one before the provider changed its mind. */
    public boolean isCorrected() {
        return parts.stream().anyMatch(Part::reversed);
    }

    Optional<Part> contradictedPart() {
        return parts.stream().filter(Part::contradicted).findFirst();
    }

    /** A refund that has ended never comes to the parts whose turn had not come. */
    Refund withoutPlanned(ProviderError error) {
        return withParts(
                parts.stream()
                        .map(
                                part ->
                                        part.state() instanceof PartState.Planned
                                                ? part.in(new PartState.Refused(error))
                                                : part)
                        .toList());
    }

    Optional<Part> nextPlanned() {
        return parts.stream().filter(p -> p.state() instanceof PartState.Planned).findFirst();
    }

    Part part(String operationId) {
        return findPart(operationId)
                .orElseThrow(() -> new IllegalStateException("No part " + operationId));
    }

    Optional<Part> findPart(String operationId) {
        return parts.stream().filter(p -> p.operationId().equals(operationId)).findFirst();
    }

    Refund changingPart(String operationId, UnaryOperator<Part> change) {
        return withParts(
                parts.stream()
                        .map(p -> p.operationId().equals(operationId) ? change.apply(p) : p)
                        .toList());
    }

    /** Whether it carries this reason and metadata already. */
    public boolean carries(RefundCommand.UpdateRefund update) {
        return (update.reason() == null || update.reason().equals(reason))
                && (update.metadata() == null || update.metadata().equals(details.get("metadata")));
    }
}
