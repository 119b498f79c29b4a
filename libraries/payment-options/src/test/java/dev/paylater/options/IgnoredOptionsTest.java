package dev.paylater.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IgnoredOptionsTest {

    @Test
    void what_a_connector_cannot_is_ignored() {
        var asked =
                Map.<String, Object>of(
                        "ssn", "\"1\"",
                        "setup_future_usage", "off_session",
                        "request_incremental_authorization", true,
                        "amount_to_capture", 5L,
                        "email", "\"a@b\"");
        assertThat(IgnoredOptions.of(List.of("mandates", "partial_capture"), asked::get))
                .containsExactly(
                        PaymentOption.REQUEST_INCREMENTAL_AUTHORIZATION, PaymentOption.SSN);
        assertThat(
                        IgnoredOptions.of(
                                List.of(
                                        "mandates",
                                        "partial_capture",
                                        "incremental_authorization",
                                        "ssn"),
                                asked::get))
                .isEmpty();
    }

    @Test
    void a_capture_asks_for_more_than_the_payment_did() {
        var asked = Map.<String, Object>of("order_details", "[1]", "metadata", "{\"a\":1}");
        assertThat(IgnoredOptions.of(List.of(), asked::get)).isEmpty();
        assertThat(IgnoredOptions.ofCapture(List.of("capture_data"), asked::get))
                .containsExactly(PaymentOption.ORDER_DETAILS);
    }

    @Test
    void a_member_that_the_connector_does_not_know_is_ignored() {
        var carried =
                Map.of(
                        "creds_identifier", "\"mca_1\"",
                        "klarna_sdk_token", "true",
                        "invoice_due_date", "true");
        assertThat(IgnoredOptions.members(List.of("invoice_due_date"), carried::get))
                .containsExactly(CarriedMember.KLARNA_SDK_TOKEN);
        assertThat(IgnoredOptions.members(List.of(), Map.<String, String>of()::get)).isEmpty();
    }

    @Test
    void what_a_line_says_of_a_product_and_the_provider_has_no_place_for_is_ignored() {
        var carried = Map.of("line_brand", "true", "line_image", "true");
        assertThat(IgnoredOptions.members(List.of("line_image"), carried::get))
                .extracting(CarriedMember::path)
                .containsExactly("order_details.brand");
        assertThat(CarriedMember.LINE_CATEGORY.isUsual("voucher")).isTrue();
        assertThat(CarriedMember.LINE_CATEGORY.isUsual("lamps")).isFalse();
        assertThat(CarriedMember.LINE_REQUIRES_SHIPPING.isUsual("true")).isTrue();
        assertThat(CarriedMember.LINE_REQUIRES_SHIPPING.isUsual("false")).isFalse();
    }

    @Test
    void a_member_is_found_in_its_field() {
        var member = CarriedMember.ACCOUNT_METADATA;
        assertThat(CarriedMember.of("merchant_connector_details"))
                .containsExactly(CarriedMember.CREDS_IDENTIFIER, member);
        assertThat(member.carriedName()).isEqualTo("account_metadata");
        assertThat(member.pointer()).isEqualTo("/encoded_data/metadata");
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "{}"})
    void an_empty_or_false_text_asks_for_nothing(String json) {
        assertThat(IgnoredOptions.of(List.of(), Map.of("frm_metadata", json)::get)).isEmpty();
    }

    @Test
    void false_and_empty_lists_ask_for_nothing() {
        assertThat(IgnoredOptions.of(List.of(), Map.<String, Object>of("off_session", false)::get))
                .isEmpty();
        assertThat(
                        IgnoredOptions.of(
                                List.of(),
                                Map.<String, Object>of(
                                                "request_incremental_authorization",
                                                false,
                                                "ssn",
                                                List.of())
                                        ::get))
                .isEmpty();
        assertThat(IgnoredOptions.of(List.of(), Map.<String, Object>of("ssn", List.of(1))::get))
                .containsExactly(PaymentOption.SSN);
    }
}
