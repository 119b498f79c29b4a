package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Two refuses and what it puts up with, as its OpenAPI says (twoctl-cli @1096d29). */
class TwoTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final String ORDER =
            """
            {"currency": "NOK", "gross_amount": "125.00", "net_amount": "100.00",
             "tax_amount": "25.00", "merchant_order_id": "NAME",
             "tax_subtotals": [{"tax_amount": "25.00", "taxable_amount": "100.00",
               "tax_rate": "0.25"}],
             "buyer": {"company": {"organization_number": "1", "country_prefix": "NO"},
               "representative": {"email": "ada@example.com", "first_name": "Ada",
                 "last_name": "Jones", "phone_number": "1"}},
             "billing_address": {"organization_name": "Jones AS", "street_address": "Gata 1",
               "postal_code": "0150", "city": "Oslo", "country": "NO"},
             "line_items": [{"name": "Lamp", "description": "Lamp", "gross_amount": "125.00",
               "net_amount": "100.00", "quantity": 1, "unit_price": "100.00",
               "tax_amount": "25.00", "tax_rate": "0.25", "tax_class_name": "VAT 25%",
               "quantity_unit": "pcs", "type": "PHYSICAL"}], "unknown": {"member": 1}}\
            """;

    private static final String PART = "{\"partial\": {\"gross_amount\": \"50\"}}";

    private final Client client = RUNNING.client();
    private final String name = Client.fresh("two");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | x | 201",
                "\"125.00\", \"net | \"125\", \"net | 201",
                "\"125.00\", \"net | 125, \"net | 400",
                "\"125.00\", \"net | \"125.001\", \"net | 400",
                "NOK | JPY | 400",
                "organization_number | number | 400",
                "organization_number | company_canonical_id | 201",
                "\"tax_subtotals\" | \"subtotals\" | 400",
                "\"unit_price\" | \"price\" | 400",
                "street_address | street | 400"
            },
            quoteCharacter = '~')
    void two_takes_what_its_openapi_says(String found, String instead, int status) {
        var got = write("order", order().replace(found, instead), "");

        assertThat(got.status()).isEqualTo(status);
        assertThat(got.text(status == 201 ? "/payment_url" : "/error_code")).isNotBlank();
    }

    @Test
    void an_order_is_fulfilled_in_parts_completed_and_refunded_under_its_root() {
        var order = verified();
        assertThat(write(order + "/cancel", "", "").status()).isEqualTo(200);
        assertThat(write(order + "/cancel", "", "").status()).isEqualTo(202);

        var other = verified();
        var part = write(other + "/fulfillments", PART, "k1");
        assertThat(write(other + "/fulfillments", PART, "k1").text("/fulfilled_order/id"))
                .isEqualTo(part.text("/fulfilled_order/id"));
        assertThat(part.text("/remained_order/id")).isNotBlank();
        assertThat(read(other).text("/status")).isEqualTo("PARTIAL");
        assertThat(write(other + "/fulfillments", "{}", "k2").text("/error_code"))
                .isEqualTo("PARTIAL_ORDER_MISSING_DATA");
        assertThat(write(other + "/cancel", "", "").text("/error_code")).isEqualTo("ORDER_INVALID");
        assertThat(write(other + "/fulfillments/complete_partial", "", "").status()).isEqualTo(200);
        assertThat(read(other).text("/status")).isEqualTo("APPROVED");
        var refund = write(other + "/refund", "{\"amount\": \"20\", \"currency\": \"NOK\"}", "r1");
        assertThat(refund.text("/amount")).isEqualTo("-20.00");
        assertThat(write(other + "/refund", "{\"reason\": \"all\"}", "r2").status()).isEqualTo(201);

        assertThat(read(other + "/fulfillments").json().at("/fulfilled_orders")).hasSize(1);
        assertThat(read(other).text("/state")).isEqualTo("REFUNDED");
        assertThat(client.ledger(name))
                .containsExactly(
                        "authorize 12500",
                        "void 12500",
                        "authorize 12500",
                        "capture 5000",
                        "void 7500",
                        "refund 2000",
                        "refund 3000");
    }

    @Test
    void an_order_is_found_by_the_merchants_name_and_by_nobody_else() {
        assertThat(read("order/merchant-order-id/" + name).status()).isEqualTo(404);
        var order = verified();

        assertThat(read("order/merchant-order-id/" + name).text("/0/id"))
                .isEqualTo(order.replace("order/", ""));
        var request =
                HttpRequest.newBuilder(URI.create(client.url("/two/v1/" + order)))
                        .header("X-API-Key", "sandbox_else");
        assertThat(client.send(request.build())).returns(404, Client.Got::status);
    }

    private String verified() {
        var order = write("order", order(), "");
        assertThat(write("order/" + order.text("/id") + "/confirm", "", "").status())
                .isEqualTo(400);
        client.send(
                HttpRequest.newBuilder(URI.create(order.text("/payment_url") + "?decision=approve"))
                        .build());
        var path = "order/" + order.text("/id");
        assertThat(read(path).text("/state")).isEqualTo("VERIFIED");
        assertThat(write(path + "/confirm", "", "").text("/state")).isEqualTo("CONFIRMED");
        return path;
    }

    private String order() {
        return ORDER.replace("NAME", name);
    }

    private Client.Got read(String path) {
        return client.send(request(path).build());
    }

    private Client.Got write(String path, String body, String key) {
        return client.send(
                request(path)
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.ofString(body))
                        .build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(client.url("/two/v1/" + path)))
                .header("X-API-Key", "sandbox_strict");
    }
}
