package dev.paylater.connector.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.Verdict;

/** What the cases say about outcomes. */
final class Check {

    private Check() {}

    static void approved(Outcome outcome, long amount) {
        assertThat(outcome.verdict())
                .isInstanceOfSatisfying(
                        Verdict.Approved.class,
                        approved -> assertThat(approved.amount()).isEqualTo(amount));
    }

    static UnifiedError declined(Outcome outcome) {
        assertThat(outcome.verdict()).isInstanceOf(Verdict.Declined.class);
        return ((Verdict.Declined) outcome.verdict()).error().unified();
    }

    static void unknown(Outcome outcome) {
        assertThat(outcome.verdict()).isInstanceOf(Verdict.Unknown.class);
    }

    /** Not a refusal and not a success. */
    static void undecided(Outcome outcome) {
        assertThat(outcome.verdict())
                .isInstanceOfAny(
                        Verdict.Unknown.class,
                        Verdict.Pending.class,
                        Verdict.NotFound.class,
                        Verdict.NotExecuted.class,
                        Verdict.CustomerAction.class);
    }

    static String page(Outcome outcome) {
        assertThat(outcome.verdict()).isInstanceOf(Verdict.CustomerAction.class);
        var action = (Verdict.CustomerAction) outcome.verdict();
        assertThat(action.type()).isEqualTo("redirect_to_url");
        assertThat(action.url()).isNotNull();
        return String.valueOf(action.url());
    }
}
