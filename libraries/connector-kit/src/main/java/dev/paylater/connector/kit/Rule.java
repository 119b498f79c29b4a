package dev.paylater.connector.kit;

import dev.paylater.provider.ProviderResult;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** How an operation is done, or inquired about: a function from the context to its first step. */
@FunctionalInterface
public interface Rule {

    Step begin(Context context);

    /** Goes on from this rule's result. */
    default Rule then(BiFunction<ProviderResult, Context, Step> next) {
        return context -> begin(context).andThen(result -> next.apply(result, context));
    }

    /** Goes on with another rule where this one's result is of that status. */
    default Rule on(ProviderResult.Status status, Rule next) {
        return then(
                (result, context) ->
                        result.status() == status ? next.begin(context) : Step.done(result));
    }

    /** Another result where this rule's is of that status. */
    default Rule on(ProviderResult.Status status, ProviderResult instead) {
        return on(status, _ -> Step.done(instead));
    }

    /** What this rule's result is turned into where it is of that status. */
    default Rule on(
            ProviderResult.Status status,
            BiFunction<ProviderResult, Context, ProviderResult> instead) {
        return then(
                (result, context) ->
                        Step.done(
                                result.status() == status
                                        ? instead.apply(result, context)
                                        : result));
    }

    /** Done without a call where this holds. */
    default Rule unless(Predicate<Context> predicate, ProviderResult result) {
        return unless(predicate, _ -> Step.done(result));
    }

    default Rule unless(Predicate<Context> predicate, Rule other) {
        return context -> predicate.test(context) ? other.begin(context) : begin(context);
    }

    /** Before the provider has given the payment an id. */
    default Rule beforeTransaction(Rule other) {
        return unless(context -> context.transactionId() == null, other);
    }

    default Rule beforeTransaction(ProviderResult result) {
        return beforeTransaction(done(result));
    }

    /** Before anything was kept under this name. */
    default Rule beforeKept(String name, Rule other) {
        return unless(context -> context.kept(name) == null, other);
    }

    default Rule beforeKept(String name, ProviderResult result) {
        return beforeKept(name, done(result));
    }

    /**
     * This request under the same key once more, as the inquiry after an operation of which the
     * provider shows nothing of ours; an account may say that its provider forgets keys.
     */
    default Rule repeatedByKey() {
        return unless(
                context -> !context.account().repeatsKeys(),
                ProviderResult.unknown("only a repetition would show what became of it"));
    }

    /** A refusal of what was reached before is none: a look at the provider shows it. */
    default Rule orReached(Request look, BiPredicate<JsonNode, Context> reached) {
        return then(
                (result, context) ->
                        result.status() == ProviderResult.Status.DECLINED
                                ? look.inquiresKnown(
                                                (json, looked) ->
                                                        reached.test(json, looked)
                                                                ? ProviderResult.approved(0)
                                                                : result)
                                        .begin(context)
                                : Step.done(result));
    }

    /** A refusal of what has happened all the same is none: an inquiry shows it. */
    default Rule orFound(Rule inquiry) {
        return then(
                (result, context) ->
                        result.status() == ProviderResult.Status.DECLINED
                                ? inquiry.on(ProviderResult.Status.NOT_FOUND, result).begin(context)
                                : Step.done(result));
    }

    static Rule done(ProviderResult result) {
        return _ -> Step.done(result);
    }
}
