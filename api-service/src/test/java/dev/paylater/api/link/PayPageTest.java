package dev.paylater.api.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.document.Fields;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import dev.paylater.api.page.Pages;
import dev.paylater.api.page.Shopper;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PayPageTest {

    private static final Sealing SEALING =
            new Sealing(
                    Sealer.of(
                            KeyRing.parse(
                                    "a key",
                                    "1:" + Base64.getEncoder().encodeToString(new byte[32]))));

    @Test
    void the_total_is_what_is_charged_and_every_part_of_it_has_a_row() {
        var page =
                page(
                        Map.of(
                                "shipping_cost", 490L,
                                "order_tax_amount", 1130L,
                                "surcharge_amount", 100L,
                                "surcharge_tax_amount", 19L),
                        Map.of("order_details", "[{\"product_name\":\"Lamp\",\"amount\":6000}]"));
        assertThat(page)
                .contains(
                        row("<bdi>Lamp</bdi>", "€60.00")
                                + row("<bdi>Difference to the items above</bdi>", "€5.40")
                                + row("<bdi>Shipping</bdi>", "€4.90")
                                + row("<bdi>Tax</bdi>", "€11.30")
                                + row("<bdi>Surcharge</bdi>", "€1.00")
                                + row("<bdi>Tax on the surcharge</bdi>", "€0.19")
                                + "<tr class=\"total\"><th"
                                + " scope=\"row\">Total</th><td>€82.79</td>");
    }

    private static String row(String name, String amount) {
        return "<tr><th scope=\"row\">%s</th><td>%s</td></tr>".formatted(name, amount);
    }

    @Test
    void a_line_of_several_pieces_says_how_many() {
        var lamps = "[{\"product_name\":\"Lamp\",\"quantity\":3,\"amount\":6540}]";
        assertThat(page(Map.of(), Map.of("order_details", lamps)))
                .contains(row("<bdi>Lamp</bdi> × 3", "€65.40"));
    }

    @Test
    void an_order_without_lines_is_one_row() {
        assertThat(page(Map.of(), Map.of()))
                .contains("<table>" + row("<bdi>Order</bdi>", "€65.40") + "<tr class=\"total\">");
    }

    @Test
    void what_was_entered_stays_and_each_wrong_entry_is_named_beside_it_and_above() {
        var form = form("first_name=Ada&email=ada&country=DE");
        var errors = form.errors(_ -> false);
        assertThat(errors)
                .containsOnly(
                        Map.entry(PayField.LAST_NAME, "error.required"),
                        Map.entry(PayField.LINE1, "error.required"),
                        Map.entry(PayField.ZIP, "error.required"),
                        Map.entry(PayField.CITY, "error.required"),
                        Map.entry(PayField.EMAIL, "error.invalid"));
        assertThat(page(Map.of(), Map.of(), form, errors))
                .contains(
                        "role=\"alert\"",
                        "<li><a href=\"#zip\">Postal code</a>: This entry is missing.</li>",
                        "<li><a href=\"#email\">E-mail</a>: This entry is not valid.</li>",
                        "value=\"ada\"",
                        "value=\"Ada\"",
                        "aria-describedby=\"zip_error\"",
                        "<option value=\"DE\" selected>Germany</option>");
    }

    @Test
    void an_entry_that_the_merchant_has_made_is_not_asked_for_again() {
        assertThat(form("").errors(field -> field != PayField.ZIP))
                .containsOnly(Map.entry(PayField.ZIP, "error.required"));
    }

    @Test
    void a_day_that_does_not_exist_and_a_country_of_nobody_are_no_entries() {
        var errors = form("birth_date=1990-02-30&country=XX").errors(_ -> true);
        assertThat(errors)
                .containsOnly(
                        Map.entry(PayField.COUNTRY, "error.invalid"),
                        Map.entry(PayField.BIRTH_DATE, "error.invalid"));
    }

    private static PayForm form(String encoded) {
        return PayForm.read(encoded.getBytes(UTF_8));
    }

    @Test
    void only_types_that_may_be_used_are_offered() {
        var bounded =
                page(
                        Map.of("allowed_payment_method_types", List.of("invoice", "direct_debit")),
                        Map.of());
        assertThat(bounded)
                .contains("value=\"invoice\"", "value=\"direct_debit\"")
                .doesNotContain("installment", "subscription");
        var chosen = page(Map.of("payment_method_type", "direct_debit"), Map.of());
        assertThat(chosen)
                .contains("value=\"direct_debit\" checked required><span>Direct debit<small>")
                .doesNotContain("value=\"invoice\"");
        var changeable =
                page(
                        Map.of(
                                "payment_method_type",
                                "direct_debit",
                                "client_fields",
                                List.of("payment_method_type")),
                        Map.of());
        assertThat(changeable).contains("value=\"invoice\"");
    }

    @Test
    void what_is_known_is_filled_in_and_what_the_merchant_said_stays() {
        var terms =
                Map.of(
                        "billing",
                        "{\"address\":{\"first_name\":\"Ada\",\"city\":\"B\\\"\",\"country\":\"DE\"}}",
                        "customer",
                        "{\"email\":\"ada@example.com\"}");
        var page = page(Map.of("client_fields", List.of("billing.address.city")), terms);
        assertThat(page)
                .contains(
                        "<input id=\"first_name\" name=\"first_name\" type=\"text\""
                                + " autocomplete=\"billing given-name\" value=\"Ada\" required"
                                + " readonly>",
                        "autocomplete=\"billing address-level2\" value=\"B&#34;\" required>",
                        "autocomplete=\"billing email\" value=\"ada@example.com\" required"
                                + " readonly>",
                        "<option value=\"DE\" selected>Germany</option></select>",
                        "<label for=\"line1\">Street and number");
    }

    @Test
    void what_was_entered_is_the_body_of_a_confirm() {
        var form =
                "payment_method_type=invoice&line1=Main+St+1&country=DE&email=a%40b.c&phone=1&zip=";
        assertThat(form(form).confirm().toString())
                .isEqualTo(
                        "{\"payment_method\":\"pay_later\",\"payment_method_type\":\"invoice\","
                            + "\"payment_method_data\":{\"pay_later\":{\"invoice\":{}}},\"billing\":{\"address\":{\"line1\":\"Main"
                            + " St 1\",\"country\":\"DE\"},"
                            + "\"email\":\"a@b.c\",\"phone\":{\"number\":\"1\"}}}");
    }

    /** With terms as they are stored: sealed where they name the customer. */
    private static String page(Map<String, Object> options, Map<String, String> terms) {
        return page(options, terms, PayForm.EMPTY, Map.of());
    }

    private static String page(
            Map<String, Object> options,
            Map<String, String> terms,
            PayForm form,
            Map<PayField, String> errors) {
        var stored = new HashMap<String, Object>();
        terms.forEach(
                (name, text) ->
                        stored.put(
                                name,
                                SEALING.seal(new SealedPlace("m", "p", name), Json.read(text))));
        var intent = new HashMap<String, Object>(Map.of("amount", 6540L, "currency", "EUR"));
        intent.putAll(options);
        var net =
                6540L
                        + options.values().stream()
                                .filter(Long.class::isInstance)
                                .mapToLong(Long.class::cast)
                                .sum();
        var payment =
                Fields.of(
                        Map.of(
                                "merchant_id",
                                "m",
                                "payment_id",
                                "p",
                                "intent",
                                Fields.of(intent),
                                "terms",
                                Fields.of(stored)));
        var root = Fields.of(Map.of("net_amount", net, "payment", payment));
        var document = new PaymentDocument(root);
        var shopper = new Shopper("", null, "en", document, SEALING);
        var view = new PayPage(document, List.of(), shopper).view(form, errors, null, null);
        return new Pages().pay(shopper.frame("nonce", 0), view).replaceAll("\\s*\n\\s*", "");
    }
}
