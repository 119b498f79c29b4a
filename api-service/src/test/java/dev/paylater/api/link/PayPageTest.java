package dev.paylater.api.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.document.Fields;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import dev.paylater.api.merchant.ServedAccount;
import dev.paylater.api.offer.KnownFields;
import dev.paylater.api.offer.Offer;
import dev.paylater.api.page.Pages;
import dev.paylater.api.page.Shopper;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connectors.Connectors;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.util.Base64;
import java.util.EnumSet;
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

    private static final List<PayField> ASKED =
            List.copyOf(EnumSet.complementOf(EnumSet.of(PayField.PHONE)));

    private static final Offer KLARNA = offer("klarna", "invoice");
    private static final Offer ALMA_DEBIT = offer("alma", "direct_debit");
    private static final Offer ALMA_PARTS = offer("alma", "installment_invoice");
    private static final Offer SANDBOX = offer("sandbox", "direct_debit");

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
        var errors = form.errors(ASKED);
        assertThat(errors)
                .containsOnly(
                        Map.entry(PayField.LAST_NAME, "error.required"),
                        Map.entry(PayField.LINE1, "error.required"),
                        Map.entry(PayField.ZIP, "error.required"),
                        Map.entry(PayField.CITY, "error.required"),
                        Map.entry(PayField.EMAIL, "error.invalid"));
        assertThat(page(Map.of(), Map.of(), form, errors, List.of(SANDBOX)))
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
    void what_is_not_asked_for_is_not_missing() {
        assertThat(form("").errors(List.of(PayField.ZIP, PayField.BIRTH_DATE)))
                .containsOnly(Map.entry(PayField.ZIP, "error.required"));
    }

    @Test
    void a_day_that_does_not_exist_and_a_country_of_nobody_are_no_entries() {
        var errors =
                form("birth_date=1990-02-30&country=XX")
                        .errors(List.of(PayField.COUNTRY, PayField.BIRTH_DATE));
        assertThat(errors)
                .containsOnly(
                        Map.entry(PayField.COUNTRY, "error.invalid"),
                        Map.entry(PayField.BIRTH_DATE, "error.invalid"));
    }

    private static PayForm form(String encoded) {
        return PayForm.read(encoded.getBytes(UTF_8));
    }

    @Test
    void each_way_to_pay_is_a_card_with_its_provider_what_is_agreed_and_its_terms() {
        assertThat(page(Map.of(), Map.of(), List.of(KLARNA, ALMA_DEBIT, ALMA_PARTS)))
                .contains(
                        "value=\"invoice\" checked required><div><label"
                            + " for=\"invoice\"><b><bdi>Klarna</bdi></b> Invoice<small>You get an"
                            + " invoice and pay after your order has arrived.</small></label><a"
                            + " href=\"https://www.klarna.com/international/terms-and-conditions/\">Terms"
                            + " of Klarna</a></div></div>",
                        "<b><bdi>Alma</bdi></b> Direct debit<small>",
                        "<small>€21.80 today, then 2 × €21.80 every month</small></label></div>");
        var later = new Offer("invoice", ALMA_DEBIT.account(), ALMA_DEBIT.shopfront());
        assertThat(page(Map.of(), Map.of(), List.of(later)))
                .contains("<small>Pay in 30 days</small>");
    }

    @Test
    void a_card_stays_chosen_and_the_payment_s_own_type_is_chosen_first() {
        var offers = List.of(KLARNA, ALMA_DEBIT, ALMA_PARTS);
        var form = form("payment_method_type=installment_invoice");
        assertThat(page(Map.of(), Map.of(), form, Map.of(), offers))
                .contains("value=\"installment_invoice\" checked", "value=\"invoice\" required");
        assertThat(page(Map.of("payment_method_type", "direct_debit"), Map.of(), offers))
                .contains("value=\"direct_debit\" checked");
    }

    @Test
    void a_field_is_asked_for_by_the_ways_to_pay_that_need_it_and_required_where_all_do() {
        var page = page(Map.of(), Map.of(), List.of(KLARNA, SANDBOX));
        assertThat(page)
                .contains(
                        "<label for=\"zip\" data-for=\"direct_debit\">Postal code<input",
                        "autocomplete=\"billing postal-code\" value=\"\">",
                        "<label for=\"email\">E-mail<input",
                        "autocomplete=\"billing email\" value=\"\" required>",
                        "<label for=\"birth_date\" data-for=\"direct_debit\">Date of birth <span"
                                + " class=\"quiet\">(optional)")
                .doesNotContain("id=\"phone\"");
        assertThat(page(Map.of(), Map.of(), List.of(KLARNA)))
                .doesNotContain("id=\"zip\"", "id=\"birth_date\"", "data-for=");
    }

    @Test
    void what_the_shopper_entered_is_filled_in_and_what_the_merchant_set_is_nobody_s_to_see() {
        var terms =
                Map.of(
                        "billing",
                        "{\"address\":{\"line1\":\"Main"
                                + " 1\",\"city\":\"B\\\"\",\"country\":\"DE\"}}",
                        "customer",
                        "{\"email\":\"ada@example.com\",\"name\":\"Ada Lovelace\"}");
        var page =
                page(
                        Map.of(
                                "client_fields",
                                List.of("billing.address.city", "billing.address.country")),
                        terms,
                        List.of(SANDBOX));
        assertThat(page)
                .contains(
                        "autocomplete=\"billing address-level2\" value=\"B&#34;\" required>",
                        "<option value=\"DE\" selected>Germany</option>",
                        "<label for=\"zip\">")
                .doesNotContain("Main 1", "ada@example.com", "Lovelace", "id=\"email\"");
    }

    @Test
    void an_order_that_nothing_is_offered_for_has_no_form() {
        assertThat(page(Map.of(), Map.of(), List.of())).doesNotContain("<form", "data-for=");
    }

    @Test
    void what_was_entered_and_asked_for_is_the_body_of_a_confirm() {
        var form = "line1=Main+St+1&country=DE&email=a%40b.c&phone=1&zip=&birth_date=1990-01-02";
        assertThat(
                        form(form)
                                .confirm(
                                        "invoice",
                                        List.of(
                                                PayField.LINE1,
                                                PayField.ZIP,
                                                PayField.COUNTRY,
                                                PayField.EMAIL,
                                                PayField.PHONE))
                                .toString())
                .isEqualTo(
                        "{\"payment_method\":\"pay_later\",\"payment_method_type\":\"invoice\","
                            + "\"payment_method_data\":{\"pay_later\":{\"invoice\":{}}},\"billing\":{\"address\":{\"line1\":\"Main"
                            + " St 1\",\"country\":\"DE\"},"
                            + "\"email\":\"a@b.c\",\"phone\":{\"number\":\"1\"}}}");
    }

    private static Offer offer(String connector, String type) {
        var served = Connectors.of(connector);
        return new Offer(
                type,
                new ServedAccount(
                        connector,
                        "mca_1",
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        served.capabilities().features().stream().map(Feature::wireName).toList(),
                        null,
                        null,
                        Map.of()),
                served.shopfront());
    }

    /** With terms as they are stored: sealed where they name the customer. */
    private static String page(Map<String, Object> options, Map<String, String> terms) {
        return page(options, terms, List.of(SANDBOX));
    }

    private static String page(
            Map<String, Object> options, Map<String, String> terms, List<Offer> offers) {
        return page(options, terms, PayForm.EMPTY, Map.of(), offers);
    }

    private static String page(
            Map<String, Object> options,
            Map<String, String> terms,
            PayForm form,
            Map<PayField, String> errors,
            List<Offer> offers) {
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
        var known = new KnownFields(document, SEALING);
        var view =
                new PayPage(document, offers, List.of(), shopper, known)
                        .view(form, errors, null, null, null);
        return new Pages().pay(shopper.frame("nonce", 0), view).replaceAll("\\s*\n\\s*", "");
    }
}
