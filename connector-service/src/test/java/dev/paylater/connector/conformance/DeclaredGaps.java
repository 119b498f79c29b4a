package dev.paylater.connector.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.provider.Capabilities;
import dev.paylater.connector.provider.Capabilities.Feature;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Verdict;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Currency;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What connectors declare that their providers cannot do: it is refused without a call. */
final class DeclaredGaps {

    /** Nothing is to be seen of these from outside but the declaration itself. */
    private static final Set<Feature> INVISIBLE =
            EnumSet.of(
                    Feature.PARTIAL_REFUND,
                    Feature.REFUND_PER_CAPTURE,
                    Feature.MANDATES,
                    Feature.B2B,
                    Feature.DIRECT_CAPTURE,
                    Feature.DECLINE_REASONS,
                    Feature.LATE_DECISION,
                    Feature.LATE_CAPTURE,
                    Feature.LATE_REFUND,
                    Feature.TIMESTAMPED_WEBHOOKS);

    private DeclaredGaps() {}

    /** Why a case cannot be, and how to see that it cannot. */
    record Gap(String reason, @Nullable Feature feature, int decimals) {

        boolean isVisible() {
            return feature == null || !INVISIBLE.contains(feature);
        }

        void check(Lab lab) {
            if (feature == null) {
                assertThat(currency(lab.capabilities(), decimals)).isEmpty();
                return;
            }
            assertThat(lab.capabilities().features()).doesNotContain(feature);
            switch (feature) {
                case VOID -> refuses(lab, Operation.VOID, lab.deal().authorized()::cancel);
                case RELEASE -> refuses(lab, Operation.RELEASE, lab.deal().authorized()::release);
                case INCREMENTAL_AUTHORIZATION -> {
                    var deal = lab.deal().authorized();
                    refuses(lab, Operation.INCREMENT, () -> deal.increase(7000));
                }
                case EXTERNAL_THREE_DS ->
                        refuses(lab, Operation.AUTHENTICATE, lab.deal()::authenticate);
                case MANUAL_REVIEW ->
                        refuses(lab, Operation.APPROVE, lab.deal().authorized()::approve);
                case MULTIPLE_CAPTURE, PARTIAL_CAPTURE ->
                        assertThat(lab.capabilities().captureMethods())
                                .isNotEmpty()
                                .doesNotContain("manual_multiple");
                case REDIRECT -> {
                    var asked = lab.deal(lab.purchase().tagged("redirect")).authorize();
                    assertThat(asked.verdict()).isNotInstanceOf(Verdict.CustomerAction.class);
                }
                case WEBHOOKS -> {
                    var deal = lab.deal().authorized();
                    deal.capture(6540);
                    assertThat(lab.webhooks(deal)).isEmpty();
                }
                case SIGNED_WEBHOOKS ->
                        assertThat(lab.capabilities().features())
                                .doesNotContain(Feature.TIMESTAMPED_WEBHOOKS);
                case NATIVE_AUTOMATIC_CAPTURE -> {
                    // The capture is an order of its own, which the orchestrator gives.
                    var deal = lab.deal(lab.purchase().withCaptureMethod("automatic"));
                    assertThat(deal.authorize("approve").verdict())
                            .isEqualTo(new Verdict.Approved(6540, false));
                    assertThat(deal.ledger()).containsExactly(deal.line("authorize", 6540));
                }
                case PARTIAL_REFUND,
                        REFUND_PER_CAPTURE,
                        MANDATES,
                        B2B,
                        DIRECT_CAPTURE,
                        DECLINE_REASONS,
                        LATE_DECISION,
                        LATE_CAPTURE,
                        LATE_REFUND,
                        TIMESTAMPED_WEBHOOKS ->
                        throw new IllegalStateException(feature + " cannot be seen");
            }
        }

        private static void refuses(Lab lab, Operation operation, Supplier<Outcome> order) {
            assertThat(lab.capabilities().has(operation)).isFalse();
            var before = lab.proxy.seen().size();
            assertThat(order.get().verdict()).isInstanceOf(Verdict.Declined.class);
            assertThat(lab.proxy.seen()).hasSize(before);
        }
    }

    /** Why a provider cannot do a case, if it cannot. */
    static Optional<Gap> gap(Method method, Capabilities capabilities) {
        var needs = method.getAnnotation(Needs.class);
        if (needs == null) {
            return Optional.empty();
        }
        var missing =
                Arrays.stream(needs.value())
                        .filter(feature -> !capabilities.features().contains(feature))
                        .findFirst();
        if (missing.isPresent()) {
            return Optional.of(new Gap(missing.get().wireName(), missing.get(), -1));
        }
        return needs.decimals() < 0 || currency(capabilities, needs.decimals()).isPresent()
                ? Optional.empty()
                : Optional.of(
                        new Gap(
                                "no currency with " + needs.decimals() + " decimals",
                                null,
                                needs.decimals()));
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
