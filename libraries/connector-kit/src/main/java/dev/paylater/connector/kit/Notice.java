package dev.paylater.connector.kit;

import dev.paylater.provider.ProviderResult;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a notification is worth. */
public sealed interface Notice {

    /**
     * It is the provider's.
     *
     * @param eventId the provider's own id of it, the same at every delivery
     */
    record Genuine(String eventId, List<ProviderEvent> news) implements Notice {}

    /** It is not to be trusted with anything. */
    record Rejected(Reason reason) implements Notice {}

    /**
     * Only the provider itself can say whether it is the provider's.
     *
     * @param call asks it; has no effect
     * @param then what its answer makes of the notification
     */
    record Unproven(HttpCall call, Function<HttpAnswer, Notice> then) implements Notice {}

    /** Why a notification is rejected. */
    enum Reason {
        FORGED,
        STALE,
        UNREADABLE
    }

    /** One thing that a notification says. */
    sealed interface ProviderEvent {

        /** The payment it is about, in our words. */
        String paymentId();
    }

    /** What became of an operation. */
    record Settled(
            String paymentId,
            String attemptId,
            Operation operation,
            String operationId,
            @Nullable String refundId,
            ProviderResult result)
            implements ProviderEvent {}

    /** Something about the payment changed; an inquiry shows what. */
    record Changed(String paymentId) implements ProviderEvent {

        /** Ours is 30 characters long, and goes on in the names of attempts and captures. */
        private static final Pattern REFERENCE = Pattern.compile("(.{30})_\\d+(_\\d+)?");

        /** A notification about what we gave this name. */
        public static Notice genuine(String eventId, @Nullable String reference) {
            return new Genuine(eventId, of(reference));
        }

        /**
         * An event of the payment that we gave this reference; none where the reference is not
         * ours.
         */
        public static List<ProviderEvent> of(@Nullable String reference) {
            var ours = REFERENCE.matcher(reference == null ? "" : reference);
            return ours.matches() ? List.of(new Changed(ours.group(1))) : List.of();
        }
    }

    /** A dispute was opened or moved. Stage and status as the interface names them. */
    record Disputed(
            String paymentId,
            String disputeId,
            String stage,
            String status,
            long amount,
            String currency,
            @Nullable String connectorStatus,
            @Nullable String reason,
            @Nullable String reasonCode,
            @Nullable Instant challengeRequiredBy,
            @Nullable Instant createdAt,
            @Nullable Instant updatedAt)
            implements ProviderEvent {}
}
