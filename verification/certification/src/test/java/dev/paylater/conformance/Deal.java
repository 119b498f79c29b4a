package dev.paylater.conformance;

import dev.paylater.certification.DrivenPayment;
import dev.paylater.certification.DrivenPayment.Pace;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Context.Links;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Operation;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.schemas.PaymentOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One payment at the simulator, whose ledger and pages it knows. */
final class Deal {

    private static final Pace PACE = new Pace(Duration.ofMillis(50), Duration.ofSeconds(10));

    private final Lab lab;
    private final Purchase purchase;
    private final Account account;
    private final String paymentId = Lab.paymentId();
    private final DrivenPayment payment;

    Deal(Lab lab, Purchase purchase, Account account) {
        this.lab = lab;
        this.purchase = purchase;
        this.account = account;
        payment =
                new DrivenPayment(
                        request -> lab.calls.carryOut(request, lab.connector()),
                        lab.connector(),
                        authorization(),
                        lab.subject.captureDetails(),
                        PACE);
    }

    String paymentId() {
        return paymentId;
    }

    Account account() {
        return account;
    }

    @Nullable String transactionId() {
        return payment.transactionId();
    }

    @Nullable String mandateId() {
        return payment.mandateId();
    }

    List<String> ledger() {
        return lab.simulator.ledger(paymentId);
    }

    /** A line as the ledger writes it. */
    String line(String operation, long amount) {
        return operation + " " + amount + " " + purchase.currency();
    }

    ProviderResult authorize() {
        return payment.authorize();
    }

    ProviderResult complete() {
        return payment.complete();
    }

    /** Authorizes, by way of the provider's page when there is one, where they press the button. */
    ProviderResult authorize(String decision) {
        var result = authorize();
        if (result.status() == Status.REQUIRES_ACTION) {
            lab.simulator.decide(Check.page(result), decision);
            return complete();
        }
        return result;
    }

    /** An authorization that has come off. */
    Deal authorized() {
        var result = authorize("approve");
        if (!DrivenPayment.isSuccess(result)) {
            throw new AssertionError("not authorized but " + result);
        }
        return this;
    }

    ProviderResult capture(long amount) {
        return payment.capture(amount);
    }

    ProviderResult cancel() {
        return payment.cancel();
    }

    ProviderResult release() {
        return payment.release();
    }

    ProviderResult increase(long total) {
        return payment.perform(Operation.INCREMENT, total);
    }

    ProviderResult approve() {
        return payment.perform(Operation.APPROVE, purchase.amount());
    }

    ProviderResult authenticate() {
        return payment.perform(Operation.AUTHENTICATE, purchase.amount());
    }

    ProviderResult acceptDispute(String disputeId) {
        return payment.perform(
                Operation.ACCEPT_DISPUTE, 500, Map.of("connector_dispute_id", quoted(disputeId)));
    }

    ProviderResult challengeDispute(String disputeId) {
        return payment.perform(
                Operation.CHALLENGE_DISPUTE,
                500,
                Map.of(
                        "connector_dispute_id",
                        quoted(disputeId),
                        "evidence",
                        "{\"shipping_tracking_number\": \"0034\"}"));
    }

    ProviderResult ship(String number) {
        return payment.perform(
                Operation.SHIP, 0, ShipmentCases.parcel(payment.captureReference(), number));
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    ProviderResult refund(long amount) {
        return payment.refund(amount);
    }

    ProviderResult again() {
        return payment.again();
    }

    ProviderResult inquire() {
        return payment.inquire();
    }

    ProviderResult settle(ProviderResult first) {
        var result = payment.settle(first);
        if (result.status() == Status.UNKNOWN || result.status() == Status.PENDING) {
            throw new AssertionError("still unknown: " + result);
        }
        return result;
    }

    static void pause() {
        DrivenPayment.pause(PACE.pause());
    }

    private Context authorization() {
        var attempt = paymentId + "_1";
        var id = attempt + "_authorize";
        return new Context(
                Operation.AUTHORIZE,
                account.merchantId(),
                paymentId,
                attempt,
                id,
                id,
                1,
                purchase.amount(),
                purchase.currency(),
                0,
                0,
                purchase.captureMethod(),
                Instant.now(),
                Instant.now(),
                null,
                purchase.mandateId(),
                Map.of(),
                options(),
                new Fields(purchase.carried()),
                new Fields(Map.of()),
                null,
                links(),
                account);
    }

    private PaymentOptions options() {
        return PaymentOptions.newBuilder()
                .setAmount(purchase.amount())
                .setCurrency(purchase.currency())
                .setCountry(purchase.country())
                .setCaptureMethod(purchase.captureMethod())
                .setPaymentType(purchase.paymentType())
                .setPaymentMethod("pay_later")
                .setPaymentMethodType(lab.subject.paymentMethodType())
                .build();
    }

    private Links links() {
        return new Links(lab.sink.url("return") + "/" + paymentId, lab.sink.url(paymentId));
    }
}
