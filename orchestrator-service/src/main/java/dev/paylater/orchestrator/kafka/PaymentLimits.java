package dev.paylater.orchestrator.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.kernel.Refusal;
import dev.paylater.kernel.Stored;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordRefundStatus;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.Refusals;
import dev.paylater.schemas.AddShipment;
import dev.paylater.schemas.ApprovePayment;
import dev.paylater.schemas.CancelPayment;
import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.ChallengeDispute;
import dev.paylater.schemas.MessageSizes;
import dev.paylater.schemas.RejectPayment;
import dev.paylater.schemas.ReserveRefund;
import dev.paylater.schemas.RevokeMandate;
import dev.paylater.schemas.SettleOperation;
import dev.paylater.schemas.SettleUnwantedMoney;
import dev.paylater.schemas.SyncPayment;
import dev.paylater.schemas.UpdatePayment;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a payment has room for. It is one document, travels whole in replies and with its terms in
 * requests, and all of these must stay within their limits. What makes it grow without moving money
 * ends at a bound; captures, cancellations, refunds and reviews are always taken, as long as what
 * they carry is small. What has happened at a provider is always recorded.
 */
final class PaymentLimits {

    private static final int MAX_EVENTS_OF_UPDATES = 1_000;
    private static final int MAX_EVENTS = 5_000;
    private static final long MIB = 1024 * 1024;

    /** Of messages that made it grow; the rest of the document belongs to money. */
    private static final long MAX_TAKEN = 4 * MIB;

    /** From here on captures and refunds carry nothing; they are still taken. */
    private static final long MAX_TAKEN_WITH_DETAILS = 6 * MIB;

    private PaymentLimits() {}

    /**
     * Why a merchant's command cannot be taken, if it cannot.
     *
     * @param after the payment as the command would leave it
     */
    static Optional<Refusal> refusal(
            PaymentRequest request, @Nullable Stored<Payment, PaymentEvent> before, Payment after) {
        if (request.replyTo() == null) {
            return Optional.empty();
        }
        return switch (request.message().value()) {
            case CapturePayment capture -> details(bytes(capture.getDetails()), before, after);
            case ReserveRefund refund ->
                    details(bytes(refund.getDetails()) + bytes(refund.getReason()), before, after);
            case ChallengeDispute challenge ->
                    details(bytes(challenge.getDetails()), before, after);
            case AddShipment shipment -> details(bytes(shipment.getDetails()), before, after);
            case CancelPayment cancel ->
                    details(
                            bytes(cancel.getDetails()) + bytes(cancel.getCancellationReason()),
                            before,
                            after);
            case RejectPayment reject -> details(bytes(reject.getReason()), before, after);
            case ApprovePayment _, SettleOperation _, SettleUnwantedMoney _, RevokeMandate _ ->
                    Optional.empty();
            case UpdatePayment _, SyncPayment _ -> growth(MAX_EVENTS_OF_UPDATES, before, after);
            default -> growth(MAX_EVENTS, before, after);
        };
    }

    private static Optional<Refusal> growth(
            int maxEvents, @Nullable Stored<Payment, PaymentEvent> before, Payment after) {
        if (before != null
                && (before.journal().size() >= maxEvents || before.taken() >= MAX_TAKEN)) {
            return Optional.of(Refusals.tooManyChanges(before.journal().size()));
        }
        var terms = bytes(after.terms());
        return terms > MessageSizes.MAX_TERMS
                        && (before == null || terms > bytes(before.state().terms()))
                ? Optional.of(
                        tooLarge(
                                "All that the payment carries would have %s bytes together, at most %s are possible"
                                        .formatted(terms, MessageSizes.MAX_TERMS)))
                : Optional.empty();
    }

    private static Optional<Refusal> details(
            long details, @Nullable Stored<Payment, PaymentEvent> before, Payment after) {
        if (details > MessageSizes.MAX_DETAILS) {
            return Optional.of(
                    tooLarge(
                            "What a capture, refund, challenge, shipment, cancellation or rejection"
                                    + " carries would have"
                                    + " %s bytes, at most %s are possible"
                                            .formatted(details, MessageSizes.MAX_DETAILS)));
        }
        if (details > 0
                && before != null
                && (before.taken() >= MAX_TAKEN_WITH_DETAILS
                        || carried(after) > MessageSizes.MAX_CARRIED)) {
            return Optional.of(
                    tooLarge(
                            "The payment carries too much already; it takes the same request"
                                    + " without metadata and reason"));
        }
        return Optional.empty();
    }

    /** Whether a refund's new description can be kept with the payment as well. */
    static boolean hasRoomFor(RecordRefundStatus status, Stored<Payment, PaymentEvent> before) {
        var description = bytes(status.reason()) + bytes(status.metadata());
        return before.taken() < MAX_TAKEN
                && description <= MessageSizes.MAX_DETAILS
                && carried(before.state()) + description <= MessageSizes.MAX_CARRIED;
    }

    private static long carried(Payment payment) {
        var carried = bytes(payment.terms());
        for (var capture : payment.captures()) {
            carried += bytes(capture.details());
        }
        for (var shipment : payment.shipments()) {
            carried += bytes(shipment.details());
        }
        for (var refund : payment.refunds()) {
            carried += bytes(refund.details()) + bytes(refund.reason());
        }
        return carried;
    }

    private static long bytes(Map<String, String> texts) {
        return texts.entrySet().stream()
                .mapToLong(text -> bytes(text.getKey()) + bytes(text.getValue()))
                .sum();
    }

    private static long bytes(@Nullable String text) {
        return text == null ? 0 : text.getBytes(UTF_8).length;
    }

    private static Refusal tooLarge(String message) {
        return new Refusal("IR_06", message, null);
    }
}
