package dev.paylater.refund.core;

import dev.paylater.provider.ProviderError;
import dev.paylater.refund.core.PartState.InReview;
import dev.paylater.refund.core.PartState.NotCalled;
import dev.paylater.refund.core.PartState.Open;
import dev.paylater.refund.core.PartState.Pending;
import dev.paylater.refund.core.PartState.Planned;
import dev.paylater.refund.core.PartState.Refunded;
import dev.paylater.refund.core.PartState.Refused;
import dev.paylater.refund.core.PartState.Requested;
import dev.paylater.refund.core.PartState.Unknown;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One allocation of the refund and what became of it.
 *
 * @param reversed whether the provider changed its mind about it once, which was taken over
 * @param contradiction set while the provider says the opposite of the state, which was not taken
 *     over
 */
public record Part(
        Allocation allocation,
        @Nullable String connectorRefundId,
        PartState state,
        boolean reversed,
        @Nullable Contradiction contradiction) {

    static Part planned(Allocation allocation) {
        return new Part(allocation, null, new Planned(), false, null);
    }

    public String operationId() {
        return allocation.operationId();
    }

    public boolean contradicted() {
        return contradiction != null;
    }

    /** When the provider is inquired next about what is under way, or about its contradiction. */
    public Optional<Instant> nextInquiryAt() {
        if (state instanceof Open open) {
            return Optional.of(open.inquiry().nextInquiryAt());
        }
        return Optional.ofNullable(contradiction).map(Contradiction::nextInquiryAt);
    }

    public boolean isOpen() {
        return state instanceof Open;
    }

    /** Minor units that were given back. */
    public long refunded() {
        return state instanceof Refunded(var refunded) ? refunded : 0;
    }

    public @Nullable ProviderError error() {
        return state instanceof Refused(var error) ? error : null;
    }

    /** The status as the document shows it. */
    public String status() {
        return switch (state) {
            case Planned _ -> "planned";
            case Requested _, NotCalled _ -> "requested";
            case Unknown _ -> "unknown";
            case Pending _ -> "pending";
            case InReview _ -> "review";
            case Refunded _ -> "succeeded";
            case Refused _ -> "failed";
        };
    }

    /** The inquiry into what is under way for it; only for an open part. */
    public StatusInquiry inquiry() {
        return open().inquiry();
    }

    private Open open() {
        if (state instanceof Open open) {
            return open;
        }
        throw new IllegalStateException("Nothing is under way for " + operationId());
    }

    /** In another state; that of a provider that has changed its mind is no contradiction more. */
    Part in(PartState next) {
        var reverses =
                (state instanceof Refunded && next instanceof Refused)
                        || (state instanceof Refused && next instanceof Refunded);
        return new Part(
                allocation,
                connectorRefundId,
                next,
                reversed || reverses,
                reverses ? null : contradiction);
    }

    Part contradictedBy(Contradiction by) {
        return new Part(allocation, connectorRefundId, state, reversed, by);
    }

    Part notContradicted() {
        return new Part(allocation, connectorRefundId, state, reversed, null);
    }

    Part knownAs(@Nullable String providerId) {
        return providerId == null
                ? this
                : new Part(allocation, providerId, state, reversed, contradiction);
    }

    /** This state with a changed inquiry. */
    Part inquiring(UnaryOperator<StatusInquiry> change) {
        var open = open();
        var changed = change.apply(open.inquiry());
        return switch (open) {
            case Requested _ -> in(new Requested(changed));
            case NotCalled _, Unknown _ -> in(new Unknown(changed));
            case Pending _ -> in(new Pending(changed));
            case InReview _ -> in(new InReview(changed));
        };
    }
}
