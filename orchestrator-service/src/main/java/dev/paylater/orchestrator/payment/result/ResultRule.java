package dev.paylater.orchestrator.payment.result;

import dev.paylater.orchestrator.payment.evolution.Changes;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;

/**
 * What follows from a provider's result: as it reads in docs/states/payments.md, and what it does.
 */
public record ResultRule(String text, BiConsumer<Changes, ReportedResult> consequence) {

    public static final ResultRule NOTHING = new ResultRule("-", (_, _) -> {});

    /** Something that may hold for a payment when a result comes. */
    record Condition(String text, BiPredicate<Changes, ReportedResult> holds) {

        Condition or(Condition other) {
            return new Condition(text + ", or " + other.text(), holds.or(other.holds()));
        }
    }

    /** A rule that lacks what follows where its condition does not hold. */
    record Conditional(Condition condition, ResultRule rule) {

        ResultRule otherwise(ResultRule other) {
            return new ResultRule(
                    "if %s: %s; otherwise: %s"
                            .formatted(condition.text(), rule.text(), other.text()),
                    (changes, reported) ->
                            (condition.holds().test(changes, reported) ? rule : other)
                                    .apply(changes, reported));
        }
    }

    static Conditional when(Condition condition, ResultRule rule) {
        return new Conditional(condition, rule);
    }

    ResultRule then(ResultRule next) {
        return new ResultRule(
                text + ", then " + next.text(),
                (changes, reported) -> {
                    apply(changes, reported);
                    next.apply(changes, reported);
                });
    }

    void apply(Changes changes, ReportedResult reported) {
        consequence.accept(changes, reported);
    }
}
