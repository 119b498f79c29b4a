package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What clients of Mondu (its plugins for Shopware 6 @6969f5a, WooCommerce @ae6be9d and
 * Magento @36e3d23) and of Billie (ozean12/billie-shop-plugin-sdk @84c4cf1) send, and the
 * connectors do not. The usual course is the connectors' conformance kit.
 */
class CompanyOrdersTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final String ADDRESS =
            "{\"address_line1\": \"Main 1\", \"city\": \"Berlin\", \"zip_code\": \"10115\","
                    + " \"country_code\": \"DE\"}";

    private final Client client = RUNNING.client();
    private final String reference = Client.fresh("company");

    @Test
    void mondu_takes_an_order_as_its_magento_plugin_sends_it() {
        var order = confirmed();

        var raised = mondu("POST", order + "/adjust", magentoAdjustment(2500));
        var lowered = mondu("POST", order + "/adjust", magentoAdjustment(1800));

        assertThat(raised.status()).isEqualTo(200);
        assertThat(lowered.status()).isEqualTo(200);
        assertThat(client.ledger(reference))
                .containsExactly("authorize 2000", "authorize 500", "void 700");
    }

    @Test
    void mondu_refuses_an_adjustment_whose_amounts_are_no_object() {
        var order = confirmed();

        var flat =
                mondu(
                        "POST",
                        order + "/adjust",
                        "{\"currency\": \"EUR\", \"external_reference_id\": \"%s\", \"gross_amount_cents\": 1}"
                                .formatted(reference));

        assertThat(flat.status()).isEqualTo(422);
        assertThat(flat.text("/errors/0/name")).isEqualTo("amount.gross_amount_cents");
        assertThat(client.ledger(reference)).containsExactly("authorize 2000");
    }

    @Test
    void an_invoice_of_mondus_comes_as_a_form_and_is_canceled() {
        var order = confirmed();
        var invoice =
                client.send(
                        HttpRequest.newBuilder(URI.create(mondu(order + "/invoices")))
                                .header("Api-Token", "sandbox_plugin")
                                .header("Content-Type", "multipart/form-data; boundary=cut")
                                .POST(BodyPublishers.ofString(form("INV-1", 500)))
                                .build());

        var path = order + "/invoices/" + invoice.text("/invoice/uuid");
        var canceled = mondu("POST", path + "/cancel", "");

        assertThat(invoice.status()).isEqualTo(201);
        assertThat(mondu("GET", path, "").text("/invoice/invoice_number")).isEqualTo("INV-1");
        assertThat(canceled.text("/invoice/state")).isEqualTo("canceled");
        assertThat(mondu("GET", order + "/invoices", "").text("/invoices/0/state"))
                .isEqualTo("canceled");
        assertThat(client.ledger(reference))
                .containsExactly("authorize 2000", "capture 500", "refund 500");
    }

    @Test
    void mondu_lists_payment_methods_and_webhooks_and_takes_plugin_events() {
        mondu("POST", "/webhooks", "{\"topic\": \"order\", \"address\": \"https://m/hook\"}");

        assertThat(mondu("GET", "/webhooks", "").text("/webhooks/0/address"))
                .isEqualTo("https://m/hook");
        assertThat(mondu("GET", "/payment_methods", "").json().at("/payment_methods"))
                .extracting(method -> method.path("identifier").asString())
                .contains("invoice", "direct_debit", "installment");
        assertThat(mondu("POST", "/plugin/events", "{}").status()).isEqualTo(204);
    }

    @Test
    void billie_shows_an_order_with_its_debtor_and_the_taxes_that_were_sent() {
        var order = billie("GET", "/orders/" + billieOrder().text("/uuid"), "");

        assertThat(order.text("/debtor/name")).isEqualTo("Jones GmbH");
        assertThat(order.text("/delivery_address/city")).isEqualTo("Berlin");
        assertThat(order.number("/duration")).isEqualTo(14);
        assertThat(order.json().at("/amount").toString())
                .isEqualTo("{\"net\":16.81,\"gross\":20.0,\"tax\":3.19}");
        assertThat(order.text("/created_at")).matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");
    }

    @Test
    void an_invoice_of_billies_names_its_order_by_our_code_and_is_renamed_and_deleted() {
        billieOrder();
        var invoice =
                billie(
                        "POST",
                        "/invoices",
                        """
                        {"orders": ["%s"], "external_code": "INV-2", "invoice_url": "https://m/i",
                         "shipping_info": {}, "amount": {"net": 8.40, "gross": 10.00, "tax": 1.60}}\
                        """
                                .formatted(reference));
        var path = "/invoices/" + invoice.text("/uuid");

        var renamed =
                billie(
                        "POST",
                        path + "/update-details",
                        "{\"external_code\": \"INV-3\", \"invoice_url\": \"https://m/j\"}");
        var shown = billie("GET", path, "");
        var deleted = billie("DELETE", path, "");

        assertThat(invoice.status()).isEqualTo(201);
        assertThat(renamed.status()).isEqualTo(204);
        assertThat(shown.text("/invoice_number")).isEqualTo("INV-3");
        assertThat(shown.json().at("/amount").toString())
                .isEqualTo("{\"net\":8.4,\"gross\":10.0,\"tax\":1.6}");
        assertThat(shown.text("/created_at")).matches("\\d{4}-\\d\\d-\\d\\d");
        assertThat(shown.json().has("credit_notes")).isFalse();
        assertThat(deleted.status()).isEqualTo(204);
        assertThat(client.ledger(reference))
                .containsExactly("authorize 2000", "capture 1000", "refund 1000");
    }

    @Test
    void an_order_of_billies_is_raised_and_its_token_checked() {
        var path = "/orders/" + billieOrder().text("/uuid");

        var raised =
                billie(
                        "POST",
                        path,
                        "{\"amount\": {\"net\": 25.21, \"gross\": 30.00, \"tax\": 4.79}}");

        assertThat(raised.status()).isEqualTo(204);
        assertThat(billie("GET", path, "").json().at("/amount").toString())
                .isEqualTo("{\"net\":25.21,\"gross\":30.0,\"tax\":4.79}");
        assertThat(client.ledger(reference)).containsExactly("authorize 2000", "authorize 1000");
        assertThat(billie("GET", "/oauth/authorization", "").text("/client_id"))
                .isEqualTo("sandbox_plugin");
    }

    @Test
    void a_checkout_session_of_billies_is_confirmed_once() {
        var session = billie("POST", "/checkout-sessions", "{\"merchant_customer_id\": \"c-1\"}");
        var path = "/checkout-sessions/" + session.text("/id") + "/confirm";
        var purchase =
                """
                {"external_code": "%s", "amount": {"net": 16.81, "gross": 20.00, "tax": 3.19},
                 "duration": 30, "debtor": {"name": "Jones GmbH",
                   "company_address": {"street": "Main", "postal_code": "10115",
                                       "city": "Berlin", "country": "DE"}}}\
                """
                        .formatted(reference);

        var confirmed = billie("PUT", path, purchase);

        assertThat(session.status()).isEqualTo(200);
        assertThat(confirmed.status()).isEqualTo(202);
        assertThat(confirmed.text("/state")).isEqualTo("created");
        var order = billie("GET", "/orders/" + confirmed.text("/uuid"), "");
        assertThat(order.number("/duration")).isEqualTo(30);
        assertThat(client.ledger(reference)).containsExactly("authorize 2000");
        assertThat(billie("PUT", path, purchase).status()).isEqualTo(404);
        assertThat(billie("PUT", "/checkout-sessions/none/confirm", purchase).status())
                .isEqualTo(404);
        assertThat(billie("POST", "/checkout-sessions", "{}").status()).isEqualTo(400);
        assertThat(client.ledger(reference)).hasSize(1);
    }

    private String confirmed() {
        var created =
                mondu(
                        "POST",
                        "/orders",
                        """
                        {"external_reference_id": "%s", "payment_method": "invoice",
                         "currency": "EUR", "gross_amount_cents": 2000, "source": "widget",
                         "buyer": {"email": "ada@example.com"},
                         "billing_address": %s, "shipping_address": %s,
                         "lines": [{"buyer_fee_cents": 0, "shipping_price_cents": 0,
                           "tax_cents": 319, "line_items": [{"title": "Lamp", "quantity": 1,
                             "net_price_per_item_cents": 1681, "variation_id": 1,
                             "item_type": "PHYSICAL", "external_reference_id": "1-1",
                             "product_sku": "L", "product_id": 1}]}]}\
                        """
                                .formatted(reference, ADDRESS, ADDRESS));
        client.get(
                created.text("/order/hosted_checkout_url").substring(client.url("").length())
                        + "?decision=approve");
        var order = "/orders/" + created.text("/order/uuid");
        mondu("POST", order + "/confirm", "");
        return order;
    }

    private String magentoAdjustment(long gross) {
        return """
        {"currency": "EUR", "external_reference_id": "%s", "gross_amount_cents": %d,
         "amount": {"gross_amount_cents": %d}}\
        """
                .formatted(reference, gross, gross);
    }

    private static String form(String number, long gross) {
        return """
        --cut
        Content-Disposition: form-data; name="external_reference_id"

        %s
        --cut
        Content-Disposition: form-data; name="gross_amount_cents"

        %d
        --cut
        Content-Disposition: form-data; name="file"; filename="invoice.pdf"
        Content-Type: application/pdf

        %%PDF
        --cut--
        """
                .formatted(number, gross)
                .replace("\n", "\r\n");
    }

    private Client.Got billieOrder() {
        return billie(
                "POST",
                "/orders",
                """
                {"external_code": "%s", "amount": {"net": 16.81, "gross": 20.00, "tax": 3.19},
                 "duration": 14, "debtor": {"name": "Jones GmbH",
                   "company_address": {"street": "Main", "postal_code": "10115",
                                       "city": "Berlin", "country": "DE"}},
                 "debtor_person": {"email": "ada@example.com"},
                 "line_items": [{"external_id": "1", "title": "Lamp", "quantity": 1,
                   "amount": {"net": 16.81, "gross": 20.00, "tax": 3.19}}]}\
                """
                        .formatted(reference));
    }

    private String mondu(String path) {
        return client.url("/mondu/api/v1" + path);
    }

    private Client.Got mondu(String method, String path, String body) {
        return client.send(
                HttpRequest.newBuilder(URI.create(mondu(path)))
                        .header("Api-Token", "sandbox_plugin")
                        .method(method, BodyPublishers.ofString(body))
                        .build());
    }

    private Client.Got billie(String method, String path, String body) {
        return client.send(
                HttpRequest.newBuilder(URI.create(client.url("/billie/api/v2" + path)))
                        .header("Authorization", "Bearer token_plugin")
                        .method(method, BodyPublishers.ofString(body))
                        .build());
    }
}
