package dev.paylater.options;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What decides of a payment where it can go.
 *
 * @param netAmount all that is authorized
 * @param routing its own rule; null: it has none
 * @param options values of the fields that the state machine looks into, by name
 * @param terms JSON texts of the carried fields, by name
 */
public record RoutedPayment(
        String paymentId,
        long netAmount,
        @Nullable Routing routing,
        Function<String, @Nullable Object> options,
        Map<String, String> terms) {

    private static final String SETUP_MANDATE = "setup_mandate";
    private static final String AUTOMATIC = "automatic";
    private static final Set<String> CAPTURED_BY_SERVICE =
            Set.of(AUTOMATIC, "sequential_automatic", "scheduled");

    /** This payment, if it had this value of an option. */
    public RoutedPayment with(String option, @Nullable Object value) {
        return new RoutedPayment(
                paymentId,
                netAmount,
                routing,
                field -> field.equals(option) ? value : options.apply(field),
                terms);
    }

    @Nullable String currency() {
        return text("currency");
    }

    @Nullable String country() {
        return text("country");
    }

    @Nullable String paymentMethodType() {
        return text("payment_method_type");
    }

    String captureMethod() {
        return switch (options.apply("capture_method")) {
            case null -> AUTOMATIC;
            case Enum<?> method -> method.name().toLowerCase(Locale.ROOT);
            case Object method -> method.toString();
        };
    }

    /** The connectors that it names, in its order. */
    List<Routing.Choice> namedConnectors() {
        return options.apply("connector") instanceof List<?> names
                ? names.stream()
                        .map(name -> new Routing.Choice(String.valueOf(name), null))
                        .toList()
                : List.of();
    }

    /** Whether it pays by a mandate or gives one. */
    boolean concernsMandate() {
        return isByMandate()
                || "new_mandate".equals(text("payment_type"))
                || setsUpMandate()
                || "off_session".equals(text("setup_future_usage"));
    }

    /** Whether a mandate is all that is wanted: no money is taken. */
    public boolean setsUpMandate() {
        return SETUP_MANDATE.equals(text("payment_type"));
    }

    public boolean wantsExternalThreeDs() {
        return Boolean.TRUE.equals(options.apply("request_external_three_ds_authentication"))
                && "three_ds".equals(text("authentication_type"));
    }

    /** A payment by mandate has no customer to authenticate. */
    public boolean needsExternalThreeDs() {
        return wantsExternalThreeDs() && !isByMandate();
    }

    /** Whether the service captures less than the whole by itself. */
    public boolean capturesPart() {
        return options.apply("amount_to_capture") instanceof Number amount
                && CAPTURED_BY_SERVICE.contains(captureMethod())
                && amount.longValue() < netAmount;
    }

    private boolean isByMandate() {
        return text("mandate_id") != null;
    }

    private @Nullable String text(String option) {
        return options.apply(option) instanceof String text ? text : null;
    }

    /** A carried field, as text; null when it is unset or something else. */
    @Nullable String term(String field) {
        return CarriedOptions.text(terms, field);
    }

    /** The value of a field: JSON text of a carried one. */
    @Nullable Object value(String field) {
        var term = terms.get(field);
        return term == null ? options.apply(field) : term;
    }
}
