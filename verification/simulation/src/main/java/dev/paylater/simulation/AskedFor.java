package dev.paylater.simulation;

import dev.paylater.schemas.AddShipment;
import dev.paylater.schemas.CancelPayment;
import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.ConfirmPayment;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.IncrementAuthorization;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.RejectPayment;
import dev.paylater.schemas.ReserveRefund;
import dev.paylater.schemas.UpdatePayment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/**
 * What the merchant has asked for, written down when it is asked and never corrected by what
 * anybody answers: the measure of what happens at the providers.
 */
final class AskedFor {

    /** Without an amount: whatever is left. */
    static final long ALL = Long.MAX_VALUE;

    private static final String DIRECT = "direct";

    /** What was asked for of one payment, refused or not. */
    static final class Wishes {
        final Set<Long> amounts = new HashSet<>();
        final Set<String> currencies = new HashSet<>();
        final Set<String> captureMethods = new HashSet<>();

        /** Of each capture through the connector, its amount or {@link #ALL}. */
        final List<Long> captures = new ArrayList<>();

        /** By refund id, the most that was asked for under it. */
        final Map<String, Long> refunds = new HashMap<>();

        /** Of what was handed to a carrier. */
        final Set<String> shipments = new HashSet<>();

        /** The largest total that an authorization was to be raised to. */
        long raisedTo;

        /** Whether something that is held was to be released. */
        boolean release;

        private void add(PaymentOptions options) {
            if (options.getAmount() != null) {
                amounts.add(options.getAmount());
            }
            if (options.getCurrency() != null) {
                currencies.add(options.getCurrency());
            }
            if (options.getCaptureMethod() != null) {
                captureMethods.add(options.getCaptureMethod());
            }
        }

        private void add(CapturePayment capture) {
            release |= capture.getRefundUncapturedAmount();
            if (capture.getCaptureType().equals(DIRECT)) {
                release = true;
            } else {
                var amount = capture.getAmountToCapture();
                captures.add(amount == null ? ALL : amount);
            }
        }

        /** The most that may ever be held of one attempt. */
        long most() {
            return amounts.stream().reduce(raisedTo, Math::max);
        }
    }

    private final Map<String, Wishes> byPayment = new HashMap<>();

    Wishes of(String paymentId) {
        return byPayment.computeIfAbsent(paymentId, _ -> new Wishes());
    }

    void note(SpecificRecord command) {
        switch (command) {
            case CreatePayment create -> of(create.getPaymentId()).add(create.getOptions());
            case UpdatePayment update -> of(update.getPaymentId()).add(update.getOptions());
            case ConfirmPayment confirm -> of(confirm.getPaymentId()).add(confirm.getOptions());
            case CapturePayment capture -> of(capture.getPaymentId()).add(capture);
            case CancelPayment cancel -> of(cancel.getPaymentId()).release = true;
            case RejectPayment reject -> of(reject.getPaymentId()).release = true;
            case IncrementAuthorization more -> {
                var wishes = of(more.getPaymentId());
                wishes.raisedTo = Math.max(wishes.raisedTo, more.getAmount());
            }
            case ReserveRefund refund ->
                    of(refund.getPaymentId())
                            .refunds
                            .merge(
                                    refund.getRefundId(),
                                    refund.getAmount() == null ? ALL : refund.getAmount(),
                                    Math::max);
            case AddShipment shipment ->
                    of(shipment.getPaymentId()).shipments.add(shipment.getShipmentId());
            default -> {}
        }
    }
}
