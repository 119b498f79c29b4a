package dev.paylater.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Connector;
import dev.paylater.options.CarriedMember;
import dev.paylater.options.IgnoredOptions;
import dev.paylater.options.PaymentOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * No field is ignored silently: what the table of options says of a connector is what is seen in
 * its calls when the field is dropped. docs/merchants/fields-by-connector.md shows it; {@code
 * -Dpaylater.write-docs=true} writes it.
 */
final class FieldsByConnectorTest {

    private static final Path PAGE = Path.of("..", "docs", "merchants", "fields-by-connector.md");

    /** By hand: what does its work before a provider is called, whichever it is. */
    private static final Set<String> OURS =
            Set.of(
                    "merchant_id",
                    "profile_id",
                    "payment_id",
                    "confirm",
                    "client_secret",
                    "amount",
                    "currency",
                    "amount_to_capture",
                    "capture_method",
                    "capture_on",
                    "authentication_type",
                    "payment_method",
                    "payment_method_type",
                    "payment_type",
                    "session_expiry",
                    "customer_id",
                    "connector",
                    "routing",
                    "setup_future_usage",
                    "off_session",
                    "mandate_id",
                    "mandate_data",
                    "recurring_details",
                    "payment_token",
                    "request_external_three_ds_authentication",
                    "request_incremental_authorization",
                    "allowed_payment_method_types",
                    "payment_method_data",
                    "return_url",
                    "metadata",
                    "merchant_connector_details",
                    "payment_link",
                    "payment_link_config",
                    "business_country",
                    "business_label",
                    "retry_action",
                    "capture_type",
                    "refund_uncaptured_amount");

    /** By hand: with them a connector without the capability is not eligible. */
    private static final Set<PaymentOption> DECIDES_ELIGIBILITY =
            Set.of(
                    PaymentOption.MANDATE_ID,
                    PaymentOption.PAYMENT_TOKEN,
                    PaymentOption.SETUP_FUTURE_USAGE,
                    PaymentOption.REQUEST_EXTERNAL_THREE_DS_AUTHENTICATION);

    /** By hand: what a line says of a product that is not shipped. */
    private static final Map<CarriedMember, String> LINE_MEMBERS =
            Map.of(
                    CarriedMember.LINE_CATEGORY, "\"Machines\"",
                    CarriedMember.LINE_SUB_CATEGORY, "\"Parts\"",
                    CarriedMember.LINE_BRAND, "\"Enigma\"",
                    CarriedMember.LINE_PRODUCT_TYPE, "\"digital\"",
                    CarriedMember.LINE_IMAGE, "\"https://shop.example/rotor.png\"",
                    CarriedMember.LINE_LINK, "\"https://shop.example/rotor\"",
                    CarriedMember.LINE_REQUIRES_SHIPPING, "false",
                    CarriedMember.LINE_TAX_CODE, "\"txcd_1\"",
                    CarriedMember.LINE_ACCOUNT_NAME, "\"acct\"");

    private static final List<String> SHIPPED =
            List.of("carrier", "tracking_number", "tracking_url", "order_details");

    private final List<Connector> connectors = Connectors.all();
    private final List<SentFields> sent =
            connectors.stream().map(c -> new SentFields(c, file(c.name()))).toList();

    @Test
    void a_field_of_a_payment_reaches_exactly_the_providers_whose_connector_says_so() {
        ofPayments()
                .filter(option -> !OURS.contains(option.fieldName()))
                .forEach(
                        option ->
                                assertThat(reached(field -> field.ofPayment(name(option))))
                                        .as(option.fieldName())
                                        .isEqualTo(declared(option.capability())));
    }

    @Test
    void a_field_of_a_capture_reaches_exactly_the_providers_whose_connector_says_so() {
        ofCaptures()
                .filter(option -> option.captureCapability() != null)
                .filter(option -> !OURS.contains(option.fieldName()) || isMetadata(option))
                .forEach(
                        option ->
                                assertThat(reached(field -> field.ofCapture(name(option))))
                                        .as(option.fieldName())
                                        .isEqualTo(declared(option.captureCapability())));
    }

    @Test
    void the_lines_of_a_refund_reach_exactly_the_providers_whose_connector_says_so() {
        assertThat(reached(field -> field.ofRefund("order_details")))
                .isEqualTo(declared("refund_lines"));
    }

    @Test
    void what_a_customer_bought_before_reaches_exactly_the_providers_whose_connector_says_so() {
        assertThat(reached(field -> field.ofPayment("customer_history")))
                .isEqualTo(declared("customer_history"));
    }

    @Test
    void a_field_of_a_shipment_reaches_exactly_the_providers_whose_connector_says_so() {
        SHIPPED.forEach(
                field ->
                        assertThat(reached(sent -> sent.ofShipment(field)))
                                .as(field)
                                .isEqualTo(
                                        connectors.stream()
                                                .filter(c -> isSent(c, field))
                                                .map(Connector::name)
                                                .toList()));
    }

    /** As orchestrator-service decides it. */
    private static boolean isSent(Connector connector, String field) {
        var ignored =
                IgnoredOptions.ofShipment(capability -> can(connector, capability), Set.of(field));
        return ignored.isEmpty();
    }

    @Test
    void what_a_line_says_of_its_product_reaches_exactly_the_providers_whose_connector_says_so() {
        LINE_MEMBERS.forEach(
                (member, value) ->
                        assertThat(reached(field -> field.ofLine(name(member), value)))
                                .as(member.path())
                                .isEqualTo(declared(member.capability())));
        assertThat(LINE_MEMBERS.keySet())
                .containsExactlyInAnyOrderElementsOf(CarriedMember.of("order_details"));
    }

    private static String name(CarriedMember member) {
        return member.pointer().substring(1);
    }

    @Test
    void the_page_shows_what_each_field_does_at_each_connector() throws IOException {
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(PAGE, page(), UTF_8);
        }
        assertThat(PAGE).hasContent(page());
    }

    /** What is metadata of a payment is the merchant's; of a capture, the connector's. */
    private static boolean isMetadata(PaymentOption option) {
        return option == PaymentOption.METADATA;
    }

    private static Stream<PaymentOption> ofPayments() {
        return Stream.of(PaymentOption.values()).filter(PaymentOption::isInPayment);
    }

    private static Stream<PaymentOption> ofCaptures() {
        return Stream.of(PaymentOption.values()).filter(PaymentOption::isInCapture);
    }

    /** The part of it that the state machine knows by a name of its own. */
    private static String name(PaymentOption option) {
        return option == PaymentOption.SURCHARGE_DETAILS ? "surcharge_amount" : option.fieldName();
    }

    private List<String> reached(Function<SentFields, Boolean> test) {
        return connectors.stream()
                .filter(c -> test.apply(sent.get(connectors.indexOf(c))))
                .map(Connector::name)
                .toList();
    }

    private List<String> declared(@Nullable String capability) {
        return connectors.stream()
                .filter(c -> capability == null || can(c, capability))
                .map(Connector::name)
                .toList();
    }

    private static boolean can(Connector connector, String capability) {
        return connector.capabilities().features().stream()
                .anyMatch(feature -> feature.wireName().equals(capability));
    }

    private String page() {
        return """
        # What each field does at each connector

        Made by FieldsByConnectorTest from the rows of PaymentOption and from the calls of the connectors:
        each documented exchange of a connector is run with the field and without it, and a difference in
        what the provider is sent has to agree with this table, in both directions.

        `sent`: it changes what the provider is sent. `acts`: our own services do what
        [options.md](options.md) says, whatever the provider; InterfaceEffectTest holds that: it sees the
        effect in the running system and, with the field left out, sees it no more. `warned`: the payment goes on, `warnings` in the answer name the field with IR_37,
        and an account with `strict: true` refuses it or lets the next account of its route have it.
        `refused`: every account refuses it, as money depends on it, or is not eligible: a connector without
        mandates or external 3-D Secure is left out where a payment asks for it (IR_39; IR_37 where the payment
        names the connector).

        ## Create, update, confirm

        %s
        ## Capture

        %s
        ## Refund

        %s
        ## Shipment

        %s
        ## Members of these fields

        %s\
        """
                .formatted(
                        table(ofPayments(), PaymentOption::capability),
                        table(ofCaptures(), PaymentOption::captureCapability),
                        table(
                                Stream.of(
                                        row(
                                                "order_details",
                                                c -> can(c, "refund_lines") ? "sent" : "warned"))),
                        table(
                                SHIPPED.stream()
                                        .map(
                                                field ->
                                                        row(
                                                                field,
                                                                c ->
                                                                        isSent(c, field)
                                                                                ? "sent"
                                                                                : "warned"))),
                        table(Stream.of(CarriedMember.values()).map(this::row)));
    }

    private String row(CarriedMember member) {
        var capability = member.capability();
        return row(
                member.path(),
                c -> capability == null ? "acts" : can(c, capability) ? "sent" : "warned");
    }

    private String table(
            Stream<PaymentOption> options, Function<PaymentOption, @Nullable String> capability) {
        return table(options.map(option -> row(option, capability.apply(option))));
    }

    private String table(Stream<String> rows) {
        var names = connectors.stream().map(Connector::name).collect(Collectors.joining(" | "));
        return rows.collect(
                Collectors.joining(
                        "",
                        "| field | "
                                + names
                                + " |\n|---"
                                + "|---".repeat(connectors.size())
                                + "|\n",
                        ""));
    }

    private String row(PaymentOption option, @Nullable String capability) {
        return row(option.fieldName(), c -> cell(option, capability == null || can(c, capability)));
    }

    private String row(String field, Function<Connector, String> cell) {
        return "| %s | %s |\n"
                .formatted(field, connectors.stream().map(cell).collect(Collectors.joining(" | ")));
    }

    private static String cell(PaymentOption option, boolean acts) {
        if (acts) {
            return OURS.contains(option.fieldName()) ? "acts" : "sent";
        }
        return option.isRequired() || DECIDES_ELIGIBILITY.contains(option) ? "refused" : "warned";
    }

    private static tools.jackson.databind.JsonNode file(String connector) {
        var name = "/exchanges/" + connector + ".json";
        try (var stream = FieldsByConnectorTest.class.getResourceAsStream(name)) {
            assertThat(stream).as(name).isNotNull();
            return Exchanges.JSON.readTree(new String(stream.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
