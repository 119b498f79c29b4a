package dev.paylater.orchestrator.payment.evolution;

import dev.paylater.options.CarriedOptions;
import dev.paylater.orchestrator.payment.AttemptStage;
import dev.paylater.orchestrator.payment.Dispute;
import dev.paylater.orchestrator.payment.EarlierTerms;
import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentBuilder;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentEvent.*;
import dev.paylater.orchestrator.payment.Shipment;
import dev.paylater.provider.ProviderData;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How each event changes a payment. An event that cannot have happened throws. */
public final class PaymentEvolution {

    private PaymentEvolution() {}

    /**
     * The payment after an event.
     *
     * @param payment null before the first event
     * @throws IllegalStateException when the event cannot have happened to this payment
     */
    public static Payment evolve(@Nullable Payment payment, PaymentEvent event, Instant at) {
        if (payment == null) {
            if (event instanceof PaymentCreated created) {
                return create(created, at);
            }
            throw new IllegalStateException(event + " before the payment was created");
        }
        if (!PossibleEvents.includes(payment, event)) {
            throw new IllegalStateException(
                    "%s cannot happen to a payment that is %s"
                            .formatted(event, payment.status().wireName()));
        }
        var changed = EarlierTerms.kept(payment, change(payment, event, at));
        var certain = UnwantedEvolution.doubted(payment, changed, at);
        return BookEvolution.watched(payment, event, certain, at).withUpdated(at);
    }

    private static Payment create(PaymentCreated event, Instant at) {
        return PaymentBuilder.builder()
                .merchantId(event.merchantId())
                .paymentId(event.paymentId())
                .profileId(event.profileId())
                .created(at)
                .updated(at)
                .expiresOn(event.expiresOn())
                .intent(event.intent())
                .terms(event.terms())
                .attempts(List.of())
                .captures(List.of())
                .refunds(List.of())
                .increments(List.of())
                .disputes(List.of())
                .operations(List.of())
                .fallbacks(List.of())
                .earlierTerms(List.of())
                .shipments(List.of())
                .build();
    }

    private static Payment change(Payment payment, PaymentEvent event, Instant at) {
        return switch (event) {
            case PaymentCreated _ -> throw new IllegalStateException("Created a second time");
            case PaymentUpdated e -> update(payment, e);
            case AuthorizationRequested e -> AttemptEvolution.request(payment, e, at);
            case ThreeDsRequired e -> AttemptEvolution.requireThreeDs(payment, e, at);
            case ThreeDsRequested e -> start(payment, e.operation());
            case ThreeDsChallengeIssued e ->
                    AttemptEvolution.learn(payment, e.operationId(), e.data(), at)
                            .withoutOperation(e.operationId());
            case ThreeDsSucceeded e -> AttemptEvolution.authenticate(payment, e, at);
            case AuthorizationCompletionRequested e ->
                    AttemptEvolution.complete(
                            payment.withTerms(CarriedOptions.merge(payment.terms(), e.terms())),
                            e.operation());
            case CustomerActionRequired e -> AttemptEvolution.requireCustomer(payment, e, at);
            case CustomerActionTimedOut e ->
                    payment.changingOperation(
                            e.operationId(),
                            o ->
                                    o.withPurpose(Operation.Purpose.EXPIRY)
                                            .withNextInquiryAt(e.nextInquiryAt()));
            case MerchantReviewRequired e -> AttemptEvolution.review(payment, e, at);
            case MerchantApproved e -> AttemptEvolution.approveReview(payment, e);
            case MerchantRejected e ->
                    MoneyEvolution.requestRelease(payment, e.operation(), e.reason())
                            .withMerchantDecision("rejected");
            case AuthorizationApproved e -> AttemptEvolution.approve(payment, e, at);
            case AuthorizationDeclined e -> AttemptEvolution.decline(payment, e, at);
            case AuthorizationLapsed e -> AttemptEvolution.lapse(payment, e, at);
            case ResultPending e ->
                    stillOpen(payment, e.operationId(), e.nextInquiryAt(), e.data(), at);
            case ResultUnknown e ->
                    stillOpen(payment, e.operationId(), e.nextInquiryAt(), e.data(), at);
            case AccountRefused e ->
                    MoneyEvolution.pending(payment, e.operationId(), e.nextInquiryAt())
                            .changingOperation(e.operationId(), o -> o.withAccountRefused(true));
            case StatusInquired e ->
                    payment.changingOperation(
                            e.operationId(),
                            o ->
                                    o.withInquiries(e.inquiries())
                                            .withNextInquiryAt(e.nextInquiryAt())
                                            .withAwaitingAnswer(e.awaitingAnswer()));
            case AuthorizationInquired(var inquiry) ->
                    payment.starting(inquiry)
                            .changingAttempt(inquiry.attemptId(), a -> a.lapseInquired(at));
            case InquiryEnded e -> payment.withoutOperation(e.operationId());
            case OperationRetried e ->
                    payment.changingOperation(
                            e.operationId(),
                            o ->
                                    o.withRetriedAt(at)
                                            .withAwaitingAnswer(true)
                                            .withNextInquiryAt(e.nextInquiryAt()));
            case CaptureRequested e -> MoneyEvolution.requestCapture(payment, e);
            case CaptureRecorded e -> MoneyEvolution.record(payment, e);
            case CaptureCharged e -> MoneyEvolution.charge(payment, e);
            case CaptureFailed e -> MoneyEvolution.failCapture(payment, e);
            case VoidRequested e ->
                    MoneyEvolution.requestRelease(payment, e.operation(), e.reason());
            case VoidSucceeded e ->
                    MoneyEvolution.releaseHold(payment, e.operationId(), e.amount());
            case VoidFailed e -> MoneyEvolution.restoreHold(payment, e.operationId(), e.error());
            case ReleaseRequested e ->
                    MoneyEvolution.requestRelease(payment, e.operation(), e.reason());
            case ReleaseSucceeded e ->
                    MoneyEvolution.releaseHold(payment, e.operationId(), e.amount());
            case ReleaseFailed e -> MoneyEvolution.restoreHold(payment, e.operationId(), e.error());
            case PaymentCancelled e -> cancel(payment, e);
            case PaymentLinkExpired _ -> payment.withLinkExpired(at);
            case IncrementRequested e -> MoneyEvolution.requestIncrement(payment, e);
            case IncrementApproved e -> MoneyEvolution.increase(payment, e);
            case IncrementDeclined e -> MoneyEvolution.refuseIncrease(payment, e);
            case LateApprovalFound e -> UnwantedEvolution.approved(payment, e, at);
            case LateCaptureFound e -> UnwantedEvolution.captured(payment, e, at);
            case CaptureFound e -> MoneyEvolution.find(payment, e);
            case RefundFound e -> BookEvolution.refunded(payment, e.refund());
            case BooksDiffered e ->
                    payment.changingAttempt(e.attemptId(), a -> a.withBooksDiffering(e.books()));
            case BooksAgreed e ->
                    payment.changingAttempt(e.attemptId(), a -> a.withBooksDiffering(null));
            case AmountDiffered e ->
                    payment.changingAttempt(
                            e.attemptId(), a -> a.withAmountDiffering(e.difference()));
            case AmountAgreed e ->
                    payment.changingAttempt(e.attemptId(), a -> a.withAmountDiffering(null));
            case MandateRevoked e ->
                    payment.changingAttempt(e.attemptId(), a -> a.withMandateRevokedAt(at));
            case LateChargeFound e -> UnwantedEvolution.charged(payment, e, at);
            case UnwantedMoneyKept e -> UnwantedEvolution.kept(payment, e);
            case UnwantedMoneyReturned e -> UnwantedEvolution.returned(payment, e.attemptId());
            case UnwantedMoneySettled e ->
                    UnwantedEvolution.returned(payment, e.attemptId())
                            .withoutOperationsOf(e.attemptId());
            case OperationSettled _ -> payment;
            case RefundReserved e -> MoneyEvolution.reserve(payment, e.refund());
            case RefundStatusRecorded e ->
                    UnwantedEvolution.refunded(
                            payment,
                            MoneyEvolution.changingRefund(
                                    payment,
                                    e.refundId(),
                                    r ->
                                            r.withStatus(e.status())
                                                    .withAmount(
                                                            e.amount() == null
                                                                    ? r.amount()
                                                                    : e.amount())
                                                    .withError(e.error())
                                                    .withHandOverAt(
                                                            e.status().isFinal()
                                                                    ? null
                                                                    : r.handOverAt())
                                                    .withPostponed(null)
                                                    .withUpdatedAt(at)),
                            e,
                            at);
            case RefundUpdated e ->
                    MoneyEvolution.changingRefund(
                            payment,
                            e.refundId(),
                            r -> r.updated(e.reason(), e.metadata()).withUpdatedAt(at));
            case RefundHandedOverAgain(var refundId, var nextAt) ->
                    payment.changingRefund(refundId, r -> r.withHandOverAt(nextAt));
            case FoundRefundTakenOver(var refundId) ->
                    payment.changingRefund(refundId, r -> r.withHandOverAt(null));
            case RefundCorrectionPostponed(var refundId, var amount) ->
                    payment.changingRefund(refundId, r -> r.withPostponed(amount));
            case RefundReservationDropped e ->
                    UnwantedEvolution.disputed(MoneyEvolution.drop(payment, e.refundId()));
            case DisputeRecorded e -> UnwantedEvolution.disputed(record(payment, e.dispute()));
            case DisputeResponseRequested(var disputeId, var operation) ->
                    start(payment, operation)
                            .changingDispute(
                                    disputeId,
                                    d ->
                                            d.withResponse(
                                                    new Dispute.Response(
                                                            operation.operationId(), null, null)));
            case DisputeAccepted e ->
                    UnwantedEvolution.disputed(
                            payment.withoutOperation(e.operationId())
                                    .changingDispute(
                                            e.disputeId(),
                                            d ->
                                                    d.confirmed(
                                                            Dispute.ACCEPTED,
                                                            e.operationId(),
                                                            at)));
            case DisputeChallenged e ->
                    payment.withoutOperation(e.operationId())
                            .changingDispute(
                                    e.disputeId(),
                                    d -> d.confirmed(Dispute.CHALLENGED, e.operationId(), at));
            case DisputeResponseFailed e ->
                    payment.withoutOperation(e.operationId())
                            .changingDispute(
                                    e.disputeId(),
                                    d ->
                                            d.withResponse(
                                                    new Dispute.Response(
                                                            e.operationId(), null, e.error())));
            case ShipmentRecorded(var shipment) -> ship(payment, shipment);
            case ShipmentRequested(var shipment, var operation) ->
                    ship(start(payment, operation), shipment);
            case ShipmentAccepted e ->
                    payment.withoutOperation(e.operationId())
                            .changingShipment(
                                    e.shipmentId(),
                                    s -> s.withStatus(Shipment.Status.ACCEPTED).withError(null));
            case ShipmentRefused e ->
                    payment.withoutOperation(e.operationId())
                            .changingShipment(
                                    e.shipmentId(),
                                    s ->
                                            s.withStatus(Shipment.Status.REFUSED)
                                                    .withError(e.error()));
        };
    }

    private static Payment stillOpen(
            Payment payment,
            String operationId,
            Instant nextInquiryAt,
            ProviderData data,
            Instant at) {
        return MoneyEvolution.pending(
                        AttemptEvolution.learn(payment, operationId, data, at),
                        operationId,
                        nextInquiryAt)
                .changingOperation(operationId, o -> o.withAccountRefused(false));
    }

    private static Payment update(Payment payment, PaymentUpdated event) {
        return payment.withIntent(event.intent())
                .withTerms(CarriedOptions.merge(payment.terms(), event.terms()))
                .withExpiresOn(event.expiresOn());
    }

    /** Nothing is open at a provider; an authentication that is under way leads nowhere. */
    private static Payment cancel(Payment payment, PaymentCancelled event) {
        if (payment.attempts().isEmpty()) {
            return payment.withCancellation(new Payment.Cancellation(event.reason()));
        }
        var attemptId = payment.currentAttempt().attemptId();
        return payment.withoutOperationsOf(attemptId)
                .changingAttempt(
                        attemptId,
                        a ->
                                a.withStage(new AttemptStage.Voided())
                                        .withCancellationReason(event.reason()));
    }

    private static Payment record(Payment payment, Dispute dispute) {
        var others =
                payment.disputes().stream()
                        .filter(d -> !d.disputeId().equals(dispute.disputeId()))
                        .toList();
        return payment.withDisputes(Payment.plus(others, dispute));
    }

    private static Payment ship(Payment payment, Shipment shipment) {
        return payment.withShipments(Payment.plus(payment.shipments(), shipment));
    }

    /** The payment with the operation under way and counted. */
    static Payment start(Payment payment, Operation operation) {
        return payment.starting(operation)
                .changingAttempt(
                        operation.attemptId(),
                        a -> a.withOperationsStarted(a.operationsStarted() + 1));
    }
}
