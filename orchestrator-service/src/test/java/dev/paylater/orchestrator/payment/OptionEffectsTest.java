package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.account;
import static dev.paylater.orchestrator.payment.Scenario.created;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Refusal;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.PaymentCommand.ConfirmPayment;
import dev.paylater.orchestrator.payment.PaymentCommand.UpdatePayment;
import dev.paylater.provider.ProviderResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What options of a payment do to it. */
class OptionEffectsTest {

    private static final ConnectorAccount ABLE =
            account("sandbox", "mca_able", List.of("partial_capture", "order_reference"));
    private static final ConnectorAccount UNABLE = account("klarna", "mca_unable", List.of());
    private static final ConnectorAccount STRICT =
            account("klarna", "mca_strict", List.of(ConnectorAccount.STRICT));

    @ParameterizedTest
    @EnumSource(names = {"AUTOMATIC", "SEQUENTIAL_AUTOMATIC"})
    void a_part_is_captured_right_after_the_authorization_and_the_rest_released(
            CaptureMethod method) {
        var scenario =
                created(o -> o.captureMethod(method).amountToCapture(1_000L))
                        .when(confirm(Intent.NONE, ABLE));
        assertThat(scenario.payment().currentAttempt().captureMethod())
                .isEqualTo(CaptureMethod.SEQUENTIAL_AUTOMATIC);
        assertThat(scenario.payment().intent().captureMethod()).isEqualTo(method);

        scenario.when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()));
        assertThat(scenario.requests())
                .containsExactly(ATTEMPT + "_authorize", ATTEMPT + "_capture_1");
        assertThat(scenario.payment().captures())
                .singleElement()
                .satisfies(capture -> assertThat(capture.amount()).isEqualTo(1_000));

        scenario.when(says(Kind.CAPTURE, 1, ProviderResult.approved()));
        assertThat(scenario.requests()).last().isEqualTo(ATTEMPT + "_release_1");
        scenario.when(says(Kind.RELEASE, 1, ProviderResult.approved()))
                .thenStatus(PaymentStatus.PARTIALLY_CAPTURED);
        assertThat(scenario.payment().amountReceived()).isEqualTo(1_000);
        assertThat(scenario.payment().amountCancelled()).isEqualTo(5_540);
        assertThat(scenario.payment().amountCapturable()).isZero();
    }

    @Test
    void a_part_can_be_named_on_confirm() {
        var scenario =
                created(o -> o)
                        .when(confirm(IntentBuilder.builder().amountToCapture(40L).build(), ABLE))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()));
        assertThat(scenario.payment().captures())
                .singleElement()
                .satisfies(capture -> assertThat(capture.amount()).isEqualTo(40));
    }

    @Test
    void the_whole_is_captured_in_the_same_step() {
        var scenario = created(o -> o.amountToCapture(6_540L)).when(confirm(Intent.NONE, ABLE));
        assertThat(scenario.payment().currentAttempt().captureMethod())
                .isEqualTo(CaptureMethod.AUTOMATIC);
        scenario.when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()))
                .thenStatus(PaymentStatus.SUCCEEDED);
        assertThat(scenario.payment().amountReceived()).isEqualTo(6_540);
    }

    @Test
    void a_scheduled_capture_takes_the_part_that_was_named() {
        var scenario =
                created(o -> o.captureMethod(CaptureMethod.SCHEDULED).amountToCapture(40L))
                        .when(confirm(Intent.NONE, ABLE))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()))
                        .whenDue();
        assertThat(scenario.payment().captures())
                .singleElement()
                .satisfies(capture -> assertThat(capture.amount()).isEqualTo(40));
    }

    @ParameterizedTest
    @CsvSource({
        "MANUAL, , 40, true",
        "MANUAL, 50, 50, true",
        "MANUAL_MULTIPLE, , 40, false",
        "MANUAL_MULTIPLE, 50, 50, false"
    })
    void a_capture_that_names_no_amount_takes_the_part_that_was_named(
            CaptureMethod method, @Nullable Long asked, long taken, boolean releasesRest) {
        var scenario =
                created(o -> o.captureMethod(method).amountToCapture(40L))
                        .when(confirm(Intent.NONE, ABLE))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()))
                        .when(Scenario.capture(asked));
        assertThat(scenario.payment().captures())
                .singleElement()
                .satisfies(
                        capture -> {
                            assertThat(capture.amount()).isEqualTo(taken);
                            assertThat(capture.releasesRest()).isEqualTo(releasesRest);
                        });
    }

    @Test
    void a_capture_that_names_no_amount_takes_what_is_left_where_that_is_less() {
        var scenario =
                created(o -> o.captureMethod(CaptureMethod.MANUAL_MULTIPLE).amountToCapture(4_000L))
                        .when(confirm(Intent.NONE, ABLE))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()))
                        .when(Scenario.capture(null))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved()))
                        .when(Scenario.capture(null));
        assertThat(scenario.payment().captures())
                .extracting(Capture::amount)
                .containsExactly(4_000L, 2_540L);
    }

    @ParameterizedTest
    @CsvSource({"-1, IR_06", "0, IR_06", "1, ok", "6540, ok", "6541, IR_06"})
    void a_part_is_between_one_and_the_amount(long amount, String answer) {
        var scenario =
                created(o -> o)
                        .when(
                                new UpdatePayment(
                                        IntentBuilder.builder().amountToCapture(amount).build(),
                                        Map.of()));
        var refusal = scenario.last().refusal();
        assertThat(refusal == null ? "ok" : refusal.code() + " " + refusal.param())
                .isEqualTo(answer.equals("ok") ? "ok" : "IR_06 amount_to_capture");
    }

    @Test
    void what_money_depends_on_is_refused_where_the_connector_cannot() {
        var part = IntentBuilder.builder().amountToCapture(40L).build();
        assertThat(refusal(confirm(part, UNABLE))).isEqualTo("IR_37 amount_to_capture");
        assertThat(refusal(confirmWith("ssn", UNABLE))).isEqualTo("none");
        var whole = IntentBuilder.builder().amountToCapture(6_540L).build();
        assertThat(refusal(confirm(whole, UNABLE))).isEqualTo("none");
    }

    @Test
    void a_strict_account_refuses_what_its_connector_would_ignore() {
        assertThat(refusal(confirmWith("ssn", STRICT))).isEqualTo("IR_37 ssn");
        assertThat(refusal(confirmWith("merchant_order_reference_id", STRICT)))
                .isEqualTo("IR_37 merchant_order_reference_id");
        assertThat(refusal(confirmWith("email", STRICT))).isEqualTo("none");
        var increments = IntentBuilder.builder().requestIncrementalAuthorization(true).build();
        assertThat(refusal(confirm(increments, STRICT)))
                .isEqualTo("IR_37 request_incremental_authorization");
        var none = IntentBuilder.builder().requestIncrementalAuthorization(false).build();
        assertThat(refusal(confirm(none, STRICT))).isEqualTo("none");
    }

    @Test
    void a_strict_account_refuses_a_capture_of_which_its_connector_would_ignore_something() {
        var capture =
                new PaymentCommand.CapturePayment(
                        null, false, "connector", Map.of("statement_descriptor_suffix", "\"7\""));
        var scenario =
                created(o -> o.captureMethod(CaptureMethod.MANUAL))
                        .when(confirm(Intent.NONE, STRICT))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()))
                        .when(capture);
        assertThat(scenario.last().refusal())
                .isEqualTo(Refusals.notSupported("statement_descriptor_suffix", "klarna"));
        assertThat(scenario.payment().captures()).isEmpty();
    }

    @Test
    void a_strict_account_refuses_members_that_its_connector_would_ignore() {
        assertThat(refusal(confirmWith("klarna_sdk_token", STRICT)))
                .isEqualTo("IR_37 payment_method_data.pay_later.klarna_sdk.token");
        assertThat(refusal(confirmWith("klarna_sdk_token", UNABLE))).isEqualTo("none");
        assertThat(refusalOf(STRICT, capture(Map.of("invoice_due_date", "true"))))
                .isEqualTo(
                        Refusals.notSupported("capture_metadata.invoice_data.due_date", "klarna"));
        assertThat(refusalOf(UNABLE, capture(Map.of("invoice_due_date", "true")))).isNull();
    }

    @Test
    void a_strict_account_refuses_a_refund_of_a_kind_that_its_connector_would_ignore() {
        var refund =
                new PaymentCommand.ReserveRefund(
                        "ref_1", null, null, Map.of("refund_type", "\"instant\""));
        assertThat(captured(STRICT).when(refund).last().refusal())
                .isEqualTo(Refusals.notSupported("refund_type", "klarna"));
        assertThat(captured(UNABLE).when(refund).last().refusal()).isNull();
    }

    @Test
    void nothing_is_done_with_the_credentials_of_another_account_than_the_payments() {
        var other = Map.of("creds_identifier", "\"mca_other\"");
        var own = Map.of("creds_identifier", "\"mca_unable\"");
        var refused = Refusals.otherAccount("mca_unable");
        assertThat(refused.code()).isEqualTo("IR_06");
        assertThat(refused.param()).isEqualTo("merchant_connector_details.creds_identifier");
        assertThat(refusalOf(UNABLE, capture(other))).isEqualTo(refused);
        assertThat(refusalOf(UNABLE, capture(own))).isNull();
        assertThat(refusalOf(UNABLE, new PaymentCommand.CancelPayment(null, other)))
                .isEqualTo(refused);
        assertThat(refusalOf(UNABLE, new PaymentCommand.CancelPayment(null, own))).isNull();
        var refund = new PaymentCommand.ReserveRefund("ref_1", null, null, other);
        assertThat(captured(UNABLE).when(refund).last().refusal()).isEqualTo(refused);
    }

    @Test
    void a_void_is_requested_with_the_credentials_that_the_cancellation_brings() {
        var details = Map.of("merchant_connector_details", "\"sealed\"");
        var cancelled =
                authorized(UNABLE).when(new PaymentCommand.CancelPayment("no stock", details));
        assertThat(cancelled.payment().operations())
                .singleElement()
                .satisfies(operation -> assertThat(operation.kind()).isEqualTo(Kind.VOID))
                .satisfies(operation -> assertThat(operation.details()).isEqualTo(details));
    }

    private static Scenario authorized(ConnectorAccount account) {
        return created(o -> o.captureMethod(CaptureMethod.MANUAL))
                .when(confirm(Intent.NONE, account))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()));
    }

    private static Scenario captured(ConnectorAccount account) {
        return authorized(account)
                .when(capture(Map.of()))
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved()));
    }

    private static PaymentCommand capture(Map<String, String> details) {
        return new PaymentCommand.CapturePayment(null, false, "connector", details);
    }

    private static @Nullable Refusal refusalOf(ConnectorAccount account, PaymentCommand command) {
        return authorized(account).when(command).last().refusal();
    }

    @Test
    void external_three_ds_goes_to_an_account_whose_connector_has_it_or_nowhere() {
        var wanted =
                IntentBuilder.builder()
                        .authenticationType("three_ds")
                        .requestExternalThreeDsAuthentication(true)
                        .build();
        assertThat(refusal(confirm(wanted, UNABLE))).isEqualTo("IR_39 null");

        var routed =
                created(o -> o)
                        .when(
                                new ConfirmPayment(
                                        false, wanted, Map.of(), route(UNABLE, Scenario.SANDBOX)))
                        .thenStatus(PaymentStatus.REQUIRES_CUSTOMER_ACTION);
        assertThat(routed.payment().currentAttempt().merchantConnectorId())
                .isEqualTo("mca_sandbox");

        var without =
                IntentBuilder.builder()
                        .authenticationType("no_three_ds")
                        .requestExternalThreeDsAuthentication(true)
                        .build();
        assertThat(refusal(confirm(without, UNABLE))).isEqualTo("none");
        assertThat(refusal(confirm(without, STRICT)))
                .isEqualTo("IR_37 request_external_three_ds_authentication");
    }

    @Test
    void a_payment_is_routed_on_to_an_account_that_can() {
        var scenario =
                created(o -> o.connector(List.of("klarna", "sandbox")))
                        .when(
                                new ConfirmPayment(
                                        false,
                                        Intent.NONE,
                                        Map.of("merchant_order_reference_id", "\"7\""),
                                        route(STRICT, ABLE)));
        assertThat(scenario.payment().currentAttempt().merchantConnectorId()).isEqualTo("mca_able");
        assertThat(scenario.payment().fallbacks()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"manual_retry, failed, 1", "requeue, processing, 2", ", processing, 2"})
    void an_unreachable_connector_is_followed_by_the_routes_next_unless_the_merchant_retries(
            @Nullable String retryAction, String status, int attempts) {
        var terms =
                retryAction == null
                        ? Map.<String, String>of()
                        : Map.of("retry_action", '"' + retryAction + '"');
        var confirm =
                new ConfirmPayment(
                        false, Intent.NONE, terms, route(Scenario.SANDBOX, Scenario.OTHER));
        var scenario =
                created(o -> o.connector(List.of("sandbox", "klarna")))
                        .when(confirm)
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.notExecuted("down")));
        assertThat(scenario.payment().status().name()).isEqualToIgnoringCase(status);
        assertThat(scenario.payment().attempts()).hasSize(attempts);
        if (retryAction != null && attempts == 1) {
            scenario.when(confirm).thenStatus(PaymentStatus.PROCESSING);
            assertThat(scenario.payment().currentAttempt().connector()).isEqualTo("sandbox");
        }
    }

    @Test
    void metadata_is_changed_key_by_key_also_after_the_money_has_moved() {
        var scenario =
                created(o -> o)
                        .when(update("{\"a\":\"1\",\"b\":\"2\"}"))
                        .when(confirm(Intent.NONE, ABLE))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()))
                        .when(update("{\"a\":\"\",\"c\":\"3\"}"))
                        .thenStatus(PaymentStatus.SUCCEEDED);
        assertThat(scenario.payment().terms())
                .isEqualTo(Map.of("metadata", "{\"b\":\"2\",\"c\":\"3\"}"));
    }

    @Test
    void metadata_does_not_grow_beyond_its_bound() {
        var scenario = created(o -> o);
        for (var i = 0; i < 50; i++) {
            scenario.when(update("{\"k%d\":1}".formatted(i)));
            assertThat(scenario.last().refusal()).isNull();
        }
        scenario.when(update("{\"one\":1}"));
        var refusal = scenario.last().refusal();
        assertThat(refusal)
                .isEqualTo(new Refusal("IR_05", "metadata must have at most 50 keys", "metadata"));
        scenario.when(update("{\"k0\":\"\",\"one\":1}"));
        assertThat(scenario.last().refusal()).isNull();
    }

    private static UpdatePayment update(String metadata) {
        return new UpdatePayment(Intent.NONE, Map.of("metadata", metadata));
    }

    private static ConfirmPayment confirm(Intent change, ConnectorAccount account) {
        return new ConfirmPayment(false, change, Map.of(), route(account));
    }

    private static ConfirmPayment confirmWith(String field, ConnectorAccount account) {
        return new ConfirmPayment(false, Intent.NONE, Map.of(field, "\"1\""), route(account));
    }

    private static String refusal(ConfirmPayment confirm) {
        var scenario = created(o -> o).when(confirm);
        var refusal = scenario.last().refusal();
        if (refusal == null) {
            return "none";
        }
        assertThat(scenario.last().events()).isEmpty();
        return refusal.code() + " " + refusal.param();
    }
}
