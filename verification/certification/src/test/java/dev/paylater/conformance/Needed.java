package dev.paylater.conformance;

import dev.paylater.connector.kit.Capabilities;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.options.CarriedMember;
import dev.paylater.options.IgnoredOptions;
import dev.paylater.options.NeededCapability;
import dev.paylater.options.PaymentOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A capability beside a request that needs it and what happens without it, from the rows that
 * orchestrator-service decides by.
 */
record Needed(String capability, String request, String otherwise) {

    static final String HEAD =
            """

            ## What a request needs

            From `NeededCapability` and `PaymentOption`, by whose rows accounts are chosen and requests
            refused. `skipped`: an account at this connector is not chosen; IR_39 when none is left, IR_37
            where the payment itself names the connector. `refused`: IR_37. `warned`: `warnings` name the
            field, and an account with `strict: true` refuses it. `released`: the provider gives up what it
            holds of it.

            """;

    private static final String WARNED = "warned";
    private static final String REFUSED = "refused";

    static List<Needed> rows() {
        return Stream.of(
                        Arrays.stream(NeededCapability.values()).map(Needed::of),
                        Arrays.stream(PaymentOption.values())
                                .filter(option -> isDeclared(option.capability()))
                                .filter(option -> !isNeeded(option.capability()))
                                .map(option -> of(option, option.capability(), "")),
                        Arrays.stream(PaymentOption.values())
                                .filter(PaymentOption::isInCapture)
                                .filter(option -> isDeclared(option.captureCapability()))
                                .map(
                                        option ->
                                                of(
                                                        option,
                                                        option.captureCapability(),
                                                        " of a capture")),
                        Stream.of(
                                new Needed("refund_lines", "order_details of a refund", WARNED),
                                new Needed(IgnoredOptions.SHIPMENTS, "a shipment", WARNED)),
                        IgnoredOptions.IN_SHIPMENT.entrySet().stream()
                                .sorted(Map.Entry.comparingByKey())
                                .map(
                                        field ->
                                                new Needed(
                                                        field.getValue(),
                                                        field.getKey() + " of a shipment",
                                                        WARNED)),
                        Arrays.stream(CarriedMember.values())
                                .filter(member -> isDeclared(member.capability()))
                                .map(
                                        member ->
                                                new Needed(
                                                        Objects.requireNonNull(member.capability()),
                                                        member.path(),
                                                        WARNED)))
                .flatMap(row -> row)
                .toList();
    }

    /** Capabilities that a request is decided by. */
    static Set<String> capabilities() {
        return rows().stream().map(Needed::capability).collect(Collectors.toSet());
    }

    String happens(Capabilities can) {
        return can.features().stream().anyMatch(feature -> feature.wireName().equals(capability))
                ? "yes"
                : otherwise;
    }

    private static Needed of(NeededCapability needed) {
        return new Needed(
                needed.capability(),
                needed.request(),
                switch (needed.lacking()) {
                    case NOT_CHOSEN -> "skipped";
                    case REFUSED -> REFUSED;
                    case RELEASED -> "released";
                });
    }

    private static Needed of(PaymentOption option, @Nullable String capability, String of) {
        return new Needed(
                Objects.requireNonNull(capability),
                option.fieldName() + of,
                option.isRequired() ? REFUSED : WARNED);
    }

    private static boolean isNeeded(@Nullable String capability) {
        return Arrays.stream(NeededCapability.values())
                .anyMatch(needed -> needed.capability().equals(capability));
    }

    private static boolean isDeclared(@Nullable String capability) {
        return Arrays.stream(Feature.values())
                .anyMatch(feature -> feature.wireName().equals(capability));
    }
}
