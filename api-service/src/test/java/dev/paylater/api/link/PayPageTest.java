package dev.paylater.api.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.document.Fields;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
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
                        "<tr><td>Lamp</td><td>60.00 EUR</td></tr>"
                                + "<tr><td>Adjustment</td><td>5.40 EUR</td></tr>"
                                + "<tr><td>Shipping</td><td>4.90 EUR</td></tr>"
                                + "<tr><td>Tax</td><td>11.30 EUR</td></tr>"
                                + "<tr><td>Surcharge</td><td>1.00 EUR</td></tr>"
                                + "<tr><td>Tax on surcharge</td><td>0.19 EUR</td></tr>"
                                + "<tr><td><strong>Total</strong></td>"
                                + "<td><strong>82.79 EUR</strong></td></tr>");
    }

    @Test
    void an_order_without_lines_is_one_row() {
        assertThat(page(Map.of(), Map.of()))
                .contains("<table><tr><td>Order</td><td>65.40 EUR</td></tr><tr><td><strong>Total");
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
                .contains("<option value=\"direct_debit\" selected>Direct debit</option>")
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
                        "First name <input name=\"first_name\" autocomplete=\"billing given-name\""
                                + " required type=\"text\" value=\"Ada\" readonly>",
                        "name=\"city\" autocomplete=\"billing address-level2\" required"
                                + " type=\"text\" value=\"B&quot;\">",
                        "type=\"email\" value=\"ada@example.com\" readonly>",
                        "<select name=\"country\" autocomplete=\"billing country\" required>"
                                + "<option value=\"DE\" selected>Germany</option></select>",
                        "Street and number <input name=\"line1\"");
    }

    @Test
    void what_was_entered_is_the_body_of_a_confirm() {
        var form =
                "payment_method_type=invoice&line1=Main+St+1&country=DE&email=a%40b.c&phone=1&zip=";
        assertThat(PayForm.read(form.getBytes(UTF_8)).toString())
                .isEqualTo(
                        "{\"payment_method\":\"pay_later\",\"payment_method_type\":\"invoice\","
                            + "\"payment_method_data\":{\"pay_later\":{\"invoice\":{}}},\"billing\":{\"address\":{\"line1\":\"Main"
                            + " St 1\",\"country\":\"DE\"},"
                            + "\"email\":\"a@b.c\",\"phone\":{\"number\":\"1\"}}}");
    }

    /** With terms as they are stored: sealed where they name the customer. */
    private static String page(Map<String, Object> options, Map<String, String> terms) {
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
        return new PayPage(new PaymentDocument(root), List.of(), SEALING).html(null, "nonce");
    }
}
