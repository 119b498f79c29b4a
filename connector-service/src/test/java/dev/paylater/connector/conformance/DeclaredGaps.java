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
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/**
 * Where a connector declares that its provider cannot do what a case needs, the case becomes a
 * check of that declaration: what it leaves out is refused without a call.
 */
final class DeclaredGaps implements InvocationInterceptor {

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> context,
            ExtensionContext extension)
            throws Throwable {
        var lab = ((Cases) extension.getRequiredTestInstance()).lab();
        var needs = context.getExecutable().getAnnotation(Needs.class);
        var gap = needs == null ? null : gap(needs, lab.capabilities());
        if (gap == null) {
            invocation.proceed();
        } else {
            invocation.skip();
            gap.check(lab);
        }
    }

    /** Why a case cannot be, and how to see that it cannot. */
    record Gap(String reason, @Nullable Feature feature, int decimals) {

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
                        TIMESTAMPED_WEBHOOKS -> {
                    // Nothing to be seen from outside but the declaration itself.
                }
            }
        }

        private static void refuses(Lab lab, Operation operation, Supplier<Outcome> order) {
            assertThat(lab.capabilities().has(operation)).isFalse();
            var before = lab.proxy.seen().size();
            assertThat(order.get().verdict()).isInstanceOf(Verdict.Declined.class);
            assertThat(lab.proxy.seen()).hasSize(before);
        }
    }

    static @Nullable Gap gap(Needs needs, Capabilities capabilities) {
        var missing =
                Arrays.stream(needs.value())
                        .filter(feature -> !capabilities.features().contains(feature))
                        .findFirst();
        if (missing.isPresent()) {
            return new Gap(missing.get().wireName(), missing.get(), -1);
        }
        return needs.decimals() < 0 || currency(capabilities, needs.decimals()).isPresent()
                ? null
                : new Gap(
                        "no currency with " + needs.decimals() + " decimals",
                        null,
                        needs.decimals());
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
