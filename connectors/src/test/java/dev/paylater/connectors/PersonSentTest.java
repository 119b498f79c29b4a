package dev.paylater.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Step;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A person's phone, name and house, as each provider is sent them when it is asked to pay. */
final class PersonSentTest {

    /** These refuse a customer without a phone number. */
    private static final Set<String> CALLING = Set.of("tabby", "tamara");

    private static final String WHOLE =
            """
            {"billing": {"address": {"first_name": "Ada", "last_name": "Lovelace",
               "line1": "Hauptstr. 12-14", "line2": "3. OG", "zip": "10115", "city": "Berlin",
               "country": "DE"}, "email": "ada@example.com",
              "phone": {"number": "0151 1234567"}},
             "shipping": {"address": {"line1": "Am Park 28 - 30", "zip": "10115",
               "city": "Berlin", "country": "DE"}, "phone": {"number": "0049 30 1234567"}}}\
            """;

    private static final String CUSTOMER =
            """
            {"billing": {"address": {"line1": "Hauptstr. 1", "zip": "10115", "city": "Berlin",
               "country": "%s"}, "email": "ada@example.com"},
             "customer": {"name": "Ada May Lovelace", "phone": "%s"%s}}\
            """;

    static Stream<String> connectors() {
        return Connectors.all().stream().map(Connector::name);
    }

    static Stream<String> callers() {
        return connectors().filter(name -> !name.equals("paypal"));
    }

    @ParameterizedTest
    @MethodSource("callers")
    void every_number_goes_out_as_it_is_called_from_everywhere(String connector) {
        var phones = phones(sent(connector, WHOLE));

        assertThat(phones).contains("+491511234567");
        assertThat(Set.of("+491511234567", "+49301234567")).containsAll(phones);
    }

    @ParameterizedTest
    @MethodSource("callers")
    void the_customers_own_number_stands_for_the_billing_addresss(String connector) {
        for (var row :
                new String[][] {
                    {"+966501234567", "SA", "501234567", "+966"},
                    {"+971500000001", "AE", "0500000001", "971"},
                    {"+96550001234", "DE", "50001234", "00965"},
                    {"+97336001234", "BH", "36001234", "BH"},
                    {"+97433123456", "QA", "33123456", null},
                    {"+96892123456", "DE", "+96892123456", "49"},
                    {"+49301234567", "DE", "+49301234567", "49"},
                    {"+390669821234", "IT", "06 6982 1234", "+39"}
                }) {
            var code = row[3] == null ? "" : ", \"phone_country_code\": \"" + row[3] + "\"";

            assertThat(phones(sent(connector, CUSTOMER.formatted(row[1], row[2], code))))
                    .containsOnly(row[0]);
        }
    }

    @Test
    void the_sandbox_is_sent_the_billing_addresss_number_and_the_customers_own() {
        var both =
                """
                {"billing": {"address": {"country": "DE"},
                  "phone": {"number": "30123456", "country_code": "+43"}},
                 "customer": {"phone": "5550100"}}
                """;

        assertThat(sent("sandbox", both))
                .containsEntry("/billing/phone", "+4330123456")
                .containsEntry("/customer/phone", "+495550100");
    }

    @ParameterizedTest
    @MethodSource("callers")
    void what_is_no_phone_number_is_not_sent_or_refused_by_name(String connector) {
        var terms = CUSTOMER.formatted("DE", "none", "");

        if (CALLING.contains(connector)) {
            assertThat(refusal(connector, terms)).endsWith("needs the customer's phone.");
        } else {
            assertThat(phones(sent(connector, terms))).isEmpty();
        }
    }

    /** PayPal and Tabby are sent the delivery's address alone. */
    @ParameterizedTest
    @MethodSource("connectors")
    void a_house_number_goes_out_as_it_is_written(String connector) {
        var texts = sent(connector, WHOLE);

        if (Set.of("riverty", "billie").contains(connector)) {
            assertThat(ending(texts, "street")).contains("Hauptstr.", "Am Park");
            assertThat(ending(texts, connector.equals("billie") ? "house_number" : "streetNumber"))
                    .contains("12-14", "28 - 30");
        } else if (!Set.of("paypal", "tabby").contains(connector)) {
            assertThat(texts.values()).anyMatch(text -> text.startsWith("Hauptstr. 12-14"));
        }
        if (!Set.of("riverty", "billie").contains(connector)) {
            assertThat(texts.values()).anyMatch(text -> text.startsWith("Am Park 28 - 30"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "billie, street, 12 rue de Rivoli, rue de Rivoli",
        "billie, house_number, 12 rue de Rivoli, 12",
        "billie, street, Postfach 1234, Postfach 1234",
        "billie, house_number, Postfach 1234, -",
        "riverty, street, 12 rue de Rivoli, rue de Rivoli",
        "riverty, streetNumber, 12 rue de Rivoli, 12",
        "riverty, street, Postfach 1234, Postfach 1234",
        "riverty, streetNumber, Postfach 1234, "
    })
    void a_line_is_split_where_its_house_number_is_certain(
            String connector, String field, String line, @Nullable String expected) {
        var sent = ending(sent(connector, WHOLE.replace("Hauptstr. 12-14", line)), field);

        if (expected == null) {
            assertThat(sent).containsExactly("28 - 30");
        } else {
            assertThat(sent).contains(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "affirm, /shipping/name/first, Ada",
        "affirm, /shipping/name/last, Lovelace",
        "klarna, /shipping_address/family_name, Lovelace",
        "afterpay_clearpay, /shipping/name, Ada Lovelace",
        "tamara, /shipping_address/last_name, Lovelace",
        "sezzle, /customer/shipping_address/name, Ada Lovelace",
        "scalapay, /shipping/name, Ada Lovelace",
        "alma, /payment/shipping_address/first_name, Ada",
        "paypal, /purchase_units/0/shipping/name/full_name, Ada Lovelace",
        "riverty, /deliveryCustomer/lastName, Lovelace",
        "sandbox, /shipping/last_name, Lovelace"
    })
    void a_delivery_without_a_name_is_to_who_pays(String connector, String field, String name) {
        assertThat(sent(connector, WHOLE)).containsEntry(field, name);
    }

    @ParameterizedTest
    @CsvSource({
        "tabby, /payment/buyer/name, Ada May Lovelace",
        "tamara, /consumer/first_name, Ada May",
        "tamara, /consumer/last_name, Lovelace",
        "klarna, /billing_address/given_name, Ada May",
        "billie, /debtor_person/last_name, Lovelace"
    })
    void a_name_is_split_only_where_a_provider_wants_two(
            String connector, String field, String name) {
        assertThat(sent(connector, CUSTOMER.formatted("SA", "0501234567", "")))
                .containsEntry(field, name);
    }

    /** What may be cut, the provider's limit, and where it goes. */
    @ParameterizedTest
    @CsvSource({
        "klarna, line2, 99, /billing_address/street_address2",
        "afterpay_clearpay, line2, 128, /billing/line2"
    })
    void an_addition_is_cut_to_what_the_provider_takes(
            String connector, String field, int longest, String sent) {
        assertThat(sent(connector, with(field, "x".repeat(longest))))
                .containsEntry(sent, "x".repeat(longest));
        assertThat(sent(connector, with(field, "x".repeat(longest + 1))))
                .containsEntry(sent, "x".repeat(longest));
    }

    @ParameterizedTest
    @CsvSource({
        "klarna, line1, 99, Klarna takes at most 99 characters of the customer's street.",
        "klarna, city, 99, Klarna takes at most 99 characters of the customer's city.",
        "klarna, first_name, 99, Klarna takes at most 99 characters of the customer's name.",
        "klarna, last_name, 99, Klarna takes at most 99 characters of the customer's name.",
        "klarna, state, 99, Klarna takes at most 99 characters of the customer's state.",
        "klarna, zip, 10, Klarna takes at most 10 characters of the customer's postcode.",
        "klarna, email, 99, Klarna takes at most 99 characters of the customer's e-mail address.",
        "afterpay_clearpay, line1, 128, Afterpay takes at most 128 characters of the customer's"
                + " street.",
        "afterpay_clearpay, city, 128, Afterpay takes at most 128 characters of the customer's"
                + " city.",
        "afterpay_clearpay, state, 128, Afterpay takes at most 128 characters of the customer's"
                + " state.",
        "afterpay_clearpay, zip, 128, Afterpay takes at most 128 characters of the customer's"
                + " postcode.",
        "afterpay_clearpay, first_name, 128, Afterpay takes at most 128 characters of the"
                + " customer's name.",
        "afterpay_clearpay, last_name, 128, Afterpay takes at most 128 characters of the customer's"
                + " name.",
        "afterpay_clearpay, email, 128, Afterpay takes at most 128 characters of the customer's"
                + " e-mail address."
    })
    void what_would_be_anothers_if_it_were_cut_is_refused_by_name(
            String connector, String field, int longest, String message) {
        assertThat(sent(connector, with(field, "x".repeat(longest)))).isNotEmpty();
        assertThat(refusal(connector, with(field, "x".repeat(longest + 1)))).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3. OG left", "Hinterhaus, 3. Etage links bei Example"})
    void rivertys_addition_has_ten_characters_and_more_is_care_of(String line2) {
        var sent = sent("riverty", with("line2", line2));
        var address = "/customer/address/";

        assertThat(sent.get(address + "streetNumberAdditional"))
                .isEqualTo(line2.length() <= 10 ? line2 : null);
        assertThat(sent.get(address + "careOf")).isEqualTo(line2.length() <= 10 ? null : line2);
    }

    private static String with(String field, String text) {
        var terms = (ObjectNode) Exchanges.JSON.readTree(WHOLE);
        var billing = (ObjectNode) terms.path("billing");
        (field.equals("email") ? billing : (ObjectNode) billing.path("address")).put(field, text);
        return terms.toString();
    }

    private static Set<String> phones(Map<String, String> texts) {
        return texts.entrySet().stream()
                .filter(entry -> name(entry.getKey()).toLowerCase(Locale.ROOT).contains("phone"))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
    }

    private static Stream<String> values(Map<String, String> texts, String name) {
        return texts.entrySet().stream()
                .filter(entry -> name(entry.getKey()).equals(name))
                .map(Map.Entry::getValue);
    }

    private static Set<String> ending(Map<String, String> texts, String name) {
        return values(texts, name).collect(Collectors.toSet());
    }

    private static String name(String pointer) {
        return pointer.substring(pointer.lastIndexOf('/') + 1);
    }

    /** The texts of the first body of an authorization with these people in it, by their places. */
    private static Map<String, String> sent(String name, String people) {
        var step = step(name, people);
        assertThat(step).as("%s %s", name, step).isInstanceOf(Step.Call.class);
        var texts = new TreeMap<String, String>();
        var body = Objects.requireNonNull(((Step.Call) step).call().body());
        collect("", Exchanges.JSON.readTree(body), texts);
        return texts;
    }

    /** What the merchant is told where the provider is not called. */
    private static @Nullable String refusal(String name, String people) {
        var step = step(name, people);
        assertThat(step).as("%s %s", name, step).isInstanceOf(Step.Done.class);
        var decline = ((Step.Done) step).result().decline();
        return Objects.requireNonNull(decline).error().message();
    }

    /** The first call of an authorization with these people in it, or what comes without one. */
    static Step step(String name, String people) {
        var connector =
                Connectors.all().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        var authorization = AuthorizationExchange.of(name);
        authorization.terms().remove(Set.of("billing", "shipping", "customer", "phone", "name"));
        authorization.terms().setAll((ObjectNode) Exchanges.JSON.readTree(people));
        var step = Exchanges.begin(connector, authorization.file(), authorization.exchange());
        while (step instanceof Step.Call call && call.call().body() == null) {
            step = Exchanges.answered(call, Exchanges.JSON.readTree("{\"status\": 404}"));
        }
        return step;
    }

    private static void collect(String pointer, JsonNode node, Map<String, String> texts) {
        if (node.isString()) {
            texts.put(pointer, node.stringValue());
        }
        node.forEachEntry((name, value) -> collect(pointer + "/" + name, value, texts));
        if (node.isArray()) {
            for (var i = 0; i < node.size(); i++) {
                collect(pointer + "/" + i, node.path(i), texts);
            }
        }
    }
}
