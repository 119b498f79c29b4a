package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.connector.kit.Capabilities.Idempotency;
import dev.paylater.provider.Decline.Outcome;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestTest {

    private static final Api API =
            new Api("/v1", Authentication.header("X-Token", "token"), Errors.at("/code"));
    private static final Context CAPTURE = Contexts.of(Operation.CAPTURE);

    @Test
    void a_request_is_filled_from_the_context_and_encoded() {
        var request =
                API.post("/orders/{transaction}/{payment}/{attempt}/{key}/{state.page}")
                        .keyed("Key")
                        .body(c -> Body.of().put("amount", c.amount()).put("none", (String) null));

        var call = call(request.done().begin(CAPTURE)).call();

        assertThat(call).hasToString("POST /v1/orders/o%2F1/pay_1/pay_1_1/pay_1_1_capture/p%201");
        assertThat(call.headers())
                .containsEntry("X-Token", "t")
                .containsEntry("Key", "pay_1_1_capture");
        assertThat(call.body()).isEqualTo("{\"amount\":2000}");
    }

    @Test
    void a_name_that_no_context_has_is_noticed_at_the_start() {
        assertThatThrownBy(() -> API.get("/{order}")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"200, APPROVED", "204, APPROVED", "400, DECLINED", "401, UNAUTHORIZED"})
    void an_operation_is_done_when_its_answer_is_no_error(int status, Status expected) {
        assertThat(result(API.post("/x").done(), CAPTURE, status, "{'code': 'c'}").status())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"200, APPROVED", "404, NOT_FOUND", "400, UNKNOWN", "403, UNAUTHORIZED"})
    void an_inquiry_is_no_operation(int status, Status expected) {
        var inquiry = API.get("/x").inquires(Reading.success());

        assertThat(result(inquiry, CAPTURE, status, "{'code': 'c'}").status()).isEqualTo(expected);
    }

    @Test
    void what_is_known_to_be_there_is_never_not_found() {
        var inquiry = API.get("/x").inquiresKnown(Reading.success());

        assertThat(result(inquiry, CAPTURE, 404, "{}").status()).isEqualTo(Status.UNKNOWN);
    }

    @Test
    void an_inquiry_without_the_providers_id_is_not_found_without_a_call() {
        var inquiry = API.get("/orders/{transaction}").inquires(Reading.success());

        assertThat(inquiry.begin(CAPTURE.withTransactionId(null)))
                .isEqualTo(Step.done(ProviderResult.notFound()));
    }

    @Test
    void an_operation_without_the_providers_id_is_a_fault_and_a_refund_without_capture_refused() {
        var request = API.post("/orders/{transaction}/{capture}").done();

        assertThatThrownBy(() -> request.begin(CAPTURE.withTransactionId(null)))
                .isInstanceOf(IllegalStateException.class);
        assertThat(request.begin(Contexts.of(Operation.REFUND)))
                .isEqualTo(Step.done(ProviderResult.invalid("there is no capture to be refunded")));
    }

    @Test
    void an_operation_is_found_by_our_name_among_those_that_are_listed() {
        var found =
                API.get("/x")
                        .finds(
                                "/list",
                                "/ref",
                                Context::operationId,
                                Reading.success().operation("/id").amount("/sum"));

        assertThat(
                        result(
                                found,
                                CAPTURE,
                                200,
                                "{'list': [{'id': 'a', 'ref': 'other', 'sum': 1},"
                                        + " {'id': 'b', 'ref': 'pay_1_1_capture', 'sum': 2}]}"))
                .isEqualTo(ProviderResult.approved(2).with(new Data().operation("b").build()));
        assertThat(result(found, CAPTURE, 200, "{'list': []}"))
                .isEqualTo(ProviderResult.notFound());
    }

    @Test
    void what_is_known_is_kept_when_the_answer_is_lost() {
        var known = new Data().keep("a", "b").build();

        assertThat(call(API.post("/x").knowing(_ -> known).done().begin(CAPTURE)).known())
                .isEqualTo(known);
        assertThat(call(API.post("/x").done().begin(CAPTURE)).known()).isEqualTo(ProviderData.NONE);
    }

    @Test
    void without_a_key_only_not_found_lets_an_operation_go_on() {
        var row =
                new Operations(API, Idempotency.INQUIRE_FIRST)
                        .on(
                                Operation.CAPTURE,
                                API.post("/captures").done(),
                                API.get("/captures").inquires(Reading.success()));
        var connector = Connector.of(new OneRow(row));

        var inquiry = call(connector.perform(CAPTURE, false));
        assertThat(inquiry.call()).hasToString("GET /v1/captures");
        assertThat(call(inquiry.then().apply(answer(404, ""))).call())
                .hasToString("POST /v1/captures");
        assertThat(inquiry.then().apply(answer(200, "{}")))
                .isEqualTo(Step.done(ProviderResult.approved(2000)));
        assertThat(connector.perform(Contexts.of(Operation.REFUND), false))
                .isEqualTo(Step.done(ProviderResult.invalid("one does not support refund")));
        assertThat(connector.inquire(Contexts.of(Operation.REFUND)))
                .isEqualTo(Step.done(ProviderResult.notFound()));
    }

    @Test
    void what_nothing_shows_is_done_once_and_then_only_inquired_about() {
        var row =
                new Operations(API, Idempotency.ONCE)
                        .on(
                                Operation.CAPTURE,
                                API.post("/captures").done(),
                                API.get("/captures").inquires(Reading.success()));
        var connector = Connector.of(new OneRow(row));

        assertThat(call(connector.perform(CAPTURE, false)).call()).hasToString("POST /v1/captures");
        var again = call(connector.perform(CAPTURE, true));
        assertThat(again.call()).hasToString("GET /v1/captures");
        assertThat(again.then().apply(answer(404, "")))
                .isEqualTo(Step.done(ProviderResult.notFound()));
    }

    @Test
    void a_refusal_of_what_was_reached_before_is_none() {
        var rule =
                API.post("/void")
                        .done()
                        .orReached(API.get("/order"), (order, _) -> order.path("over").asBoolean());
        var refused = call(rule.begin(CAPTURE)).then().apply(answer(400, "{'code': 'c'}"));

        assertThat(call(refused).call()).hasToString("GET /v1/order");
        assertThat(call(refused).then().apply(answer(200, "{'over': true}")))
                .isEqualTo(Step.done(ProviderResult.approved(0)));
        assertThat(
                        ((Step.Done) call(refused).then().apply(answer(200, "{'over': false}")))
                                .result()
                                .status())
                .isEqualTo(Status.DECLINED);
    }

    @Test
    void a_name_that_is_in_use_is_unknown_unless_a_rule_says_what_follows() {
        var api =
                new Api(
                        "/v1",
                        Authentication.header("X-Token", "token"),
                        Errors.at("/code").inUse("/source", "name"));
        var inUse = "{'code': 'c', 'source': 'name'}";

        assertThat(result(api.post("/x").done(), CAPTURE, 422, inUse).status())
                .isEqualTo(Status.UNKNOWN);
        var refused = api.post("/x").inUse((refusal, _) -> Step.done(refusal)).done();
        assertThat(result(refused, CAPTURE, 422, inUse))
                .isEqualTo(
                        ProviderResult.declined(
                                Outcome.FAILURE,
                                ProviderError.of("c", null, UnifiedError.DUPLICATE)));
        assertThat(result(refused, CAPTURE, 422, "{'code': 'name'}").requireDecline().error())
                .isEqualTo(ProviderError.of("name", null, UnifiedError.UNKNOWN));
        assertThat(result(refused, CAPTURE, 401, inUse).status()).isEqualTo(Status.UNAUTHORIZED);
    }

    private static ProviderResult result(Rule rule, Context context, int status, String body) {
        return ((Step.Done) call(rule.begin(context)).then().apply(answer(status, body))).result();
    }

    private static Step.Call call(Step step) {
        assertThat(step).isInstanceOf(Step.Call.class);
        return (Step.Call) step;
    }

    private record OneRow(Operations operations) implements Provider {

        @Override
        public Profile profile() {
            return Profile.of("one", "https://one.example");
        }

        @Override
        public Webhooks webhooks() {
            return new Webhooks(
                    Verifications.hmac("X"), (_, _) -> Notice.Changed.genuine("1", null));
        }
    }
}
