package dev.paylater.connector.kit;

import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderResult;
import java.util.function.Function;

/**
 * What is to be done next for an operation: call the provider and read on from its answer, or
 * nothing more. A provider that needs two calls for one operation (a session, then its page) chains
 * them.
 */
public sealed interface Step {

    /**
     * Call the provider.
     *
     * @param known what earlier answers said; kept when this call's answer is lost, so that the
     *     operation can be inquired about later
     * @param then reads the answer; throws {@link UnreadableAnswer} when it cannot
     */
    record Call(HttpCall call, ProviderData known, Function<HttpAnswer, Step> then)
            implements Step {}

    /** The operation's end, as far as it is known. */
    record Done(ProviderResult result) implements Step {}

    static Step call(HttpCall call, Function<HttpAnswer, Step> then) {
        return new Call(call, ProviderData.NONE, then);
    }

    static Step done(ProviderResult result) {
        return new Done(result);
    }

    /** Goes on from this step's result: an inquiry that found nothing, say. */
    default Step andThen(Function<ProviderResult, Step> next) {
        return switch (this) {
            case Call(var call, var known, var then) ->
                    new Call(call, known, answer -> then.apply(answer).andThen(next));
            case Done(var result) -> next.apply(result);
        };
    }
}
