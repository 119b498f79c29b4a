package dev.paylater.connector.provider;

import java.util.function.Function;

/**
 * What is to be done next for an order: call the provider and read on from its answer, or nothing
 * more. A provider that needs two calls for one operation (a session, then its page) chains them.
 */
public sealed interface Step {

    /**
     * Call the provider.
     *
     * @param known what earlier answers told; kept when this call's answer is lost, so that the
     *     provider can be asked later
     * @param then reads the answer; throws {@link UnreadableAnswer} when it cannot
     */
    record Call(HttpCall call, Told known, Function<HttpAnswer, Step> then) implements Step {}

    /** The order's end, as far as it is known. */
    record Done(Outcome outcome) implements Step {}

    static Step call(HttpCall call, Function<HttpAnswer, Step> then) {
        return new Call(call, Told.NOTHING, then);
    }

    static Step done(Outcome outcome) {
        return new Done(outcome);
    }

    static Step done(Verdict verdict) {
        return new Done(Outcome.of(verdict));
    }

    /** There is nothing to be done, or it is done already. */
    static Step done(Order order) {
        return done(new Verdict.Approved(order.amount(), false));
    }

    /** Done, or for all that the provider knows not even begun. */
    static Step doneOrNot(boolean done, Order order) {
        return done ? done(order) : done(new Verdict.NotFound());
    }

    /** Goes on from this step's outcome: an authorization that has to be captured at once, say. */
    default Step andThen(Function<Outcome, Step> next) {
        return switch (this) {
            case Call(var call, var known, var then) ->
                    new Call(call, known, answer -> then.apply(answer).andThen(next));
            case Done(var outcome) -> next.apply(outcome);
        };
    }
}
