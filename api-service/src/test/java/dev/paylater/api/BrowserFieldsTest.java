package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.schemas.ConfirmPayment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a web SDK sends on confirm is taken, or ignored with a warning; no term changes by it. */
class BrowserFieldsTest {

    private static final RunningApi API = RunningApi.shared();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"payment_experience\": \"redirect_to_url\"",
                "\"setup_future_usage\": \"on_session\"",
                "\"payment_type\": \"normal\"",
                "\"customer_acceptance\": {\"acceptance_type\": \"online\"}",
                "\"mandate_data\": {\"customer_acceptance\": {\"acceptance_type\": \"online\"}}",
                "\"confirm\": true"
            })
    void what_is_the_customers_choice_is_taken(String field) {
        var answer = confirm("", field);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("warnings").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"payment_experience\": \"invoke_sdk_client\" | payment_experience",
                "\"payment_experience\": \"one_click\" | payment_experience",
                "\"amount\": 6540 | amount",
                "\"currency\": \"EUR\" | currency",
                "\"capture_method\": \"automatic\" | capture_method"
            })
    void what_is_the_merchants_and_says_nothing_new_is_ignored_with_a_warning(
            String field, String param) {
        var answer = confirm("", field);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("warnings").valueStream())
                .extracting(warning -> warning.path("param").asString())
                .containsExactly(param);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                " | \"amount\": 1 | amount",
                " | \"currency\": \"USD\" | currency",
                " | \"setup_future_usage\": \"off_session\" | setup_future_usage",
                " | \"payment_type\": \"setup_mandate\" | payment_type",
                " | \"payment_type\": \"new_mandate\" | payment_type",
                " | \"connector\": [\"klarna\"] | connector",
                " | \"mandate_id\": \"man_1\" | mandate_id",
                " | \"off_session\": true | off_session",
                " | \"payment_token\": \"pm_1\" | payment_token",
                " | \"mandate_data\": {\"mandate_type\": {\"multi_use\": {}}} | mandate_data",
                ", \"setup_future_usage\": \"off_session\" | \"setup_future_usage\":"
                        + " \"on_session\" | setup_future_usage",
                ", \"payment_type\": \"new_mandate\" | \"payment_type\": \"normal\" | payment_type"
            })
    void what_would_change_the_merchants_terms_is_refused(
            String merchants, String field, String param) {
        var answer = confirm(merchants == null ? "" : merchants, field);
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.code()).isEqualTo("IR_05");
        assertThat(answer.json().at("/error/param").asString()).isEqualTo(param);
    }

    @Test
    void the_customers_choice_reaches_the_payment_as_the_clients() {
        var answer =
                confirm(
                        "",
                        "\"setup_future_usage\": \"on_session\","
                                + " \"payment_experience\": \"redirect_to_url\"");
        var id = answer.json().path("payment_id").asString();
        assertThat(API.orchestrator.received(ConfirmPayment.class))
                .filteredOn(command -> command.getPaymentId().equals(id))
                .singleElement()
                .satisfies(
                        command -> {
                            assertThat(command.getOptions().getSetupFutureUsage())
                                    .isEqualTo("on_session");
                            assertThat(command.getTerms())
                                    .containsEntry("payment_experience", "\"redirect_to_url\"");
                            assertThat(command.getOptions().getClientFields())
                                    .contains("setup_future_usage", "payment_experience");
                        });
    }

    private static RunningApi.Reply confirm(String merchants, String field) {
        var payment = API.create(merchants);
        return API.postAs(
                RunningApi.PUBLISHABLE,
                "/payments/" + payment.path("payment_id").asString() + "/confirm",
                "{\"client_secret\": "
                        + payment.path("client_secret")
                        + ", \"payment_method\": \"pay_later\", "
                        + field
                        + "}");
    }
}
