package dev.paylater.orchestrator.payment;

import dev.paylater.options.OptionRecord;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the merchant wants, as far as the state machine looks into it. Amounts are minor units.
 *
 * @param allowedPaymentMethodTypes empty: any
 * @param clientFields paths of the fields that the customer's client has set and may set again
 * @param clientChanges how often the client has changed something
 */
@RecordBuilder
public record Intent(
        long amount,
        String currency,
        @Nullable Long shippingCost,
        @Nullable Long orderTaxAmount,
        @Nullable Long surchargeAmount,
        @Nullable Long surchargeTaxAmount,
        @Nullable Long amountToCapture,
        CaptureMethod captureMethod,
        @Nullable String authenticationType,
        @Nullable String paymentMethod,
        @Nullable String paymentMethodType,
        @Nullable String paymentType,
        @Nullable Instant captureOn,
        @Nullable String customerId,
        @Nullable String country,
        List<String> connector,
        @Nullable Routing routing,
        @Nullable String setupFutureUsage,
        @Nullable Boolean offSession,
        @Nullable String mandateId,
        @Nullable Boolean requestExternalThreeDsAuthentication,
        @Nullable Boolean requestIncrementalAuthorization,
        @Nullable String updateMandateId,
        List<String> allowedPaymentMethodTypes,
        List<String> clientFields,
        int clientChanges)
        implements IntentBuilder.With {

    /** For those who turn it into something else. */
    public static final OptionRecord<Intent> OPTIONS = OptionRecord.of(Intent.class);

    static final String SETUP_MANDATE = "setup_mandate";
    static final String RECURRING_MANDATE = "recurring_mandate";

    private static final String NEW_MANDATE = "new_mandate";
    private static final String OFF_SESSION = "off_session";

    /**
     * Amount and everything that comes on top of it (interface 2.1, net_amount).
     *
     * @throws ArithmeticException when the sum leaves int64
     */
    public long netAmount() {
        var net = amount;
        net = Math.addExact(net, orZero(surchargeAmount));
        net = Math.addExact(net, orZero(surchargeTaxAmount));
        net = Math.addExact(net, orZero(shippingCost));
        return Math.addExact(net, orZero(orderTaxAmount));
    }

    boolean hasPaymentMethod() {
        return paymentMethod != null || mandateId != null;
    }

    /** Whether it pays by a mandate or gives one. */
    boolean concernsMandate() {
        return mandateId != null
                || NEW_MANDATE.equals(paymentType)
                || SETUP_MANDATE.equals(paymentType)
                || OFF_SESSION.equals(setupFutureUsage);
    }

    boolean wantsExternalThreeDs() {
        return Boolean.TRUE.equals(requestExternalThreeDsAuthentication)
                && "three_ds".equals(authenticationType);
    }

    /** Whether the type may be used, or none has been chosen yet. */
    boolean allowsPaymentMethodType() {
        return paymentMethodType == null
                || allowedPaymentMethodTypes.isEmpty()
                || allowedPaymentMethodTypes.contains(paymentMethodType);
    }

    /** After a change by the customer's client. */
    Intent changedByClient(List<String> fields) {
        var all = Stream.concat(clientFields.stream(), fields.stream()).distinct().toList();
        return withClientFields(all).withClientChanges(clientChanges + 1);
    }

    /** After a change by the merchant: what it sets is no longer the client's to change. */
    Intent changedByMerchant(Set<String> fields) {
        return withClientFields(
                clientFields.stream().filter(path -> !fields.contains(fieldOf(path))).toList());
    }

    /** The field of the interface that a path leads into. */
    static String fieldOf(String path) {
        var dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }

    private static long orZero(@Nullable Long term) {
        return term == null ? 0 : term;
    }
}
