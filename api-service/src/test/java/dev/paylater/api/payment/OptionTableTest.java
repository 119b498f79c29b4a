package dev.paylater.api.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.form.OpenApi;
import dev.paylater.api.json.Json;
import dev.paylater.options.Kept;
import dev.paylater.options.PaymentOption;
import dev.paylater.schemas.PaymentOptions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The OpenAPI document and the messages have the payment options of the interface. */
class OptionTableTest {

    private final OpenApi api = new OpenApi();

    /** The connector that was used, and the link that was made. */
    private static final Set<PaymentOption> SHOWN_AS_SOMETHING_ELSE =
            Set.of(PaymentOption.CONNECTOR, PaymentOption.PAYMENT_LINK);

    /** By hand from the interface, sections 4.4, 4.7 and 4.14. */
    @Test
    void the_bodies_have_the_fields_of_the_interface() {
        assertThat(properties("PaymentFields").propertyNames())
                .containsExactlyInAnyOrder(
                        """
                        merchant_id profile_id payment_id confirm client_secret amount currency
                        shipping_cost order_tax_amount surcharge_details amount_to_capture
                        capture_method capture_on authentication_type payment_method
                        payment_method_type payment_type session_expiry customer_id connector
                        routing setup_future_usage off_session mandate_id mandate_data
                        recurring_details request_external_three_ds_authentication
                        request_incremental_authorization allowed_payment_method_types
                        payment_method_data billing shipping email phone name browser_info
                        customer_acceptance locale return_url birth_date ssn gender customer
                        description order_details metadata merchant_connector_details payment_link
                        payment_link_config business_country business_label business_sub_label
                        merchant_order_reference_id statement_descriptor_name
                        statement_descriptor_suffix capture_type payment_experience payment_token
                        retry_action connector_metadata frm_metadata feature_metadata split_payments
                        skip_external_tax_calculation psd2_sca_exemption_type ctp_service_details
                        """
                                .strip()
                                .split("\\s+"));
        assertThat(properties("CaptureRequest").propertyNames())
                .containsExactlyInAnyOrder(
                        "amount_to_capture",
                        "merchant_id",
                        "refund_uncaptured_amount",
                        "statement_descriptor_suffix",
                        "statement_descriptor_prefix",
                        "merchant_connector_details",
                        "capture_metadata",
                        "metadata",
                        "order_details",
                        "capture_type");
        assertThat(properties("CompleteAuthorizeRequest").propertyNames())
                .containsExactlyInAnyOrder("shipping", "client_secret");
    }

    /** One field of each type, by hand; {@code FormTest} tries the bounds. */
    static Stream<Arguments> fields() {
        return Stream.of(
                Arguments.of(
                        "PaymentFields",
                        "shipping_cost",
                        """
                        {"type": ["integer", "null"], "format": "int64", "minimum": 0,
                         "maximum": 9223372036854775807,
                         "description": "Acts on: net_amount; payment page; provider's lines. Set by: merchant. \
                        Until: confirm."}\
                        """),
                Arguments.of(
                        "PaymentFields",
                        "session_expiry",
                        """
                        {"type": ["integer", "null"], "format": "int32", "minimum": 0,
                         "maximum": 2147483647,
                         "description": "Seconds until client-side calls expire; 900 when unset. \
                        Acts on: expires_on. Set by: merchant. Until: confirm."}\
                        """),
                Arguments.of(
                        "PaymentFields",
                        "profile_id",
                        """
                        {"type": ["string", "null"], "maxLength": 255,
                         "description": "Acts on: routing; allowed domains. Set by: merchant. \
                        Until: create only."}\
                        """),
                Arguments.of(
                        "PaymentFields",
                        "confirm",
                        """
                        {"type": ["boolean", "null"],
                         "description": "Acts on: confirms in the same call. Set by: merchant. \
                        Until: confirm."}\
                        """),
                Arguments.of(
                        "PaymentFields",
                        "capture_on",
                        """
                        {"type": ["string", "null"], "format": "date-time",
                         "description": "When a scheduled capture happens; unset: 24 hours after \
                        authorization. Acts on: the time of a scheduled capture. Set by: merchant. \
                        Until: confirm."}\
                        """),
                Arguments.of(
                        "PaymentFields",
                        "return_url",
                        """
                        {"$ref": "#/components/schemas/ReturnUrl",
                         "description": "Acts on: the customer's return. Set by: merchant; browser \
                        where unset. Until: confirm."}\
                        """),
                Arguments.of(
                        "PaymentFields",
                        "connector",
                        """
                        {"type": ["array", "null"], "maxItems": 20,
                         "items": {"$ref": "#/components/schemas/Connector"},
                         "description": "Connectors to use, in this order. Acts on: routing. \
                        Set by: merchant. Until: confirm."}\
                        """),
                Arguments.of(
                        "PaymentFields",
                        "metadata",
                        """
                        {"$ref": "#/components/schemas/Metadata",
                         "description": "In a capture: data for the connector. Acts on: some \
                        providers read keys of it. Set by: merchant. Until: always."}\
                        """),
                Arguments.of(
                        "CaptureRequest",
                        "metadata",
                        """
                        {"type": ["object", "null"],
                         "description": "In a capture: data for the connector. Acts on: some \
                        providers read keys of it. Set by: merchant."}\
                        """));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("fields")
    void a_field_is_described_by_its_row(String body, String field, String schema) {
        var described = Json.read(Json.text(properties(body).path(field)));
        assertThat(described).isEqualTo(Json.read(schema));
    }

    @Test
    void every_schema_that_is_referred_to_is_there() {
        var references = new TreeSet<String>();
        api.document()
                .findValues("$ref")
                .forEach(reference -> references.add(reference.stringValue()));
        assertThat(references).hasSizeGreaterThan(80);
        for (var reference : references) {
            assertThat(api.document().at(reference.substring(1)).isObject()).as(reference).isTrue();
        }
    }

    @Test
    void the_payment_shows_what_the_table_says() {
        var members = Set.copyOf(properties("Payment").propertyNames());
        var shown =
                names(
                        option ->
                                option.kept() != Kept.NOT_KEPT
                                        && option.isInPayment()
                                        && members.contains(option.fieldName())
                                        && !SHOWN_AS_SOMETHING_ELSE.contains(option));
        assertThat(shown)
                .containsExactlyInAnyOrderElementsOf(
                        names(option -> option.isShown() && option.isInPayment()));
    }

    @Test
    void every_typed_option_travels_in_a_field_of_its_own() {
        var fields =
                PaymentOptions.getClassSchema().getFields().stream().map(f -> f.name()).toList();
        for (var option : PaymentOption.values()) {
            if (option.kept() == Kept.TYPED
                    && option.isInPayment()
                    && option != PaymentOption.SURCHARGE_DETAILS) {
                assertThat(fields).contains(option.fieldName());
            }
        }
    }

    private JsonNode properties(String schema) {
        return api.schema(schema).required("properties");
    }

    private static List<String> names(Predicate<PaymentOption> wanted) {
        return Stream.of(PaymentOption.values())
                .filter(wanted)
                .map(PaymentOption::fieldName)
                .toList();
    }
}
