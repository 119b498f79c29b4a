package dev.paylater.orchestrator.kafka;

import dev.paylater.orchestrator.payment.CaptureMethod;
import dev.paylater.orchestrator.payment.Intent;
import dev.paylater.orchestrator.payment.IntentChange;
import dev.paylater.orchestrator.payment.MandateBounds;
import dev.paylater.orchestrator.routing.RoutingJson;
import dev.paylater.schemas.PaymentOptions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a merchant can say about a payment, between the wire and the core. */
final class Options {

    private Options() {}

    static IntentChange read(PaymentOptions options) {
        return new IntentChange(
                options.getAmount(),
                options.getCurrency(),
                options.getShippingCost(),
                options.getOrderTaxAmount(),
                options.getSurchargeAmount(),
                options.getSurchargeTaxAmount(),
                options.getAmountToCapture(),
                Words.toNullable(CaptureMethod.class, options.getCaptureMethod()),
                options.getAuthenticationType(),
                options.getPaymentMethod(),
                options.getPaymentMethodType(),
                options.getPaymentType(),
                options.getSessionExpiry(),
                instant(options.getCaptureOn()),
                options.getCustomerId(),
                options.getCountry(),
                options.getConnector(),
                options.getRouting() == null ? null : RoutingJson.read(options.getRouting()),
                options.getSetupFutureUsage(),
                options.getOffSession(),
                options.getMandateId(),
                options.getRequestExternalThreeDsAuthentication(),
                options.getRequestIncrementalAuthorization(),
                options.getUpdateMandateId(),
                read(options.getMandateBounds()),
                options.getAllowedPaymentMethodTypes(),
                options.getClientFields());
    }

    private static @Nullable MandateBounds read(
            dev.paylater.schemas.@Nullable MandateBounds bounds) {
        return bounds == null
                ? null
                : new MandateBounds(
                        bounds.getSingleUse(),
                        bounds.getAmount(),
                        bounds.getCurrency(),
                        instant(bounds.getStartDate()),
                        instant(bounds.getEndDate()));
    }

    private static @Nullable Instant instant(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    /** What a connector may want to know; routing is over by then. */
    static PaymentOptions write(Intent intent) {
        return PaymentOptions.newBuilder()
                .setAmount(intent.amount())
                .setCurrency(intent.currency())
                .setShippingCost(intent.shippingCost())
                .setOrderTaxAmount(intent.orderTaxAmount())
                .setSurchargeAmount(intent.surchargeAmount())
                .setSurchargeTaxAmount(intent.surchargeTaxAmount())
                .setCaptureMethod(Words.of(intent.captureMethod()))
                .setAuthenticationType(intent.authenticationType())
                .setPaymentMethod(intent.paymentMethod())
                .setPaymentMethodType(intent.paymentMethodType())
                .setPaymentType(intent.paymentType())
                .setCustomerId(intent.customerId())
                .setCountry(intent.country())
                .setSetupFutureUsage(intent.setupFutureUsage())
                .setOffSession(intent.offSession())
                .setMandateId(intent.mandateId())
                .setRequestIncrementalAuthorization(intent.requestIncrementalAuthorization())
                .build();
    }
}
