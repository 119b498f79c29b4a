package dev.paylater.orchestrator.payment;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one request says of an {@link Intent}; null is: not said.
 *
 * @param clientFields paths of the fields that the request sets, when it is the customer's client's
 */
@RecordBuilder
public record IntentChange(
        @Nullable Long amount,
        @Nullable String currency,
        @Nullable Long shippingCost,
        @Nullable Long orderTaxAmount,
        @Nullable Long surchargeAmount,
        @Nullable Long surchargeTaxAmount,
        @Nullable Long amountToCapture,
        @Nullable CaptureMethod captureMethod,
        @Nullable String authenticationType,
        @Nullable String paymentMethod,
        @Nullable String paymentMethodType,
        @Nullable String paymentType,
        @Nullable Integer sessionExpiry,
        @Nullable Instant captureOn,
        @Nullable String customerId,
        @Nullable String country,
        @Nullable List<String> connector,
        @Nullable Routing routing,
        @Nullable String setupFutureUsage,
        @Nullable Boolean offSession,
        @Nullable String mandateId,
        @Nullable Boolean requestExternalThreeDsAuthentication,
        @Nullable Boolean requestIncrementalAuthorization,
        @Nullable String updateMandateId,
        @Nullable MandateBounds mandateBounds,
        @Nullable List<String> allowedPaymentMethodTypes,
        @Nullable List<String> clientFields) {

    public static final IntentChange NONE = IntentChangeBuilder.builder().build();

    boolean isNone() {
        return equals(NONE);
    }

    /** The intent of a new payment. */
    Intent create() {
        return over(
                IntentBuilder.builder()
                        .amount(Objects.requireNonNull(amount, "amount"))
                        .currency(Objects.requireNonNull(currency, "currency"))
                        .captureMethod(CaptureMethod.AUTOMATIC)
                        .connector(List.of())
                        .allowedPaymentMethodTypes(List.of())
                        .clientFields(List.of())
                        .build());
    }

    /** The intent after this change. */
    Intent over(Intent base) {
        return new Intent(
                or(amount, base.amount()),
                or(currency, base.currency()),
                orNull(shippingCost, base.shippingCost()),
                orNull(orderTaxAmount, base.orderTaxAmount()),
                orNull(surchargeAmount, base.surchargeAmount()),
                orNull(surchargeTaxAmount, base.surchargeTaxAmount()),
                orNull(amountToCapture, base.amountToCapture()),
                or(captureMethod, base.captureMethod()),
                orNull(authenticationType, base.authenticationType()),
                orNull(paymentMethod, base.paymentMethod()),
                orNull(paymentMethodType, base.paymentMethodType()),
                orNull(paymentType, base.paymentType()),
                orNull(captureOn, base.captureOn()),
                orNull(customerId, base.customerId()),
                orNull(country, base.country()),
                or(connector, base.connector()),
                orNull(routing, base.routing()),
                orNull(setupFutureUsage, base.setupFutureUsage()),
                orNull(offSession, base.offSession()),
                orNull(mandateId, base.mandateId()),
                orNull(
                        requestExternalThreeDsAuthentication,
                        base.requestExternalThreeDsAuthentication()),
                orNull(requestIncrementalAuthorization, base.requestIncrementalAuthorization()),
                orNull(updateMandateId, base.updateMandateId()),
                orNull(mandateBounds, base.mandateBounds()),
                or(allowedPaymentMethodTypes, base.allowedPaymentMethodTypes()),
                base.clientFields(),
                base.clientChanges());
    }

    /** The intent after this change, which comes together with carried fields. */
    Intent over(Intent base, Set<String> terms) {
        var changed = over(base);
        if (clientFields != null) {
            return changed.changedByClient(clientFields);
        }
        var fields = new HashSet<>(terms);
        if (paymentMethod != null) {
            fields.add("payment_method");
        }
        if (paymentMethodType != null) {
            fields.add("payment_method_type");
        }
        return changed.changedByMerchant(fields);
    }

    private static <T> T or(@Nullable T said, T base) {
        return said == null ? base : said;
    }

    private static <T> @Nullable T orNull(@Nullable T said, @Nullable T base) {
        return said == null ? base : said;
    }
}
