package dev.paylater.simulator.dialect;

import dev.paylater.simulator.payment.Capture;
import dev.paylater.simulator.payment.Capturing;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Refund;
import dev.paylater.simulator.payment.Refunding;
import dev.paylater.simulator.payment.Release;
import dev.paylater.simulator.payment.RuleResult;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Captures, refunds and voids that are made once for the caller's key, and then found by it. */
public final class KeyedRules {

    private KeyedRules() {}

    /**
     * A capture.
     *
     * @param amount null: all that is left
     */
    public static NumberedChanges.Rule capture(String key, @Nullable Long amount) {
        return (now, moment) ->
                once(
                        now,
                        now.captures().stream()
                                .filter(capture -> capture.key().equals(key))
                                .map(Capture::id),
                        Capturing.capture(now, amount, key, key, moment));
    }

    public static NumberedChanges.Rule refund(
            String key, @Nullable Long amount, @Nullable String reason) {
        return (now, moment) ->
                once(
                        now,
                        now.refunds().stream()
                                .filter(refund -> refund.key().equals(key))
                                .map(Refund::id),
                        Refunding.refund(
                                now, new Refunding.Wish(amount, null, key, reason, key), moment));
    }

    /**
     * A void.
     *
     * @param amount null: all that is left
     */
    public static NumberedChanges.Rule release(String key, @Nullable Long amount) {
        return (now, moment) ->
                once(
                        now,
                        now.voids().stream()
                                .filter(release -> release.key().equals(key))
                                .map(Release::id),
                        Capturing.release(now, amount, key, moment));
    }

    private static RuleResult once(Payment now, Stream<String> before, RuleResult first) {
        return before.findFirst()
                .<RuleResult>map(id -> new RuleResult.Done(now, id, List.of(), List.of()))
                .orElse(first);
    }
}
