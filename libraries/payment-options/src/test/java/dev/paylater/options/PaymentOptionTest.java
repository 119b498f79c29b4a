package dev.paylater.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                .containsExactlyInAnyOrder(
                        "payment_method",
                        "payment_method_type",
                        "payment_experience",
                        "payment_type",
                        "setup_future_usage",
                        "return_url");
        assertThat(setBy(SetBy.MERCHANT_AND_PAGE)).containsExactly("birth_date");
    }

    @Test
    void an_option_is_found_by_the_interfaces_name() {
        assertThat(PaymentOption.named("shipping_cost")).contains(PaymentOption.SHIPPING_COST);
        assertThat(PaymentOption.named("SHIPPING_COST")).isEmpty();
        assertThat(PaymentOption.named("statuss")).isEmpty();
    }

    /**
     * By hand: what names a person, is free for a merchant to name one in, or is as good as a key.
     */
    @Test
    void every_field_that_may_name_a_person_is_sealed() {
        assertThat(sealed(Sealed.WHOLE))
                .containsExactlyInAnyOrder(
                        "mandate_data",
                        "recurring_details",
                        "payment_method_data",
                        "billing",
                        "shipping",
                        "email",
                        "phone",
                        "name",
                        "browser_info",
                        "customer_acceptance",
                        "birth_date",
                        "ssn",
                        "gender",
                        "customer",
                        "merchant_connector_details",
                        "connector_metadata",
                        "frm_metadata",
                        "feature_metadata",
                        "split_payments",
                        "ctp_service_details",
                        "capture_metadata");
        assertThat(sealed(Sealed.MEMBERS)).containsExactly("metadata");
        assertThat(Sealed.of("split_refunds")).isEqualTo(Sealed.WHOLE);
        assertThat(Sealed.of("sdk_information")).isEqualTo(Sealed.NO);
    }

    /** The state machine compares typed options; a sealed text would mean nothing to it. */
    @Test
    void only_what_is_carried_is_sealed() {
        assertThat(Stream.of(PaymentOption.values()))
                .filteredOn(option -> option.sealed() != Sealed.NO)
                .allMatch(option -> option.kept() == Kept.CARRIED);
    }

    private static List<String> sealed(Sealed how) {
        return Stream.of(PaymentOption.values())
                .filter(option -> option.sealed() == how)
                .map(PaymentOption::fieldName)
                .toList();
    }

    /** What no connector does is warned about by its name, never ignored in silence. */
    @Test
    void every_option_acts_or_needs_a_capability() {
        assertThat(Stream.of(PaymentOption.values()))
                .allMatch(option -> option.hasEffect() || option.capability() != null);
        assertThat(Stream.of(PaymentOption.values()).filter(option -> !option.hasEffect()))
                .extracting(PaymentOption::fieldName)
                .containsExactlyInAnyOrder(
                        "customer_acceptance",
                        "business_sub_label",
                        "statement_descriptor_name",
                        "statement_descriptor_suffix",
                        "statement_descriptor_prefix",
                        "connector_metadata",
                        "frm_metadata",
                        "feature_metadata",
                        "split_payments",
                        "skip_external_tax_calculation",
                        "psd2_sca_exemption_type",
                        "ctp_service_details");
    }

    /** By hand: where a wrong amount would be taken. */
    @Test
    void what_changes_the_amount_taken_is_required_of_a_connector() {
        assertThat(Stream.of(PaymentOption.values()).filter(PaymentOption::isRequired))
                .containsExactly(PaymentOption.AMOUNT_TO_CAPTURE, PaymentOption.CAPTURE_TYPE);
    }

    @Test
    void an_option_is_changed_member_by_member_only_if_it_is_metadata() {
        assertThat(Stream.of(PaymentOption.values()).filter(PaymentOption::isMerged))
                .containsExactly(PaymentOption.METADATA);
    }

    @ParameterizedTest
    @CsvSource({
        "merchant_id, NOT_KEPT",
        "client_secret, NOT_KEPT",
        "confirm, NOT_KEPT",
        "amount, TYPED",
        "shipping_cost, TYPED",
        "capture_on, TYPED",
        "billing, CARRIED",
        "metadata, CARRIED",
        "capture_metadata, CARRIED"
    })
    void money_and_times_are_typed_and_what_only_a_provider_reads_is_carried(
            String field, Kept kept) {
        assertThat(PaymentOption.named(field)).map(PaymentOption::kept).contains(kept);
    }

    @ParameterizedTest
    @CsvSource({
        "amount, In the lowest denomination of the currency.",
        "email, Deprecated: use customer.email.",
        "currency, ''"
    })
    void what_a_reader_of_the_interface_has_to_know_is_said_beside_the_type(
            String field, String description) {
        assertThat(PaymentOption.named(field))
                .map(PaymentOption::description)
                .contains(description);
    }

    @Test
    void a_code_and_a_list_of_codes_refer_to_a_schema_and_other_types_to_none() {
        assertThat(new Type.Declared("Currency").schemaName()).isEqualTo("Currency");
        assertThat(new Type.ListOf("Connector", 20).schemaName()).isEqualTo("Connector");
        assertThat(
                        Stream.of(
                                new Type.Money(),
                                new Type.Whole(),
                                new Type.Text(255),
                                new Type.Flag(),
                                new Type.Seconds(),
                                new Type.Time(),
                                new Type.Free()))
                .extracting(Type::schemaName)
                .containsOnlyNulls();
    }

    private static List<String> setBy(SetBy by) {
        return Stream.of(PaymentOption.values())
                .filter(option -> option.setBy() == by)
                .map(PaymentOption::fieldName)
                .toList();
    }
}
