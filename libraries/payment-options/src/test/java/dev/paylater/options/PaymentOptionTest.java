package dev.paylater.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PaymentOptionTest {

    /** By hand from the decisions about client-side calls. */
    @Test
    void a_browser_may_set_what_a_customer_knows_and_nothing_else() {
        assertThat(setBy(SetBy.BROWSER))
                .containsExactlyInAnyOrder(
                        "client_secret",
                        "payment_method_data",
                        "billing",
                        "shipping",
                        "email",
                        "phone",
                        "name",
                        "browser_info",
                        "customer_acceptance",
                        "locale");
        assertThat(setBy(SetBy.BROWSER_WHERE_UNSET))
                .containsExactlyInAnyOrder("payment_method", "payment_method_type", "return_url");
        assertThat(setBy(SetBy.MERCHANT_AND_PAGE)).containsExactly("birth_date");
    }

    @Test
    void an_option_is_found_by_the_interfaces_name() {
        assertThat(PaymentOption.named("shipping_cost")).contains(PaymentOption.SHIPPING_COST);
        assertThat(PaymentOption.named("SHIPPING_COST")).isEmpty();
        assertThat(PaymentOption.named("statuss")).isEmpty();
    }

    @Test
    void what_is_sealed_is_marked_as_personal() {
        for (var option : PaymentOption.values()) {
            var sealed = SealedMembers.of(option.fieldName());
            var expected =
                    switch (sealed) {
                        case WHOLE, SDK_ENTRIES, CREDENTIALS -> true;
                        case NONE, PERSONAL -> false;
                    };
            assertThat(option.isPersonal()).as(option.fieldName()).isEqualTo(expected);
        }
    }

    @Test
    void sealed_members_are_declared_by_field() {
        assertThat(SealedMembers.of("ssn")).isEqualTo(SealedMembers.WHOLE);
        assertThat(SealedMembers.of("metadata").includes("ssn")).isTrue();
        assertThat(SealedMembers.of("metadata").includes("klarna_sdk")).isFalse();
        assertThat(SealedMembers.of("payment_method_data").includes("klarna_sdk")).isTrue();
        assertThat(SealedMembers.of("payment_method_data").includes("ssn")).isFalse();
        for (var closed : List.of("shipping", "billing", "customer", "order_details", "name")) {
            assertThat(SealedMembers.of(closed).includes("ssn")).as(closed).isFalse();
        }
    }

    /** The list shrinks: each of these is to act, or to be refused or warned about. */
    @Test
    void what_is_kept_and_changes_nothing_is_known_by_name() {
        assertThat(Stream.of(PaymentOption.values()).filter(option -> !option.hasEffect()))
                .extracting(PaymentOption::fieldName)
                .containsExactlyInAnyOrder(
                        "request_incremental_authorization",
                        "customer_acceptance",
                        "ssn",
                        "business_sub_label",
                        "merchant_order_reference_id",
                        "statement_descriptor_name",
                        "statement_descriptor_suffix",
                        "statement_descriptor_prefix",
                        "capture_type",
                        "payment_experience",
                        "payment_token",
                        "retry_action",
                        "connector_metadata",
                        "frm_metadata",
                        "feature_metadata",
                        "split_payments",
                        "skip_external_tax_calculation",
                        "psd2_sca_exemption_type",
                        "ctp_service_details");
    }

    private static List<String> setBy(SetBy by) {
        return Stream.of(PaymentOption.values())
                .filter(option -> option.setBy() == by)
                .map(PaymentOption::fieldName)
                .toList();
    }
}
