package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;

/** What the cases say about results. */
final class Check {

    private Check() {}

    static void approved(ProviderResult result, long amount) {
        assertThat(result.status()).as("%s", result).isIn(Status.APPROVED, Status.CAPTURED);
        assertThat(result.amount()).isEqualTo(amount);
    }

    static UnifiedError declined(ProviderResult result) {
        assertThat(result.status()).as("%s", result).isEqualTo(Status.DECLINED);
        return result.requireDecline().error().unified();
    }

    static void unknown(ProviderResult result) {
        assertThat(result.status()).as("%s", result).isEqualTo(Status.UNKNOWN);
    }

    /** Not a refusal and not a success. */
    static void undecided(ProviderResult result) {
        assertThat(result.status())
                .as("%s", result)
                .isIn(
                        Status.UNKNOWN,
                        Status.PENDING,
                        Status.NOT_FOUND,
                        Status.NOT_EXECUTED,
                        Status.REQUIRES_ACTION);
    }

    static String page(ProviderResult result) {
        return action(result, "redirect_to_url");
    }

    static String action(ProviderResult result, String type) {
        assertThat(result.status()).as("%s", result).isEqualTo(Status.REQUIRES_ACTION);
        assertThat(result.requireNextAction().type()).isEqualTo(type);
        assertThat(result.requireNextAction().url()).isNotNull();
        return String.valueOf(result.requireNextAction().url());
    }
}
