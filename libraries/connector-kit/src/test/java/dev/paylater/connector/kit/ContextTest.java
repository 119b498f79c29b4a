package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.connector.kit.OrderLine.Kind;
import dev.paylater.schemas.PaymentOptions;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ContextTest {

    private static final Context PLAIN = Contexts.of(Operation.AUTHORIZE);
    private static final String BILLING =
            "{'address': {'first_name': 'Ada', 'line1': 'Main 1', 'country': 'DE'},"
                    + " 'email': 'billing@example.com'}";

    @Test
    void the_providers_id_is_required_of_an_operation_that_comes_after_it() {
        assertThat(PLAIN.requiredTransactionId()).isEqualTo("o/1");
        var early = PLAIN.withTransactionId(null);
        assertThatThrownBy(early::requiredTransactionId)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("pay_1_1_authorize needs the provider's transaction id");
    }

    @Test
    void what_is_kept_joins_what_was_kept_before() {
        var more = PLAIN.keeping("token", "t");

        assertThat(more.kept("token")).isEqualTo("t");
        assertThat(more.kept("page")).isEqualTo("p 1");
        assertThat(more).isEqualTo(PLAIN.withState(Map.of("page", "p 1", "token", "t")));
        assertThat(PLAIN.kept("token")).isNull();
    }

    @Test
    void a_kept_time_has_come_once_the_operation_is_requested_at_it() {
        var at = PLAIN.issuedAt();

        assertThat(PLAIN.keeping("expires", at.toString()).isPast("expires")).isTrue();
        assertThat(PLAIN.keeping("expires", at.plusMillis(1).toString()).isPast("expires"))
                .isFalse();
        assertThat(PLAIN.keeping("expires", "soon").isPast("expires")).isFalse();
        assertThat(PLAIN.isPast("expires")).isFalse();
    }

    @Test
    void goods_go_to_their_own_address_else_to_that_of_the_bill() {
        var billed = terms(Map.of("billing", BILLING));
        var shipped = terms(Map.of("billing", BILLING, "shipping", "{'address': {'line1': 'B'}}"));

        assertThat(billed.billing().firstName()).isEqualTo("Ada");
        assertThat(billed.shipping()).isEqualTo(billed.billing());
        assertThat(shipped.shipping().line1()).isEqualTo("B");
        assertThat(shipped.shipping().firstName()).isEqualTo("Ada");
    }

    @Test
    void a_delivery_without_a_name_is_to_who_pays_and_none_is_nobodys() {
        var somebody = "{'address': {'first_name': 'Bob', 'line1': 'B'}}";

        assertThat(terms(Map.of("billing", BILLING)).delivery())
                .isEqualTo(Address.of(json("{}"), null));
        assertThat(terms(Map.of("billing", BILLING, "shipping", somebody)).delivery().name())
                .isEqualTo("Bob");
        assertThat(terms(Map.of("name", "'Ada Jones'", "shipping", "{'address': {'line1': 'B'}}")))
                .extracting(context -> context.delivery().name())
                .isEqualTo("Ada Jones");
    }

    @Test
    void a_phone_number_is_of_the_country_that_the_customer_is_known_to_live_in() {
        var shipping = "{'address': {'line1': 'B'}, 'phone': {'number': '0301234567'}}";
        var options = PaymentOptions.newBuilder().setCountry("AT").build();
        var known = Map.of("customer", "{'phone': '0301234567'}", "shipping", shipping);
        var billed =
                terms(
                        Map.of(
                                "billing",
                                BILLING,
                                "customer",
                                "{'phone': '0301234567'}",
                                "shipping",
                                shipping));

        assertThat(terms(known).billing().phone()).isNull();
        assertThat(terms(known).withOptions(options).billing().phone()).isEqualTo("+43301234567");
        assertThat(terms(known).withOptions(options).delivery().phone()).isEqualTo("+43301234567");
        assertThat(billed.billing().phone()).isEqualTo("+49301234567");
        assertThat(billed.delivery().phone()).isEqualTo("+49301234567");
    }

    @Test
    void the_first_number_that_is_one_is_sent() {
        var none = "{'phone': {'number': 'none'}, 'address': {'country': 'SA'}}";

        assertThat(
                        terms(
                                        Map.of(
                                                "billing",
                                                none,
                                                "customer",
                                                "{'phone': '501234567', 'phone_country_code':"
                                                        + " '+966'}",
                                                "phone",
                                                "'0509999999'"))
                                .billing()
                                .phone())
                .isEqualTo("+966501234567");
        assertThat(
                        terms(
                                        Map.of(
                                                "billing",
                                                none,
                                                "customer",
                                                "{'phone': '-'}",
                                                "phone",
                                                "'0509999999'"))
                                .billing()
                                .phone())
                .isEqualTo("+966509999999");
    }

    @Test
    void the_customers_country_is_that_of_the_bill_else_that_of_the_payment() {
        var options = PaymentOptions.newBuilder().setCountry("AT").build();

        assertThat(terms(Map.of("billing", BILLING)).withOptions(options).country())
                .isEqualTo("DE");
        assertThat(PLAIN.withOptions(options).country()).isEqualTo("AT");
        assertThat(PLAIN.country()).isNull();
    }

    @Test
    void the_payments_locale_comes_first_and_the_accounts_last() {
        var account = Contexts.account(Map.of(), null, Map.of("locale", "\"de\""));
        var context =
                terms(Map.of("locale", "'fr'", "browser_info", "{'language': 'en-GB'}"))
                        .withAccount(account);

        assertThat(context.speaks("fr")).isTrue();
        assertThat(context.speaks("en")).isFalse();
        assertThat(PLAIN.speaks("fr")).isFalse();
        assertThat(context.locales()).containsExactly("fr", "en-GB", "de");
        assertThat(PLAIN.withAccount(account).locales()).containsExactly("de");
        assertThat(PLAIN.locales()).isEmpty();
    }

    @Test
    void a_buyers_company_and_number_are_the_metadatas_else_the_customers() {
        var options = PaymentOptions.newBuilder().setCustomerId("cus_1").build();
        var person = terms(Map.of("billing", BILLING)).withOptions(options);
        var company =
                terms(
                                Map.of(
                                        "billing",
                                        BILLING,
                                        "metadata",
                                        "{'company_name': 'A GmbH', 'merchant_buyer_ref': 'b1'}"))
                        .withOptions(options);

        assertThat(person.company()).isEqualTo("Ada");
        assertThat(person.buyerReference()).isEqualTo("cus_1");
        assertThat(person.metadata("company_name")).isNull();
        assertThat(company.company()).isEqualTo("A GmbH");
        assertThat(company.buyerReference()).isEqualTo("b1");
        assertThat(company.metadata("company_name")).isEqualTo("A GmbH");
    }

    @ParameterizedTest
    @CsvSource({
        "{'email': 'billing@example.com'}, {'email': 'customer@example.com'}, billing@example.com",
        "{}, {'email': 'customer@example.com'}, customer@example.com",
        "{}, {}, old@example.com"
    })
    void the_customers_email_is_that_of_the_bill_the_customer_or_the_deprecated_one(
            String billing, String customer, @Nullable String expected) {
        assertThat(
                        terms(
                                        Map.of(
                                                "billing",
                                                billing,
                                                "customer",
                                                customer,
                                                "email",
                                                "'old@example.com'"))
                                .email())
                .isEqualTo(expected);
    }

    @Test
    void a_refund_has_its_reason_and_its_capture() {
        var refund =
                Contexts.of(Operation.REFUND)
                        .withDetails(
                                fields(
                                        Map.of(
                                                "reason",
                                                "'too small'",
                                                "connector_capture_id",
                                                "'c1'")));

        assertThat(refund.reason()).isEqualTo("too small");
        assertThat(refund.captureId()).isEqualTo("c1");
    }

    @Test
    void the_lines_of_a_payment_add_up_to_its_total() {
        var context = terms(Map.of("order_details", "[{'product_name': 'Lamp', 'amount': 1500}]"));

        assertThat(context.lines(2000))
                .containsExactly(
                        OrderLine.untaxed(Kind.ITEM, "Lamp", 1500),
                        OrderLine.untaxed(Kind.ADJUSTMENT, "adjustment", 500));
    }

    @Test
    void what_comes_on_top_of_the_amount_are_lines_of_their_own() {
        var options =
                PaymentOptions.newBuilder()
                        .setShippingCost(490L)
                        .setOrderTaxAmount(1130L)
                        .setSurchargeAmount(100L)
                        .setSurchargeTaxAmount(19L)
                        .build();
        var lamp = terms(Map.of("order_details", "[{'product_name': 'Lamp', 'amount': 1500}]"));
        var onTop =
                List.of(
                        OrderLine.untaxed(Kind.SHIPPING, "Shipping", 490),
                        OrderLine.untaxed(Kind.ORDER_TAX, "Tax", 1130),
                        new OrderLine(
                                Kind.SURCHARGE,
                                "Surcharge",
                                1,
                                119,
                                19,
                                BigDecimal.valueOf(19),
                                Product.named(null)));

        assertThat(lamp.withOptions(options).lines(3239).getFirst().name()).isEqualTo("Lamp");
        assertThat(lamp.withOptions(options).lines(3239).subList(1, 4)).isEqualTo(onTop);
        assertThat(PLAIN.withOptions(options).lines(3239).getFirst())
                .isEqualTo(OrderLine.whole("pay_1", 1500));
        assertThat(PLAIN.withOptions(options).lines(3239).subList(1, 4)).isEqualTo(onTop);
    }

    @Test
    void a_tax_on_no_surcharge_is_a_surcharge() {
        var options = PaymentOptions.newBuilder().setSurchargeTaxAmount(19L).build();

        assertThat(PLAIN.withOptions(options).lines(19))
                .containsExactly(OrderLine.untaxed(Kind.SURCHARGE, "Tax on surcharge", 19));
    }

    @Test
    void what_the_billing_address_lacks_is_the_customers_own() {
        var billing = "{'address': {'line1': 'A'}}";
        var customer =
                "{'name': 'Ada May Jones', 'phone': '0301234567', 'phone_country_code': '49'}";
        var named = terms(Map.of("billing", billing, "customer", customer)).billing();
        var alone = terms(Map.of("name", "'Ada'", "phone", "'+49301234567'")).billing();
        var known = terms(Map.of("billing", BILLING, "customer", "{'name': 'Bob B'}")).billing();

        assertThat(named.firstName()).isEqualTo("Ada May");
        assertThat(named.lastName()).isEqualTo("Jones");
        assertThat(named.phone()).isEqualTo("+49301234567");
        assertThat(alone.firstName()).isEqualTo("Ada");
        assertThat(alone.lastName()).isNull();
        assertThat(alone.phone()).isEqualTo("+49301234567");
        assertThat(known.firstName()).isEqualTo("Ada");
    }

    @ParameterizedTest
    @CsvSource({"automatic, true", "manual, false", "manual_multiple, false", "scheduled, false"})
    void only_the_capture_method_automatic_captures_automatically(String method, boolean expected) {
        assertThat(PLAIN.withCaptureMethod(method).capturesAutomatically()).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void an_operation_is_found_by_its_wire_name(Operation operation) {
        assertThat(Operation.of(operation.wireName())).isEqualTo(operation);
    }

    @ParameterizedTest
    @CsvSource({
        "authorize, true",
        "complete_authorize, true",
        "authenticate, false",
        "capture, false",
        "void, false",
        "release, false",
        "increment, false",
        "approve, true",
        "refund, false"
    })
    void an_authorization_ends_with_it_its_completion_or_its_approval(
            String operation, boolean authorizes) {
        assertThat(Operation.of(operation).authorizes()).isEqualTo(authorizes);
    }

    @Test
    void what_no_operation_is_called_is_refused() {
        assertThatThrownBy(() -> Operation.of("pay")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_checkout_is_voided_once_that_was_kept() {
        assertThat(VoidedCheckout.is(PLAIN)).isFalse();
        var kept = VoidedCheckout.VOIDED.data().state();
        assertThat(VoidedCheckout.is(PLAIN.withState(kept))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"company, true", "organization, true", "business, true", "person, false"})
    void a_company_buys_where_the_merchant_says_so(String type, boolean company) {
        assertThat(terms(Map.of("metadata", "{'buyer_type': '" + type + "'}")).isCompany())
                .isEqualTo(company);
        assertThat(PLAIN.isCompany()).isFalse();
    }

    private static Context terms(Map<String, String> terms) {
        return PLAIN.withTerms(fields(terms));
    }

    private static Fields fields(Map<String, String> texts) {
        var read = new HashMap<String, String>();
        texts.forEach((name, text) -> read.put(name, text.replace('\'', '"')));
        return new Fields(read);
    }
}
