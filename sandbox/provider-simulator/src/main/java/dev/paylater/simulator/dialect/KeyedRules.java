package dev.paylater.simulator.dialect;

import dev.paylater.simulator.dialect.NumberedChanges.Rule;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.Release;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedCapture;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedRefund;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Captures, refunds and voids that are made once for the caller's key, and then found by it. */
public final class KeyedRules {

    private KeyedRules() {}

    /**
     * A capture.
     *
     * @param amount null: all that is left
     * @param reference what it is called where it is shown
     */
    public static Rule capture(String key, @Nullable Long amount, @Nullable String reference) {
        return (now, moment) ->
                once(
                        now,
                        now.captures().stream()
                                .filter(capture -> capture.key().equals(key))
                                .map(SimulatedCapture::id),
                        CaptureRules.capture(now, amount, key, reference, moment));
    }

    /** A refund, of all that is left where the wish has no amount. */
    public static Rule refund(RefundRules.Wish wish) {
        return (now, moment) ->
                once(
                        now,
                        now.refunds().stream()
                                .filter(refund -> refund.key().equals(wish.key()))
                                .map(SimulatedRefund::id),
                        RefundRules.refund(now, wish, moment));
    }

    /**
     * A void.
     *
     * @param amount null: all that is left
     */
    public static Rule release(String key, @Nullable Long amount) {
        return (now, moment) ->
                once(
                        now,
                        now.voids().stream()
                                .filter(release -> release.key().equals(key))
                                .map(Release::id),
                        CaptureRules.release(now, amount, key, moment));
    }

    private static RuleResult once(SimulatedPayment now, Stream<String> before, RuleResult first) {
        return before.findFirst()
                .<RuleResult>map(id -> new RuleResult.Done(now, id, List.of(), List.of()))
                .orElse(first);
    }

    /** In the provider's words, when the payment does not stand so that it could be done. */
    public static Rule saying(Function<SimulatedPayment, String> words, Rule rule) {
        return (now, moment) -> {
            var result = rule.decide(now, moment);
            return result instanceof RuleResult.Refused(ProviderFailure(var code, _))
                            && code == ProviderFailure.Code.INVALID_STATE
                    ? refused(words.apply(now))
                    : result;
        };
    }

    public static RuleResult refused(String message) {
        return RuleResult.refused(ProviderFailure.Code.INVALID_STATE, message);
    }
}
