package dev.paylater.options;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a payment asks for and a connector does not do. */
public final class IgnoredOptions {

    private static final List<PaymentOption> NEEDING =
            Stream.of(PaymentOption.values())
                    .filter(option -> option.capability() != null)
                    .toList();

    private static final List<PaymentOption> NEEDING_IN_CAPTURE =
            Stream.of(PaymentOption.values())
                    .filter(option -> option.isInCapture() && option.captureCapability() != null)
                    .toList();

    private static final List<CarriedMember> MEMBERS_NEEDING =
            Stream.of(CarriedMember.values())
                    .filter(member -> member.capability() != null)
                    .toList();

    /** Of a connector that is sent the lines of a refund. */
    private static final String REFUND_LINES = "refund_lines";

    private static final String LINES = "order_details";

    /** Beside a refund's lines, where its connector is not sent them. */
    private static final String LINES_IGNORED = "order_details_ignored";

    /** Of a connector that is told of shipments. */
    public static final String SHIPMENTS = "shipments";

    /** What a connector needs for a field of a shipment that not all of them are sent. */
    public static final Map<String, String> IN_SHIPMENT =
            Map.of("tracking_url", "shipment_links", LINES, "shipment_lines");

    /** Every capability that an option or a member of one may need. */
    public static final Set<String> CAPABILITIES =
            Stream.of(
                            NEEDING.stream().map(PaymentOption::capability),
                            NEEDING_IN_CAPTURE.stream().map(PaymentOption::captureCapability),
                            MEMBERS_NEEDING.stream().map(CarriedMember::capability),
                            Stream.of(REFUND_LINES, SHIPMENTS),
                            IN_SHIPMENT.values().stream())
                    .flatMap(Function.identity())
                    .filter(Objects::nonNull)
                    .collect(Collectors.toUnmodifiableSet());

    private IgnoredOptions() {}

    /**
     * The options that need what the connector cannot.
     *
     * @param capabilities of the connector
     * @param values of the payment, by the name of the field: a value, or JSON text of a carried
     *     one
     */
    public static List<PaymentOption> of(
            Collection<String> capabilities, Function<String, @Nullable Object> values) {
        return NEEDING.stream()
                .filter(option -> !capabilities.contains(option.capability()))
                .filter(option -> isAsked(option, values.apply(option.fieldName())))
                .toList();
    }

    /** The fields of a capture that its connector ignores. */
    public static List<PaymentOption> ofCapture(
            Collection<String> capabilities, Function<String, @Nullable Object> values) {
        return NEEDING_IN_CAPTURE.stream()
                .filter(option -> !capabilities.contains(option.captureCapability()))
                .filter(option -> isAsked(option, values.apply(option.fieldName())))
                .toList();
    }

    /** The members that need what the connector cannot, of a payment's or a capture's fields. */
    public static List<CarriedMember> members(
            Collection<String> capabilities, Function<String, @Nullable String> carried) {
        return MEMBERS_NEEDING.stream()
                .filter(member -> !capabilities.contains(member.capability()))
                .filter(member -> isAsked(carried.apply(member.carriedName())))
                .toList();
    }

    /** A refund's fields with a mark where its connector is not sent the lines. */
    public static Map<String, String> marked(
            Map<String, String> details, Predicate<String> canConnector) {
        if (!details.containsKey(LINES) || canConnector.test(REFUND_LINES)) {
            return details;
        }
        var marked = new HashMap<>(details);
        marked.put(LINES_IGNORED, "true");
        return Map.copyOf(marked);
    }

    /** The fields of a refund that its connector does nothing with. */
    public static List<String> ofRefund(Predicate<String> isGiven) {
        return Stream.concat(
                        Stream.of("refund_type", "split_refunds").filter(isGiven),
                        Stream.of(LINES).filter(_ -> isGiven.test(LINES_IGNORED)))
                .toList();
    }

    /**
     * What a connector does nothing with of a shipment: all of it, or some of its fields.
     *
     * @param given names of the shipment's fields
     */
    public static List<String> ofShipment(
            Predicate<String> canConnector, Collection<String> given) {
        return canConnector.test(SHIPMENTS)
                ? IN_SHIPMENT.entrySet().stream()
                        .filter(field -> given.contains(field.getKey()))
                        .filter(field -> !canConnector.test(field.getValue()))
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList()
                : List.of(SHIPMENTS);
    }

    private static boolean isAsked(PaymentOption option, @Nullable Object value) {
        var usual = option.usual();
        return isAsked(value)
                && (usual == null || !(usual.equals(value) || ("\"" + usual + "\"").equals(value)));
    }

    /** A field that is unset, false or empty asks for nothing. */
    private static boolean isAsked(@Nullable Object value) {
        return switch (value) {
            case null -> false;
            case Boolean flag -> flag;
            case Collection<?> items -> !items.isEmpty();
            case String text -> !text.equals("false") && !text.equals("{}");
            default -> true;
        };
    }
}
