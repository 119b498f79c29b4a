package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Capabilities;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Operation;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import java.util.Arrays;
import java.util.Currency;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What connectors declare that their provider cannot do, and how to see that they keep to it. */
final class DeclaredGaps {

    /** Features without a check show nothing from outside but the declaration itself. */
    static final Map<Feature, Consumer<Lab>> CHECKS =
            new EnumMap<>(
                    Map.of(
                            Feature.REFUND_INQUIRY,
                            DeclaredGaps::leavesLostRefundsUnknown,
                            Feature.VOID,
                            lab -> refuses(lab, Operation.VOID, lab.deal().authorized()::cancel),
                            Feature.RELEASE,
                            lab ->
                                    refuses(
                                            lab,
                                            Operation.RELEASE,
                                            lab.deal().authorized()::release),
                            Feature.INCREMENTAL_AUTHORIZATION,
                            lab -> {
                                var deal = lab.deal().authorized();
                                refuses(lab, Operation.INCREMENT, () -> deal.increase(7000));
                            },
                            Feature.EXTERNAL_THREE_DS,
                            lab -> refuses(lab, Operation.AUTHENTICATE, lab.deal()::authenticate),
                            Feature.MANUAL_REVIEW,
                            lab ->
                                    refuses(
                                            lab,
                                            Operation.APPROVE,
                                            lab.deal().authorized()::approve),
                            Feature.REDIRECT,
                            lab -> {
                                var result =
                                        lab.deal(lab.purchase().tagged("redirect")).authorize();
                                assertThat(result.status()).isNotEqualTo(Status.REQUIRES_ACTION);
                            },
                            Feature.WEBHOOKS,
                            lab -> {
                                var deal = lab.deal().authorized();
                                deal.capture(6540);
                                assertThat(lab.webhooks(deal)).isEmpty();
                            },
                            Feature.SIGNED_WEBHOOKS,
                            lab ->
                                    assertThat(lab.capabilities().features())
                                            .doesNotContain(Feature.TIMESTAMPED_WEBHOOKS),
                            Feature.NATIVE_AUTOMATIC_CAPTURE,
                            DeclaredGaps::capturesByItself));

    private DeclaredGaps() {}

    /** The capture is an operation of its own, which the orchestrator requests. */
    private static void capturesByItself(Lab lab) {
        var deal = lab.deal(lab.purchase().withCaptureMethod("automatic"));
        var result = deal.authorize("approve");
        assertThat(result.status()).isEqualTo(Status.APPROVED);
        assertThat(result.amount()).isEqualTo(6540);
        assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
    }

    /** Money is given back once, and nobody claims to know that it was. */
    private static void leavesLostRefundsUnknown(Lab lab) {
        for (var fault : List.of(Fault.LOST_ANSWER, Fault.MALFORMED, Fault.FAILED_AFTERWARDS)) {
            var deal = lab.deal().authorized();
            Check.approved(deal.capture(6540), 6540);
            lab.proxy.spoil(1, fault);

            Check.unknown(deal.refund(2000));
            Check.unknown(deal.inquire());
            Check.unknown(deal.again());

            assertThat(deal.ledger()).hasSize(3).last().isEqualTo(deal.line("refund", 2000));
        }
    }

    private static void refuses(Lab lab, Operation operation, Supplier<ProviderResult> operating) {
        assertThat(lab.capabilities().has(operation)).isFalse();
        var before = lab.proxy.seen().size();
        assertThat(operating.get().status()).isEqualTo(Status.DECLINED);
        assertThat(lab.proxy.seen()).hasSize(before);
    }

    /** Why a case is none of a connector's, or null when it is one. */
    static @Nullable String reason(@Nullable Needs needs, Capabilities capabilities) {
        if (needs == null) {
            return null;
        }
        var missing =
                Arrays.stream(needs.value())
                        .filter(feature -> !capabilities.features().contains(feature))
                        .findFirst();
        if (missing.isPresent()) {
            return missing.get().wireName();
        }
        return needs.decimals() < 0 || currency(capabilities, needs.decimals()).isPresent()
                ? null
                : "no currency with " + needs.decimals() + " decimals";
    }

    /** A currency of the provider with so many decimals. */
    static Optional<String> currency(Capabilities capabilities, int decimals) {
        var served = capabilities.currencies();
        return (served.isEmpty() ? Set.of("JPY", "EUR", "KWD") : served)
                .stream().filter(code -> decimals(code) == decimals).sorted().findFirst();
    }

    private static int decimals(String code) {
        return Currency.getInstance(code).getDefaultFractionDigits();
    }
}
