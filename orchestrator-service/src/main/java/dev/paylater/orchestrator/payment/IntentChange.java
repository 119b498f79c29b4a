package dev.paylater.orchestrator.payment;

import dev.paylater.options.OptionRecord;
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
        @Nullable List<String> allowedPaymentMethodTypes,
        @Nullable List<String> clientFields) {

    /** For those who turn it into something else. */
    public static final OptionRecord<IntentChange> OPTIONS = OptionRecord.of(IntentChange.class);

    /** Says who has set the others; {@link Intent} keeps account of it. */
    private static final String CLIENT_FIELDS = "client_fields";

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
        return Intent.OPTIONS.make(
                (field, _) -> {
                    var said = field.equals(CLIENT_FIELDS) ? null : OPTIONS.value(this, field);
                    return said == null ? Intent.OPTIONS.value(base, field) : said;
                });
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
}
