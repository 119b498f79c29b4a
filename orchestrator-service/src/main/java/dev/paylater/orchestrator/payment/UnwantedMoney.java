package dev.paylater.orchestrator.payment;

import dev.paylater.kernel.InquirySchedule;
import dev.paylater.provider.ProviderError;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Money that a provider holds or has taken although nobody wants it any more. It stays with its
 * attempt, and due, until the provider has given it up or an operator has settled it.
 *
 * @param amount what was found and not given back yet, minor units
 * @param refusals how often the provider has refused to void or refund it
 * @param error the latest of these
 * @param nextTryAt when the provider is inquired about it again, unless something is under way
 */
public record UnwantedMoney(
        long amount,
        Instant since,
        int refusals,
        @Nullable ProviderError error,
        Instant nextTryAt) {

    private static final Duration SOONEST = Duration.ofSeconds(10);
    private static final Duration LATEST = Duration.ofDays(1);
    private static final int PARTS = 2;

    public static UnwantedMoney found(long amount, Instant at) {
        return new UnwantedMoney(amount, at, 0, null, at.plus(SOONEST));
    }

    /** More of it was found, while the first is being given back or after that was refused. */
    public UnwantedMoney and(long more) {
        return withAmount(amount + more);
    }

    public UnwantedMoney withAmount(long left) {
        return new UnwantedMoney(left, since, refusals, error, nextTryAt);
    }

    public UnwantedMoney refused(@Nullable ProviderError refusal, Instant next) {
        return new UnwantedMoney(amount, since, refusals + 1, refusal, next);
    }

    /** Ever less often: a refusal is rarely a matter of seconds, and the journal must not grow. */
    public Instant nextTry(Instant now) {
        return now.plus(InquirySchedule.part(Duration.between(since, now), PARTS, SOONEST, LATEST));
    }
}
