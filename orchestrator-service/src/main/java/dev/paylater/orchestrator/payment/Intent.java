package dev.paylater.orchestrator.payment;

import dev.paylater.options.CarriedOptions;
import dev.paylater.options.OptionRecord;
import dev.paylater.options.RoutedPayment;
import dev.paylater.options.Routing;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the merchant wants, as far as the state machine looks into it; amounts are minor units. A
 * payment has a complete one, with amount, currency and capture method. A request carries a partial
 * one: what is null in it is not changed.
 *
 * @param sessionExpiry seconds from creation until client-side calls expire
 * @param allowedPaymentMethodTypes empty: any
 * @param clientFields paths of the fields that the customer's client has set and may set again; of
 *     a request: that it sets, and null when it is the merchant's
 * @param clientChanges how often the client has changed something
 */
@RecordBuilder
public record Intent(
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
        @Nullable List<String> clientFields,
        @Nullable Integer clientChanges)
        implements IntentBuilder.With {

    /** For those who turn it into something else. */
    public static final OptionRecord<Intent> OPTIONS = OptionRecord.of(Intent.class);

    /** Changes nothing. */
    public static final Intent NONE = IntentBuilder.builder().build();

    public static final String RECURRING_MANDATE = "recurring_mandate";

    /**
     * Who has set the others; only {@link #changedByClient} and {@link #changedByMerchant} write
     * them.
     */
    private static final Set<String> OF_CLIENT = Set.of("client_fields", "client_changes");

    @Override
    public Long amount() {
        return Objects.requireNonNull(amount, "amount");
    }

    @Override
    public String currency() {
        return Objects.requireNonNull(currency, "currency");
    }

    @Override
    public CaptureMethod captureMethod() {
        return Objects.requireNonNull(captureMethod, "capture_method");
    }

    @Override
    public List<String> connector() {
        return orEmpty(connector);
    }

    @Override
    public List<String> allowedPaymentMethodTypes() {
        return orEmpty(allowedPaymentMethodTypes);
    }

    @Override
    public List<String> clientFields() {
        return orEmpty(clientFields);
    }

    @Override
    public Integer clientChanges() {
        return clientChanges == null ? 0 : clientChanges;
    }

    /** A new payment's, which has these values. */
    public Intent create() {
        return change(
                IntentBuilder.builder()
                        .captureMethod(CaptureMethod.AUTOMATIC)
                        .connector(List.of())
                        .allowedPaymentMethodTypes(List.of())
                        .clientFields(List.of())
                        .clientChanges(0)
                        .build(),
                _ -> false);
    }

    /** Whether it is a change by the customer's client. */
    public boolean isByClient() {
        return clientFields != null;
    }

    /** The fields that it has, as the interface names them. */
    public Set<String> fields() {
        return OPTIONS.fieldsOf(this);
    }

    /**
     * A payment's intent after this change, which comes together with carried fields. What they
     * clear by the name of an option is unset, unless the change gives it another value.
     */
    public Intent change(Intent base, Map<String, String> terms) {
        var changed = change(base, option -> CarriedOptions.CLEARED.equals(terms.get(option)));
        if (isByClient()) {
            return changed.changedByClient(clientFields());
        }
        var fields = new HashSet<>(terms.keySet());
        if (paymentMethod != null) {
            fields.add("payment_method");
        }
        if (paymentMethodType != null) {
            fields.add("payment_method_type");
        }
        return changed.changedByMerchant(fields);
    }

    private Intent change(Intent base, Predicate<String> clears) {
        return OPTIONS.make(
                (field, _) -> {
                    var value = OF_CLIENT.contains(field) ? null : OPTIONS.value(this, field);
                    return value != null || clears.test(field) ? value : OPTIONS.value(base, field);
                });
    }

    /**
     * Amount and everything that comes on top of it (interface 2.1, net_amount).
     *
     * @throws ArithmeticException when the sum leaves int64
     */
    public long netAmount() {
        long net = amount();
        net = Math.addExact(net, orZero(surchargeAmount));
        net = Math.addExact(net, orZero(surchargeTaxAmount));
        net = Math.addExact(net, orZero(shippingCost));
        return Math.addExact(net, orZero(orderTaxAmount));
    }

    /** As far as it decides where the payment goes. */
    public RoutedPayment routed(String paymentId, Map<String, String> terms) {
        return new RoutedPayment(
                paymentId, netAmount(), routing, field -> OPTIONS.value(this, field), terms);
    }

    private RoutedPayment routed() {
        return routed("", Map.of());
    }

    /** Whether the service captures less than the whole by itself. */
    boolean capturesPart() {
        return routed().capturesPart();
    }

    /** A provider that captures in the same step captures all: a part is a capture of its own. */
    public CaptureMethod captureMethodOfAttempts(boolean settledDirectly) {
        var byService =
                captureMethod() == CaptureMethod.AUTOMATIC && (capturesPart() || settledDirectly);
        return byService ? CaptureMethod.SEQUENTIAL_AUTOMATIC : captureMethod();
    }

    public boolean allowsIncrements() {
        return Boolean.TRUE.equals(requestIncrementalAuthorization);
    }

    public boolean hasPaymentMethod() {
        return paymentMethod != null || mandateId != null;
    }

    /** Whether a mandate is all that is wanted: no money is taken. */
    public boolean setsUpMandate() {
        return routed().setsUpMandate();
    }

    public boolean wantsExternalThreeDs() {
        return routed().wantsExternalThreeDs();
    }

    /** A payment by mandate has no customer to authenticate. */
    public boolean needsExternalThreeDs() {
        return routed().needsExternalThreeDs();
    }

    /** Whether the type may be used, or none has been chosen yet. */
    public boolean allowsPaymentMethodType() {
        return paymentMethodType == null
                || allowedPaymentMethodTypes().isEmpty()
                || allowedPaymentMethodTypes().contains(paymentMethodType);
    }

    /** After a change by the customer's client. */
    public Intent changedByClient(List<String> fields) {
        var all = Stream.concat(clientFields().stream(), fields.stream()).distinct().toList();
        return withClientFields(all).withClientChanges(clientChanges() + 1);
    }

    /** After a change by the merchant: what it sets is no longer the client's to change. */
    public Intent changedByMerchant(Set<String> fields) {
        return withClientFields(
                clientFields().stream().filter(path -> !fields.contains(fieldOf(path))).toList());
    }

    /** The field of the interface that a path leads into. */
    static String fieldOf(String path) {
        var dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }

    private static List<String> orEmpty(@Nullable List<String> texts) {
        return texts == null ? List.of() : texts;
    }

    private static long orZero(@Nullable Long term) {
        return term == null ? 0 : term;
    }
}
