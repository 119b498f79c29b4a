package dev.paylater.orchestrator.payment;

import dev.paylater.kernel.Refusal;
import dev.paylater.options.CarriedMember;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a command can be refused for, with one of the codes of docs/errors. */
public final class Refusals {

    private static final int MAX_OBSTACLES = 20;

    private Refusals() {}

    public static Refusal unknownPayment() {
        return new Refusal("HE_02", "There is no such payment", "payment_id");
    }

    public static Refusal unknownMandate() {
        return new Refusal("HE_02", "There is no such mandate", "mandate_id");
    }

    public static Refusal unknownDispute() {
        return new Refusal("HE_02", "There is no such dispute", "dispute_id");
    }

    public static Refusal noCaptureToShip(String captureId) {
        return new Refusal(
                "HE_02", "The payment has no capture %s".formatted(captureId), "capture_id");
    }

    public static Refusal shipmentBeforeCapture(String connector) {
        return new Refusal(
                "IR_16",
                "A shipment belongs to a capture at %s: capture first".formatted(connector),
                "capture_id");
    }

    public static Refusal tooManyShipments(int most) {
        return new Refusal("IR_16", "The payment has " + most + " shipments already", null);
    }

    public static Refusal duplicatePayment(String paymentId) {
        return new Refusal("HE_01", "A payment " + paymentId + " exists already", "payment_id");
    }

    public static Refusal reusableLink() {
        return new Refusal(
                "IR_16",
                "A payment with a reusable payment link is not paid itself: each shopper who pays"
                        + " by the link gets a payment of their own",
                "payment_link_config.reusable");
    }

    public static Refusal duplicateRefund(String refundId) {
        return new Refusal("HE_01", "A refund " + refundId + " exists already", "refund_id");
    }

    public static Refusal notInStatus(String operation, Payment payment) {
        return new Refusal(
                "IR_16",
                "%s is not possible in status %s".formatted(operation, payment.status().wireName()),
                null);
    }

    public static Refusal currencyIsFixed(String operation, Payment payment) {
        return new Refusal(
                "IR_16",
                "%s with another currency is not possible in status %s: the currency cannot change once an attempt exists"
                        .formatted(operation, payment.status().wireName()),
                "currency");
    }

    public static Refusal notInStatus(String response, Dispute dispute) {
        return new Refusal(
                "IR_16",
                "%s is not possible for a dispute that is %s"
                        .formatted(response, dispute.disputeStatus()),
                null);
    }

    public static Refusal responseIsUnderWay() {
        return new Refusal("IR_16", "The provider is being sent a response already", null);
    }

    public static Refusal challengeIsTooLate(Instant deadline) {
        return new Refusal(
                "IR_16", "The dispute had to be challenged before %s".formatted(deadline), null);
    }

    public static Refusal amountIsCompared() {
        return new Refusal(
                "IR_16",
                "The provider has approved another amount than was asked for and is being asked"
                        + " what it has captured: capture again in some seconds",
                null);
    }

    public static Refusal noRefundInStatus(Payment payment) {
        return new Refusal(
                "IR_14", "refund is not possible in status " + payment.status().wireName(), null);
    }

    public static Refusal settledDirectly(long direct, long left) {
        return new Refusal(
                "IR_14",
                "%s was captured with capture_type direct: the merchant gives it back without the"
                                .formatted(direct)
                        + " provider. What the provider has taken and is left to refund: "
                        + left,
                "amount");
    }

    public static Refusal invalid(String message, String param) {
        return new Refusal("IR_06", message, param);
    }

    public static Refusal outOfRange(String message, String param) {
        return new Refusal("IR_05", message, param);
    }

    public static Refusal missing(String param) {
        return new Refusal("IR_04", param + " is required", param);
    }

    public static Refusal sessionExpired() {
        return new Refusal("IR_08", "The client_secret has expired", "client_secret");
    }

    public static Refusal notSupported(String param, String connector) {
        return new Refusal("IR_37", param + " is not supported by " + connector, param);
    }

    /** A browser is not shown which accounts its merchant has. */
    public static Refusal noEligibleConnector() {
        return new Refusal(
                "IR_39",
                "No eligible connector: none of the accounts serves this currency, country,"
                        + " payment_method_type and capture_method",
                null);
    }

    /**
     * No account is left.
     *
     * @param obstacles why each of them is not asked
     */
    public static Refusal noEligibleConnector(List<String> obstacles) {
        var shown = obstacles.stream().limit(MAX_OBSTACLES).collect(Collectors.joining("; "));
        var more = obstacles.size() - MAX_OBSTACLES;
        return obstacles.isEmpty()
                ? new Refusal("IR_39", "No eligible connector: there is no account", null)
                : new Refusal(
                        "IR_39",
                        "No eligible connector: "
                                + shown
                                + (more > 0 ? "; and %s more".formatted(more) : ""),
                        null);
    }

    static Refusal otherAccount(String merchantConnectorId) {
        var param = CarriedMember.CREDS_IDENTIFIER.path();
        return invalid(
                param + " must be the payment's merchant_connector_id, " + merchantConnectorId,
                param);
    }

    public static Refusal tooManyChanges(int changes) {
        return new Refusal(
                "IR_16",
                "The payment has no room for more: it has changed %s times".formatted(changes),
                null);
    }

    public static Refusal tooManyClientChanges(int most) {
        return new Refusal(
                "IR_16", "The customer's client has changed the payment " + most + " times", null);
    }

    static Refusal clientFieldsTooLarge(int bytes) {
        return new Refusal(
                "IR_05",
                "What the customer's client has sent for the payment is more than %s KiB"
                        .formatted(bytes / 1024),
                null);
    }

    public static Refusal requestIsOver(Instant issuedAt) {
        return new Refusal(
                "IR_16",
                "The request of %s could not be carried out in time and never will be: make it anew"
                        .formatted(issuedAt),
                null);
    }

    public static Refusal noUnwantedMoney(String attemptId) {
        return new Refusal(
                "IR_16", "The payment has no unwanted money at attempt " + attemptId, "attempt_id");
    }

    public static Refusal otherUnwantedMoney(String attemptId, long amount) {
        return new Refusal(
                "IR_16",
                "The unwanted money at attempt %s is %s".formatted(attemptId, amount),
                "amount");
    }

    public static Refusal mayStillBeCarriedOut(Instant until) {
        return new Refusal(
                "IR_16", "The request may still be carried out, until %s".formatted(until), null);
    }

    public static Refusal refundTooLarge(long left) {
        return new Refusal("IR_13", "The refund exceeds what is left: " + left, "amount");
    }

    public static Refusal linesMissTheAmount(long sum, @Nullable Long amount) {
        return invalid(
                amount == null
                        ? "The amounts of order_details make " + sum + ", which cannot be refunded"
                        : "The amounts of order_details make %s, the refund's amount is %s"
                                .formatted(sum, amount),
                "order_details");
    }

    public static Refusal linesExceed(String problem) {
        return new Refusal("IR_13", problem, "order_details");
    }

    /** The customer has the disputed amount back, or will have it. */
    public static Refusal refundIsDisputed(long left, List<Dispute> lost) {
        return new Refusal(
                "IR_13",
                "The refund exceeds what is left: %s, without what was lost in %s"
                        .formatted(
                                left,
                                lost.stream()
                                        .map(
                                                dispute ->
                                                        "dispute %s (%s)"
                                                                .formatted(
                                                                        dispute.disputeId(),
                                                                        dispute.disputeStatus()))
                                        .collect(Collectors.joining(", "))),
                "amount");
    }
}
