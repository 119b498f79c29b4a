package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Afterpay, Mondu and Billie do not put up with, each in its own words. */
class StrictDialectsTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final String CHECKOUT =
            """
            {"amount": {"amount": "20.00", "currency": "AUD"}, "merchantReference": "pay_1",
             "consumer": {"email": "ada@example.com"},
             "merchant": {"redirectConfirmUrl": "https://m/a", "redirectCancelUrl": "https://m/b"},
             "items": [{"name": "Lamp", "quantity": 2,
                        "price": {"amount": "10.00", "currency": "AUD"}}]}\
            """;

    private static final String ADDRESS =
            "{\"address_line1\": \"Main 1\", \"city\": \"Berlin\", \"zip_code\": \"10115\","
                    + " \"country_code\": \"DE\"}";

    private static final String MONDU =
            """
            {"external_reference_id": "pay_1_1", "payment_method": "invoice", "currency": "EUR",
             "state_flow": "authorization_flow", "buyer": {"email": "ada@example.com"},
             "success_url": "https://m/a", "cancel_url": "https://m/b",
             "declined_url": "https://m/c", "billing_address": %s, "shipping_address": %s,
             "gross_amount_cents": 2000, "net_price_cents": 2000, "tax_cents": 0,
             "lines": [{"line_items": [{"external_reference_id": "1", "title": "Lamp",
               "quantity": 2, "net_price_per_item_cents": 1000, "net_price_cents": 2000,
               "tax_cents": 0}]}]}\
            """
                    .formatted(ADDRESS, ADDRESS);

    private static final String BILLIE =
            """
            {"external_code": "pay_1_1", "amount": {"net": 16.81, "gross": 20.00, "tax": 3.19},
             "duration": 30, "debtor": {"name": "Jones GmbH", "merchant_customer_id": "c1",
               "company_address": {"street": "Main", "house_number": "1", "postal_code": "10115",
                                   "city": "Berlin", "country": "DE"}},
             "debtor_person": {"email": "ada@example.com"},
             "line_items": [{"external_id": "1", "title": "Lamp", "quantity": 1,
               "amount": {"net": 16.81, "gross": 20.00, "tax": 3.19}}]}\
            """;

    private static final Map<String, String> AFTERPAY_AUTH =
            Map.of(
                    "Authorization",
                    "Basic "
                            + Base64.getEncoder()
                                    .encodeToString(
                                            "sandbox_strict:sandbox_strict"
                                                    .getBytes(StandardCharsets.UTF_8)));
    private static final Map<String, String> MONDU_AUTH = Map.of("Api-Token", "sandbox_strict");
    private static final Map<String, String> BILLIE_AUTH =
            Map.of("Authorization", "Bearer token_strict");

    private final Client client = RUNNING.client();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | x | 201",
                "\"20.00\" | \"20.01\" | 201",
                "\"20.00\" | 20.00 | 422",
                "\"20.00\" | \"20.000\" | 422",
                "AUD | EUR | 422",
                "\"email\" | \"mail\" | 422",
                "redirectCancelUrl | cancelUrl | 422",
                "} | ] | 422"
            },
            quoteCharacter = '~')
    void afterpay_takes_what_its_sheet_says(String found, String instead, int status) {
        var got = post("/afterpay_clearpay/v2/checkouts", AFTERPAY_AUTH, CHECKOUT, found, instead);

        assertThat(got.status()).isEqualTo(status);
        if (status != 201) {
            assertThat(got.text("/errorCode")).isEqualTo("invalid_object");
            assertThat(got.number("/httpStatusCode")).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | x | 201",
                "\"gross_amount_cents\": 2000 | \"gross_amount_cents\": 2001 | 201",
                "\"net_price_cents\": 2000, \"tax_cents\": 0, | \"x\": 1, | 201",
                "\"gross_amount_cents\": 2000 | \"gross_amount_cents\": \"20\" | 422",
                "EUR | JPY | 422",
                "\"invoice\" | \"bill\" | 422",
                "zip_code | zip | 422",
                "https://m/b | nowhere | 422"
            },
            quoteCharacter = '~')
    void mondu_takes_what_its_sheet_says(String found, String instead, int status) {
        var got = post("/mondu/api/v1/orders", MONDU_AUTH, MONDU, found, instead);

        assertThat(got.status()).isEqualTo(status);
        if (status != 201) {
            assertThat(got.text("/errors/0/name")).isNotBlank();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | x | 200",
                "20.00 | \"20.00\" | 400",
                "3.19 | 3.191 | 400",
                "\"duration\": 30 | \"duration\": 121 | 400",
                "postal_code | zip | 400",
                "line_items | items | 400"
            },
            quoteCharacter = '~')
    void billie_takes_what_its_sheet_says(String found, String instead, int status) {
        var got = post("/billie/api/v2/orders", BILLIE_AUTH, BILLIE, found, instead);

        assertThat(got.status()).isEqualTo(status);
        if (status != 200) {
            assertThat(got.text("/errors/0/source")).isNotBlank();
        }
    }

    @Test
    void billie_asks_for_no_house_number_and_adds_nothing_up() {
        var order =
                BILLIE.replace("pay_1_1", "pay_lenient_1")
                        .replace("house_number", "number")
                        .replace(
                                "\"quantity\": 1,\n"
                                    + "   \"amount\": {\"net\": 16.81, \"gross\": 20.00, \"tax\":"
                                    + " 3.19}",
                                "\"quantity\": 2,\n"
                                    + "   \"amount\": {\"net\": 8.40, \"gross\": 10.00, \"tax\":"
                                    + " 1.60}");
        assertThat(order).contains("10.00");
        order = order.replace("10115", "1011").replace("\"net\": 16.81", "\"net\": 16.80");

        var got = post("/billie/api/v2/orders", BILLIE_AUTH, order, "x", "x");

        assertThat(got.status()).isEqualTo(200);
        assertThat(got.json().at("/amount").toString())
                .isEqualTo("{\"net\":16.8,\"gross\":20.0,\"tax\":3.19}");
        assertThat(got.text("/created_at")).matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");
    }

    @Test
    void billie_tells_everybody_which_legal_forms_there_are() {
        var path = client.url("/billie/api/v2/legal-forms");

        var got = client.send(HttpRequest.newBuilder(URI.create(path)).build());

        assertThat(got.status()).isEqualTo(200);
        assertThat(got.number("/items/0/code")).isEqualTo(10001);
        assertThat(got.text("/items/0/required_input")).isEqualTo("HR-NR");
    }

    @Test
    void billie_takes_a_reference_once() {
        var again = "pay_again_1";
        var first = post("/billie/api/v2/orders", BILLIE_AUTH, BILLIE, "pay_1_1", again);
        var second = post("/billie/api/v2/orders", BILLIE_AUTH, BILLIE, "pay_1_1", again);

        assertThat(first.status()).isEqualTo(200);
        assertThat(second.status()).isEqualTo(400);
        assertThat(second.text("/errors/0/source")).isEqualTo("external_code");
    }

    @ParameterizedTest
    @CsvSource({
        "/afterpay_clearpay/v2/payments/1, 401, /errorCode",
        "/mondu/api/v1/orders/1, 403, /errors/0/name",
        "/billie/api/v2/orders/1, 401, /errors/0/code",
        "/tamara/orders/1, 401, /errors/0/error_code",
        "/paypal/v2/checkout/orders/1, 401, /name",
        "/alma/v1/payments/1, 401, /error_code",
        "/scalapay/v2/payments/1, 401, ''",
        "/sezzle/v2/order/1, 401, /0/code"
    })
    void nobody_is_known_without_credentials(String path, int status, String pointer) {
        var got = client.send(HttpRequest.newBuilder(URI.create(client.url(path))).build());

        assertThat(got.status()).isEqualTo(status);
        assertThat(got.text(pointer)).isNotBlank();
    }

    @Test
    void another_account_does_not_see_an_order() {
        var body = MONDU.replace("pay_1_1", "pay_other_1");
        var uuid = post("/mondu/api/v1/orders", MONDU_AUTH, body, "x", "x").text("/order/uuid");

        assertThat(get("/mondu/api/v1/orders/" + uuid, "sandbox_strict").status()).isEqualTo(200);
        assertThat(get("/mondu/api/v1/orders/" + uuid, "sandbox_else").status()).isEqualTo(404);
    }

    private Client.Got get(String path, String token) {
        return client.send(
                HttpRequest.newBuilder(URI.create(client.url(path)))
                        .header("Api-Token", token)
                        .build());
    }

    private Client.Got post(
            String path, Map<String, String> headers, String body, String found, String instead) {
        var request =
                HttpRequest.newBuilder(URI.create(client.url(path)))
                        .POST(BodyPublishers.ofString(body.replace(found, instead)));
        headers.forEach(request::header);
        return client.send(request.build());
    }
}
