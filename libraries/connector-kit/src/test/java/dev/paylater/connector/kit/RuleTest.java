package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.answer;
import static dev.paylater.connector.kit.Contexts.call;
import static dev.paylater.connector.kit.Contexts.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.provider.Decline.Outcome;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReconciliationRuleTest {

    private static final Context CONTEXT = Contexts.of(Operation.CAPTURE);
    private static final Api API =
            new Api("/v1", Authentication.header("X-Token", "token"), Errors.at("/code"));
    private static final ProviderResult DECLINED =
            ProviderResult.declined(
                    Outcome.FAILURE, ProviderError.of("c", null, UnifiedError.UNKNOWN));
    private static final ProviderResult PENDING = ProviderResult.pending();
    private static final ProviderResult NOT_FOUND = ProviderResult.notFound();

    @Test
    void a_rule_goes_on_with_its_result_also_after_a_call() {
        Rule rule =
                API.get("/x")
                        .done()
                        .then(
                                (result, context) ->
                                        Step.done(ProviderResult.approved(result.amountOr(0) + 1)));

        assertThat(result(rule, CONTEXT, 200, "{}")).isEqualTo(ProviderResult.approved(2001));
    }

    @Test
    void a_result_of_a_status_is_replaced_and_others_are_left() {
        var result = Rule.done(PENDING);

        assertThat(begin(result.on(Status.PENDING, Rule.done(NOT_FOUND)))).isEqualTo(NOT_FOUND);
        assertThat(begin(result.on(Status.PENDING, NOT_FOUND))).isEqualTo(NOT_FOUND);
        assertThat(
                        begin(
                                result.on(
                                        Status.PENDING,
                                        (was, context) ->
                                                ProviderResult.approved(context.amount()))))
                .isEqualTo(ProviderResult.approved(2000));

        assertThat(begin(result.on(Status.UNKNOWN, Rule.done(NOT_FOUND)))).isEqualTo(PENDING);
        assertThat(begin(result.on(Status.UNKNOWN, NOT_FOUND))).isEqualTo(PENDING);
        assertThat(begin(result.on(Status.UNKNOWN, (_, _) -> NOT_FOUND))).isEqualTo(PENDING);
    }

    @Test
    void where_a_condition_holds_the_provider_is_not_called() {
        var called = API.get("/x").done();

        assertThat(begin(called.unless(_ -> true, PENDING))).isEqualTo(PENDING);
        assertThat(call(called.unless(_ -> false, PENDING).begin(CONTEXT)).call())
                .hasToString("GET /v1/x");
    }

    @Test
    void a_request_is_repeated_under_its_key_unless_the_account_says_not_to() {
        var repeated = API.post("/x").keyed("Key").done().repeatedByKey();
        var distrusting =
                CONTEXT.withAccount(
                        Contexts.account(Map.of(), null, Map.of("repeats_keys", "false")));

        assertThat(call(repeated.begin(CONTEXT)).call().headers())
                .containsEntry("Key", CONTEXT.idempotencyKey());
        assertThat(result(repeated.begin(distrusting)).status()).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void before_the_provider_has_given_an_id_another_rule_holds() {
        var early = CONTEXT.withTransactionId(null);

        assertThat(begin(Rule.done(PENDING).beforeTransaction(NOT_FOUND))).isEqualTo(PENDING);
        assertThat(result(Rule.done(PENDING).beforeTransaction(NOT_FOUND).begin(early)))
                .isEqualTo(NOT_FOUND);
    }

    @Test
    void before_something_was_kept_another_rule_holds() {
        var rule = Rule.done(PENDING).beforeKept("token", NOT_FOUND);

        assertThat(begin(rule)).isEqualTo(NOT_FOUND);
        assertThat(result(rule.begin(CONTEXT.keeping("token", "t")))).isEqualTo(PENDING);
    }

    @Test
    void a_refusal_of_what_has_happened_all_the_same_is_none() {
        var refused = Rule.done(DECLINED).orFound(API.get("/x").inquires(Reading.success()));

        assertThat(result(refused, CONTEXT, 200, "{}")).isEqualTo(ProviderResult.approved(2000));
        assertThat(result(refused, CONTEXT, 404, "{}")).isEqualTo(DECLINED);
        assertThat(begin(Rule.done(PENDING).orFound(Rule.done(NOT_FOUND)))).isEqualTo(PENDING);
    }

    @Test
    void what_was_known_before_a_call_is_kept_when_a_rule_goes_on() {
        var known = new Data().keep("a", "b").build();
        var rule = API.get("/x").keptIfLost(_ -> known).done().on(Status.PENDING, NOT_FOUND);

        assertThat(call(rule.begin(CONTEXT)).known()).isEqualTo(known);
    }

    @Test
    void a_step_by_itself_knows_nothing_before_its_answer() {
        var step = call(Step.call(HttpCall.of(HttpCall.Method.GET, "/x"), _ -> Step.done(PENDING)));

        assertThat(step.call()).hasToString("GET /x");
        assertThat(step.known()).isEqualTo(ProviderData.NONE);
        assertThat(result(step.then().apply(answer(200, "")))).isEqualTo(PENDING);
    }

    private static ProviderResult begin(Rule rule) {
        return result(rule.begin(CONTEXT));
    }
}
