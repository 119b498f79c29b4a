package dev.paylater.connector.provider;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of an order. Not knowing is one of the answers; it is never taken for a refusal. */
public sealed interface Verdict {

    /**
     * Done.
     *
     * @param amount minor units that it is good for
     * @param captured an authorization that was captured in the same step
     */
    record Approved(long amount, boolean captured) implements Verdict {}

    /** Refused for good; {@code status} is what an authorization's attempt becomes. */
    record Declined(Refused status, ProviderError error) implements Verdict {}

    /**
     * The provider has it and has not decided.
     *
     * @param askAfter when the provider wants to be asked, if it said so
     */
    record Pending(@Nullable Instant askAfter) implements Verdict {}

    /**
     * Nobody knows whether the provider has it: it has to be asked.
     *
     * @param askAfter when the provider wants to be called again, if it said so
     */
    record Unknown(String reason, @Nullable Instant askAfter) implements Verdict {}

    /**
     * The customer has to do something.
     *
     * @param type the interface's next_action.type
     * @param url the provider's page
     */
    record CustomerAction(String type, @Nullable String url) implements Verdict {}

    /** The provider holds the amount and leaves the decision to the merchant. */
    record MerchantAction(long amount) implements Verdict {}

    /** The provider was asked and never heard of it. */
    record NotFound() implements Verdict {}

    /** No call was made, now or ever, for this order. */
    record NotExecuted(String reason) implements Verdict {}

    static Verdict redirect(String url) {
        return new CustomerAction("redirect_to_url", url);
    }

    static Verdict pending() {
        return new Pending(null);
    }

    /** Refused for a reason that the table of normalized errors says it all about. */
    static Verdict declined(Refused status, UnifiedError error) {
        return new Declined(status, ProviderError.of(error, error.message()));
    }

    /** Refused by us: the provider could not use it. */
    static Verdict invalid(String message) {
        return new Declined(Refused.FAILURE, ProviderError.of(UnifiedError.INVALID_DATA, message));
    }

    static Verdict unknown(String reason) {
        return new Unknown(reason, null);
    }

    /** What a refused authorization becomes: the attempt's status in the interface's words. */
    enum Refused {
        AUTHENTICATION_FAILED,
        AUTHORIZATION_FAILED,
        FAILURE,
        EXPIRED,
        VOIDED
    }
}
