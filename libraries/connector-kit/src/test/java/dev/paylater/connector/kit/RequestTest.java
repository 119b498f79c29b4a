package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.answer;
import static dev.paylater.connector.kit.Contexts.call;
import static dev.paylater.connector.kit.Contexts.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.provider.Decline.Outcome;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestTest {

    private static final Api API =
            new Api("/v1", Authentication.header("X-Token", "token"), Errors.at("/code"));
    private static final Context CAPTURE = Contexts.of(Operation.CAPTURE);
    private static final String AGREED = "{'state': 'agreed'}";

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

        assertThat(call(API.post("/x").keptIfLost(_ -> known).done().begin(CAPTURE)).known())
                .isEqualTo(known);
        assertThat(call(API.post("/x").done().begin(CAPTURE)).known()).isEqualTo(ProviderData.NONE);
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

    @ParameterizedTest
    @CsvSource({"GET", "POST", "PUT", "PATCH", "DELETE"})
    void a_request_is_made_by_its_method(HttpCall.Method method) {
        var request =
                switch (method) {
                    case GET -> API.get("/x");
                    case POST -> API.post("/x");
                    case PUT -> API.put("/x");
                    case PATCH -> API.patch("/x");
                    case DELETE -> API.delete("/x");
                };

        assertThat(call(request.done().begin(CAPTURE)).call()).hasToString(method + " /v1/x");
    }

    @Test
    void a_request_without_a_body_sends_none() {
        var call = call(API.delete("/x").header("X-Id", Context::paymentId).done().begin(CAPTURE));

        assertThat(call.call().body()).isNull();
        assertThat(call.call().headers())
                .isEqualTo(Map.of("Accept", "application/json", "X-Token", "t", "X-Id", "pay_1"));
    }

    @Test
    void an_answer_that_is_no_error_is_read() {
        var rule = API.post("/x").reads(Reading.success().amount("/sum"));

        assertThat(result(rule, CAPTURE, 201, "{'sum': 7}")).isEqualTo(ProviderResult.approved(7));
        assertThat(result(rule, CAPTURE, 400, "{'code': 'c', 'sum': 7}").status())
                .isEqualTo(Status.DECLINED);
    }

    @Test
    void an_operation_goes_on_with_another_call() {
        var rule =
                API.post("/sessions")
                        .then(
                                (session, context) ->
                                        API.post("/pages/{state.session}")
                                                .done()
                                                .begin(
                                                        context.keeping(
                                                                "session",
                                                                session.path("id").asString())));

        var next = call(rule.begin(CAPTURE)).then().apply(answer(200, "{'id': 's'}"));
        assertThat(call(next).call()).hasToString("POST /v1/pages/s");
    }

    @Test
    void an_operations_id_may_lie_in_a_header() {
        var rule = API.post("/captures").doneAs("Capture-Id");
        var then = call(rule.begin(CAPTURE)).then();

        assertThat(result(then.apply(new HttpAnswer(201, Map.of("capture-id", "c1"), ""))))
                .isEqualTo(ProviderResult.approved(2000).with(new Data().operation("c1").build()));
        assertThatThrownBy(() -> then.apply(answer(201, "")))
                .isInstanceOf(UnreadableAnswer.class)
                .hasMessage("Capture-Id is missing");
    }

    @Test
    void an_inquiry_may_be_a_question_whether_it_is_done() {
        var rule = API.get("/x").inquires(Request.whether((json, _) -> json.has("captured_at")));

        assertThat(result(rule, CAPTURE, 200, "{'captured_at': 'now'}"))
                .isEqualTo(ProviderResult.approved(2000));
        assertThat(result(rule, CAPTURE, 200, "{}")).isEqualTo(ProviderResult.notFound());
    }

    @Test
    void an_inquiry_needs_every_value_of_its_path() {
        var inquiry = API.get("/{payment}/{transaction}").inquires(Reading.success());

        assertThat(call(inquiry.begin(CAPTURE)).call()).hasToString("GET /v1/pay_1/o%2F1");
        assertThat(inquiry.begin(CAPTURE.withTransactionId(null)))
                .isEqualTo(Step.done(ProviderResult.notFound()));
    }

    @Test
    void what_the_provider_could_not_use_is_refused_without_a_call() {
        var rule =
                API.post("/x")
                        .body(
                                _ -> {
                                    throw new InvalidRequest("no line1");
                                })
                        .done();

        assertThat(rule.begin(CAPTURE)).isEqualTo(Step.done(ProviderResult.invalid("no line1")));
    }

    @Test
    void an_authorization_that_waits_for_our_confirmation_is_confirmed() {
        var step = call(confirms().begin(CAPTURE)).then().apply(answer(200, AGREED));

        assertThat(call(step).call()).hasToString("POST /v1/orders/pay_1/confirm");
        assertThat(result(call(step).then().apply(answer(200, "{'state': 'held'}"))))
                .isEqualTo(ProviderResult.approved(2000));
    }

    @ParameterizedTest
    @CsvSource({"held, APPROVED", "open, PENDING"})
    void what_does_not_wait_for_our_confirmation_is_not_confirmed(String state, Status expected) {
        assertThat(result(confirms(), CAPTURE, 200, "{'state': '" + state + "'}").status())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"held, APPROVED", "agreed, DECLINED"})
    void a_refused_confirmation_counts_only_if_the_order_still_waits_for_it(
            String state, Status expected) {
        var confirm = call(confirms().begin(CAPTURE)).then().apply(answer(200, AGREED));
        var again = call(confirm).then().apply(answer(409, "{'code': 'c'}"));

        assertThat(call(again).call()).hasToString("GET /v1/orders/pay_1");
        assertThat(
                        result(call(again).then().apply(answer(200, "{'state': '" + state + "'}")))
                                .status())
                .isEqualTo(expected);
    }

    private static Rule confirms() {
        return API.get("/orders/{payment}")
                .confirms(
                        API.post("/orders/{payment}/confirm"),
                        Reading.of(
                                Statuses.at("/state")
                                        .map(ProviderStatus.CONFIRMABLE, "agreed")
                                        .map(ProviderStatus.AUTHORIZED, "held")
                                        .map(ProviderStatus.PENDING, "open")));
    }
}
