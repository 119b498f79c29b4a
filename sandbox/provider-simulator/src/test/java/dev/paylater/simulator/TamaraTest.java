package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Tamara refuses and what it puts up with, as its sheet says. */
class TamaraTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final String CHECKOUT =
            """
            {"order_reference_id": "pay_1_1", "total_amount": {"amount": 20.00, "currency": "SAR"},
             "description": "d", "country_code": "SA", "payment_type": "PAY_BY_INSTALMENTS",
             "items": [{"reference_id": "1", "type": "Physical", "name": "Lamp", "sku": "L",
               "quantity": 1, "total_amount": {"amount": 1, "currency": "SAR"}}],
             "consumer": {"first_name": "Ada", "last_name": "Jones", "phone_number": "566027755"},
             "shipping_address": {"first_name": "Ada", "last_name": "Jones", "line1": "King 1",
               "city": "Riyadh", "country_code": "SA"},
             "tax_amount": {"amount": 0, "currency": "SAR"},
             "shipping_amount": {"amount": 0, "currency": "SAR"},
             "merchant_url": {"success": "https://m/a", "failure": "https://m/b",
               "cancel": "https://m/c"}}\
            """;

    private final Client client = RUNNING.client();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | x | 200",
                "20.00, | \"20.00\", | 200",
                "20.00, | 20.0000, | 200",
                "20.00, | 20.001, | 400",
                "\"SA\" | \"DE\" | 400",
                "phone_number | phone | 400",
                "\"line1\" | \"line\" | 400",
                "\"tax_amount\" | \"tax\" | 400",
                "\"sku\" | \"id\" | 400"
            },
            quoteCharacter = '~')
    void tamara_takes_what_its_sheet_says(String found, String instead, int status) {
        var got = write("/tamara/checkout", CHECKOUT.replace(found, instead));

        assertThat(got.status()).isEqualTo(status);
        assertThat(got.text(status == 200 ? "/checkout_url" : "/errors/0/error_code")).isNotBlank();
    }

    @Test
    void tamaras_order_is_canceled_in_part_only_before_a_capture() {
        var order =
                write("/tamara/checkout", CHECKOUT.replace("pay_1_1", "pay_part_1"))
                        .text("/order_id");
        assertThat(write("/tamara/orders/" + order + "/authorise", "{}").status()).isEqualTo(409);
        client.send(
                HttpRequest.newBuilder(
                                URI.create(
                                        client.url("/pages/tamara/" + order + "?decision=approve")))
                        .build());
        assertThat(write("/tamara/orders/" + order + "/authorise", "{}").text("/status"))
                .isEqualTo("authorised");
        assertThat(write("/tamara/orders/" + order + "/authorise", "{}").status()).isEqualTo(409);

        var part = "{\"total_amount\": {\"amount\": 5, \"currency\": \"SAR\"}, \"comment\": \"c\"}";
        assertThat(write("/tamara/orders/" + order + "/cancel", part).text("/status"))
                .isEqualTo("updated");
        assertThat(write("/tamara/merchants/orders/" + order + "/capture", part).text("/status"))
                .isEqualTo("partially_captured");
        assertThat(write("/tamara/orders/" + order + "/cancel", part).status()).isEqualTo(409);
        assertThat(write("/tamara/payments/simplified-refund/" + order, part).text("/status"))
                .isEqualTo("partially_refunded");
        var seen = read("/tamara/merchants/orders/reference-id/pay_part_1");
        assertThat(seen.text("/order_id")).isEqualTo(order);
        assertThat(seen.json().at("/transactions/captures")).hasSize(1);
        assertThat(seen.json().at("/transactions/refunds")).hasSize(1);
        assertThat(seen.json().at("/transactions/cancels")).hasSize(1);
    }

    /** As Magento's and WooCommerce's plugins ask for it. */
    @Test
    void a_refund_of_the_older_form_names_its_capture() {
        var order =
                write("/tamara/checkout", CHECKOUT.replace("pay_1_1", "pay_old_1"))
                        .text("/order_id");
        client.send(
                HttpRequest.newBuilder(
                                URI.create(
                                        client.url("/pages/tamara/" + order + "?decision=approve")))
                        .build());
        write("/tamara/orders/" + order + "/authorise", "");
        var part = "{\"total_amount\": {\"amount\": 5, \"currency\": \"SAR\"}}";
        var capture =
                write("/tamara/merchants/orders/" + order + "/capture", part).text("/capture_id");
        var refund =
                "{\"order_id\": \"%s\", \"refunds\": [%s]}"
                        .formatted(
                                order,
                                part.replace("{\"total", "{\"capture_id\": \"%s\", \"total")
                                        .formatted(capture));

        var refunded = write("/tamara/payments/refund", refund);

        assertThat(refunded.text("/refunds/0/capture_id")).isEqualTo(capture);
        assertThat(refunded.text("/refunds/0/refund_id")).isNotBlank();
        assertThat(write("/tamara/payments/refund", refund).status()).isEqualTo(409);
        assertThat(client.ledger("pay_old"))
                .containsExactly("authorize 2000", "capture 500", "refund 500");
    }

    @Test
    void an_order_is_found_by_the_reference_that_it_is_given_later() {
        var order = write("/tamara/checkout", CHECKOUT).text("/order_id");
        var renamed =
                request("/tamara/orders/" + order + "/reference-id")
                        .PUT(BodyPublishers.ofString("{\"order_reference_id\": \"R-77\"}"));

        assertThat(client.send(renamed.build()).status()).isEqualTo(200);
        assertThat(read("/tamara/merchants/orders/reference-id/R-77").text("/order_id"))
                .isEqualTo(order);
    }

    @Test
    void an_address_is_registered_for_webhooks_once() {
        var webhook = "{\"url\": \"https://m.example/t\", \"events\": [\"order_approved\"]}";
        var id = write("/tamara/webhooks", webhook).text("/webhook_id");

        assertThat(write("/tamara/webhooks", webhook).text("/errors/0/error_code"))
                .isEqualTo("webhook_already_registered");
        assertThat(read("/tamara/webhooks/" + id).text("/events/0")).isEqualTo("order_approved");
        assertThat(client.send(request("/tamara/webhooks/" + id).DELETE().build()).status())
                .isEqualTo(204);
        assertThat(read("/tamara/webhooks/" + id).status()).isEqualTo(404);
        assertThat(write("/tamara/webhooks", webhook).status()).isEqualTo(200);
    }

    @Test
    void a_shop_may_ask_what_it_can_offer() {
        var types = read("/tamara/checkout/payment-types?country=SA&currency=SAR&order_value=1");
        var check = "{\"country\": \"SA\", \"phone_number\": \"566027755\"}";

        assertThat(types.text("/0/name")).isEqualTo("PAY_BY_INSTALMENTS");
        assertThat(types.text("/0/description")).isNotEmpty();
        assertThat(types.json().at("/0/supported_instalments/0/min_limit/amount").isNumber())
                .isTrue();
        assertThat(write("/tamara/checkout/credit-pre-check", check).text("/0/name"))
                .isEqualTo("PAY_BY_INSTALMENTS");
        var options = write("/tamara/checkout/payment-options-pre-check", check);
        assertThat(options.json().path("has_available_payment_options").asBoolean()).isTrue();
        assertThat(options.json().path("single_checkout_enabled").isBoolean()).isTrue();
        assertThat(options.text("/available_payment_labels/0/payment_type"))
                .isEqualTo("PAY_BY_INSTALMENTS");
    }

    /** As Tamara's PHP client sends it (HttpClient.php): JSON of no parameters is a list. */
    @Test
    void a_question_may_have_an_empty_list_as_its_body() {
        var order = write("/tamara/checkout", CHECKOUT).text("/order_id");

        var got =
                client.send(
                        request("/tamara/merchants/orders/" + order)
                                .method("GET", BodyPublishers.ofString("[]"))
                                .build());

        assertThat(got.status()).isEqualTo(200);
        assertThat(got.text("/order_id")).isEqualTo(order);
    }

    @Test
    void another_account_does_not_see_an_order() {
        var order = write("/tamara/checkout", CHECKOUT).text("/order_id");
        var request = HttpRequest.newBuilder(URI.create(client.url("/tamara/orders/" + order)));

        assertThat(read("/tamara/orders/" + order).status()).isEqualTo(200);
        var seen = read("/tamara/orders/" + order).json();
        for (var needed : List.of("consumer", "billing_address", "shipping_address", "items")) {
            assertThat(seen.has(needed)).as(needed).isTrue();
        }
        assertThat(client.send(request.header("Authorization", "Bearer sandbox_else").build()))
                .returns(404, Client.Got::status);
    }

    private Client.Got read(String path) {
        return client.send(request(path).build());
    }

    private Client.Got write(String path, String body) {
        return client.send(request(path).POST(BodyPublishers.ofString(body)).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(client.url(path)))
                .header("Authorization", "Bearer sandbox_strict");
    }
}
