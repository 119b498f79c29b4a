package dev.paylater.connector.provider.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Orders;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

final class SandboxConnectorTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final SandboxConnector connector = new SandboxConnector();

    @Test
    void an_authorization_says_who_pays_how_much_and_under_which_key() {
        var call = call(connector.perform(Orders.first("automatic"), Orders.ACCOUNT)).call();

        assertThat(call.path()).isEqualTo("/payments");
        assertThat(call.headers())
                .containsEntry("Idempotency-Key", "pay_1_1_authorize")
                .containsEntry("Authorization", "Bearer sandbox_one");
        var body = JSON.readTree(String.valueOf(call.body()));
        assertThat(body.path("amount").asLong()).isEqualTo(6540);
        assertThat(body.path("merchant_reference").asString()).isEqualTo("pay_1");
        assertThat(body.path("capture").asString()).isEqualTo("automatic");
        assertThat(body.at("/billing/first_name").asString()).isEqualTo("Åda");
        assertThat(body.path("webhook_url").asString()).isEqualTo("https://pay.example/hook");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'address':{},'email':'b@x'} | {'email':'c@x'} | 'e@x' | b@x",
                "{'address':{}} | {'email':'c@x'} | 'e@x' | c@x",
                "{} | {} | 'e@x' | e@x"
            },
            quoteCharacter = '"')
    void the_customer_is_known_by_the_first_address_that_is_there(
            String billing, String customer, String email, String expected) {
        var order =
                Orders.first(
                        Map.of(
                                "billing", billing.replace('\'', '"'),
                                "customer", customer.replace('\'', '"'),
                                "email", email.replace('\'', '"')));

        var body =
                JSON.readTree(
                        String.valueOf(
                                call(connector.perform(order, Orders.ACCOUNT)).call().body()));

        assertThat(body.at("/customer/email").asString()).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(Operation.class)
    void the_same_order_always_gives_the_same_call(Operation operation) {
        var order = Orders.of(operation);

        assertThat(call(connector.perform(order, Orders.ACCOUNT)).call())
                .isEqualTo(call(connector.perform(order, Orders.ACCOUNT)).call());
    }

    @Test
    void an_authorized_payment_is_approved() {
        var outcome = authorized(201, payment("authorized", ""));

        assertThat(outcome.verdict()).isEqualTo(new Verdict.Approved(6540, false));
        assertThat(outcome.told().transactionId()).isEqualTo("sbp_1");
    }

    @Test
    void an_automatic_capture_is_part_of_the_approval() {
        assertThat(authorized(201, payment("captured", "'capture': 'automatic',")).verdict())
                .isEqualTo(new Verdict.Approved(6540, true));
    }

    @Test
    void a_customer_who_has_to_act_is_sent_to_the_providers_page() {
        var outcome =
                authorized(201, payment("requires_action", "'action': {'url': 'https://p/1'},"));

        assertThat(outcome.verdict()).isEqualTo(Verdict.redirect("https://p/1"));
    }

    @ParameterizedTest
    @CsvSource({
        "declined, declined, AUTHORIZATION_FAILED, DECLINED",
        "declined, insufficient_credit, AUTHORIZATION_FAILED, INSUFFICIENT_CREDIT",
        "declined, fraud_suspected, AUTHORIZATION_FAILED, FRAUD_SUSPECTED",
        "declined, authentication_failed, AUTHENTICATION_FAILED, CUSTOMER_ACTION_FAILED",
        "cancelled, customer_cancelled, AUTHENTICATION_FAILED, CUSTOMER_ACTION_FAILED",
        "expired, expired, EXPIRED, EXPIRED",
        "declined, something_new, AUTHORIZATION_FAILED, UNKNOWN"
    })
    void a_refusal_says_what_it_comes_to(
            String status, String code, Refused refused, UnifiedError unified) {
        var outcome = authorized(201, payment(status, "'error': {'code': '" + code + "'},"));

        assertThat(outcome.verdict())
                .isInstanceOfSatisfying(
                        Verdict.Declined.class,
                        declined -> {
                            assertThat(declined.status()).isEqualTo(refused);
                            assertThat(declined.error().unified()).isEqualTo(unified);
                        });
    }

    @Test
    void fraud_screening_is_passed_on() {
        var outcome =
                authorized(
                        201,
                        payment(
                                "declined",
                                "'error': {'code': 'fraud_suspected'},"
                                        + "'fraud_screening': {'name': 's', 'score': 97},"));

        assertThat(String.valueOf(outcome.told().fraudScreening()))
                .contains("\"frm_name\":\"s\"", "\"frm_score\":97");
    }

    @Test
    void a_key_that_was_used_otherwise_is_unknown_and_no_refusal() {
        assertThat(authorized(409, "{'error': {'code': 'idempotency_key_reused'}}").verdict())
                .isInstanceOf(Verdict.Unknown.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{'id': 'sbp_1', 'stat", "[]", "{}", "{\"merchant_reference\": \"pay_2\"}"},
            quoteCharacter = '~')
    void an_answer_without_sense_is_unreadable(String body) {
        assertThatThrownBy(() -> authorized(201, body)).isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void a_status_that_is_not_known_is_unreadable() {
        assertThatThrownBy(() -> authorized(201, payment("brand_new", "")))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void a_capture_can_be_done_pending_or_refused() {
        var order = Orders.of(Operation.CAPTURE);

        assertThat(performed(order, 201, "{'id': 'c1', 'amount': 100, 'status': 'succeeded'}"))
                .isEqualTo(new Verdict.Approved(100, false));
        assertThat(performed(order, 201, "{'id': 'c1', 'amount': 100, 'status': 'pending'}"))
                .isEqualTo(Verdict.pending());
        assertThat(performed(order, 402, "{'error': {'code': 'capture_refused'}}"))
                .isInstanceOf(Verdict.Declined.class);
    }

    @Test
    void a_void_of_what_is_already_given_up_has_reached_its_aim() {
        var refused =
                step(
                        connector.perform(Orders.of(Operation.VOID), Orders.ACCOUNT),
                        409,
                        "{'error': {'code': 'invalid_state'}}");

        assertThat(outcome(step(refused, 200, payment("voided", ""))).verdict())
                .isEqualTo(new Verdict.Approved(0, false));
        assertThat(outcome(step(refused, 200, payment("captured", ""))).verdict())
                .isInstanceOf(Verdict.Declined.class);
    }

    @Test
    void an_increment_asks_for_what_is_missing_to_the_new_total() {
        var order = Orders.of(Operation.INCREMENT, 7000, "sbp_1", Map.of(), Map.of(), "manual");

        var body =
                JSON.readTree(
                        String.valueOf(
                                call(connector.perform(order, Orders.ACCOUNT)).call().body()));

        assertThat(body.path("additional_amount").asLong()).isEqualTo(460);
    }

    @Test
    void what_the_provider_never_heard_of_is_not_found() {
        assertThat(asked(Orders.first("manual"), 404, "{'error': {'code': 'not_found'}}"))
                .isEqualTo(new Verdict.NotFound());
    }

    @Test
    void asking_without_a_proper_answer_leaves_it_unknown() {
        assertThat(asked(Orders.first("manual"), 401, "{'error': {'code': 'unauthorized'}}"))
                .isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void a_question_about_a_capture_finds_it_on_the_payment() {
        var operation =
                "{'type': 'capture', 'status': 'succeeded', 'resource_id': 'c1', 'payment':"
                        + " {'captures': [{'id': 'c1', 'amount': 100, 'status': 'succeeded'}]}}";

        assertThat(asked(Orders.of(Operation.CAPTURE), 200, operation))
                .isEqualTo(new Verdict.Approved(100, false));
    }

    @Test
    void a_question_about_a_given_up_authorization_says_so() {
        assertThat(asked(Orders.of(Operation.AUTHORIZE), 200, payment("voided", "")))
                .isInstanceOfSatisfying(
                        Verdict.Declined.class,
                        declined -> assertThat(declined.status()).isEqualTo(Refused.VOIDED));
    }

    @Test
    void a_customer_back_from_the_challenge_is_authorized_only_when_authenticated() {
        var order =
                Orders.of(
                        Operation.COMPLETE_AUTHORIZE,
                        6540,
                        null,
                        Map.of("authentication_id", "sba_1"),
                        Map.of(),
                        "manual");
        var question = connector.perform(order, Orders.ACCOUNT);

        var authenticated = step(question, 200, "{'id': 'sba_1', 'trans_status': 'Y'}");
        assertThat(call(authenticated).call().path()).isEqualTo("/payments");
        assertThat(String.valueOf(call(authenticated).call().body())).contains("sba_1");
        assertThat(outcome(step(question, 200, "{'id': 'sba_1', 'trans_status': 'N'}")).verdict())
                .isInstanceOf(Verdict.Declined.class);
    }

    private Outcome authorized(int status, String body) {
        return outcome(
                step(connector.perform(Orders.first("manual"), Orders.ACCOUNT), status, body));
    }

    private Verdict performed(Order order, int status, String body) {
        return outcome(step(connector.perform(order, Orders.ACCOUNT), status, body)).verdict();
    }

    private Verdict asked(Order order, int status, String body) {
        return outcome(step(connector.ask(order, Orders.ACCOUNT), status, body)).verdict();
    }

    private static Step step(Step before, int status, String body) {
        return call(before).then().apply(new HttpAnswer(status, Map.of(), body.replace('\'', '"')));
    }

    private static Step.Call call(Step step) {
        assertThat(step).isInstanceOf(Step.Call.class);
        return (Step.Call) step;
    }

    private static Outcome outcome(Step step) {
        assertThat(step).isInstanceOf(Step.Done.class);
        return ((Step.Done) step).outcome();
    }

    private static String payment(String status, String more) {
        return "{'id': 'sbp_1', 'merchant_reference': 'pay_1', "
                + more
                + "'amount_authorized': 6540, 'status': '"
                + status
                + "'}";
    }
}
