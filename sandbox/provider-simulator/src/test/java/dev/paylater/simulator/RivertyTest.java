package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What Riverty refuses and what it puts up with, and what clients send that the connector does not
 * (afterpay-plugins/oxid-6 @24dcef1, etrias-nl/afterpay-connector @da468cf).
 */
class RivertyTest {

    @RegisterExtension static final Running RUNNING = new Running();

    /** The documentation's own example. */
    private static final String ORDER =
            """
            {"payment": {"type": "Invoice"},
             "customer": {"customerCategory": "Person", "firstName": "Ada", "lastName": "Jones"},
             "order": {"number": "riverty1", "totalGrossAmount": 185, "totalNetAmount": 155.41,
               "currency": "EUR", "items": [
               {"productId": "1", "description": "jacket", "grossUnitPrice": 100,
                "netUnitPrice": 84, "quantity": 1},
               {"productId": "2", "description": "socks", "grossUnitPrice": 10,
                "netUnitPrice": 8.4, "quantity": 5},
               {"productId": "3", "description": "hat", "grossUnitPrice": 30,
                "netUnitPrice": 25.21, "quantity": 1},
               {"productId": "4", "description": "shipping", "grossUnitPrice": 5,
                "netUnitPrice": 4.2, "quantity": 1, "type": "ShippingFee"}]}}\
            """;

    private final Client client = RUNNING.client();
    private final String number = Client.fresh("riverty");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | x | 200",
                ": 185 | : 185.00 | 200",
                ": 185 | : 185.001 | 400.004",
                ": 185 | : \"185\" | 400.004",
                ": 185 | : 186 | 400.004",
                "155.41 | 155.42 | 400.004",
                "\"EUR\" | \"GBP\" | 400.004",
                "\"items\" | \"lines\" | 400.002",
                "customerCategory | category | 400.002",
                "\"Invoice\" | \"Card\" | 400.004"
            },
            quoteCharacter = '~')
    void riverty_takes_what_its_documentation_says(String found, String instead, String expected) {
        var got = write("checkout/authorize", order().replace(found, instead));

        if (expected.equals("200")) {
            assertThat(got.text("/outcome")).isEqualTo("Accepted");
        } else {
            assertThat(got.status()).isEqualTo(400);
            assertThat(got.text("/0/code")).isEqualTo(expected);
        }
    }

    /** As Riverty's own plugin has it (class-wc-gateway-afterpay-nl-openinvoice-rest.php). */
    @Test
    void a_person_in_the_netherlands_is_known_by_birth_date_and_phone() {
        var person =
                order().replace(
                                "\"Person\",",
                                "\"Person\", \"address\": {\"countryCode\": \"NL\"},");
        var known =
                person.replace(
                        "\"firstName\"",
                        "\"birthDate\": \"1990-05-06\", \"mobilePhone\": \"+31612345678\","
                                + " \"firstName\"");

        assertThat(write("checkout/authorize", person).text("/0/code")).isEqualTo("400.002");
        assertThat(write("checkout/authorize", known).text("/outcome")).isEqualTo("Accepted");
    }

    /** As RestClient.php of the plugin has it (486-512). */
    @Test
    void instalments_in_germany_are_debited() {
        var order =
                order().replace(
                                "\"Person\",",
                                "\"Person\", \"address\": {\"countryCode\": \"DE\"},")
                        .replace(
                                "\"Invoice\"",
                                "\"Installment\", \"installment\": {\"profileNo\": 7}");
        var debited =
                order.replace(
                        "\"installment\"",
                        "\"directDebit\": {\"bankAccount\": \"DE1\"}, \"installment\"");

        assertThat(write("checkout/authorize", order).text("/0/code")).isEqualTo("400.002");
        assertThat(write("checkout/authorize", debited).text("/outcome")).isEqualTo("Accepted");
    }

    @Test
    void a_number_is_taken_once() {
        assertThat(write("checkout/authorize", order()).status()).isEqualTo(200);

        assertThat(write("checkout/authorize", order()).text("/0/code")).isEqualTo("400.100");
    }

    @Test
    void an_order_is_captured_canceled_in_part_and_refunded_by_either_name_of_the_lines() {
        write("checkout/authorize", order());
        var captured =
                write("orders/" + number + "/captures", "{\"orderDetails\": " + lines(100) + "}")
                        .text("/captureNumber");
        var part = "{\"cancellationDetails\": " + lines(35) + "}";
        assertThat(
                        write("orders/" + number + "/voids", part)
                                .json()
                                .at("/remainingAuthorizedAmount")
                                .decimalValue())
                .isEqualByComparingTo("50");
        assertThat(refund(captured, "items").status()).isEqualTo(200);
        assertThat(refund(captured, "orderItems").status()).isEqualTo(200);
        assertThat(write("orders/" + number + "/voids", "{}").status()).isEqualTo(200);
        assertThat(write("orders/" + number + "/voids", "{}").status()).isEqualTo(400);

        assertThat(client.ledger(number))
                .containsExactly(
                        "authorize 18500",
                        "capture 10000",
                        "void 3500",
                        "refund 1000",
                        "refund 1000",
                        "void 5000");
        assertThat(read("orders/" + number + "/captures").json().at("/captures")).hasSize(1);
        assertThat(read("orders/" + number + "/captures/" + captured).status()).isEqualTo(200);
        assertThat(read("orders/" + number + "/captures/none").status()).isEqualTo(400);
        assertThat(
                        read("orders/" + number + "/refunds")
                                .json()
                                .at("/refunds/0/amount")
                                .decimalValue())
                .isEqualByComparingTo("-10");
        assertThat(read("orders/" + number + "/voids").json().at("/cancellations")).hasSize(2);
    }

    @Test
    void an_order_is_updated_to_another_total() {
        write("checkout/authorize", order());

        var updated = write("orders/" + number + "/updateOrder", "{\"order\": " + lines(200) + "}");

        assertThat(updated.text("/outcome")).isEqualTo("Accepted");
        assertThat(client.ledger(number)).containsExactly("authorize 18500", "authorize 1500");
    }

    @Test
    void another_account_does_not_see_an_order() {
        write("checkout/authorize", order());
        var request =
                HttpRequest.newBuilder(URI.create(client.url("/riverty/api/v3/orders/" + number)))
                        .header("X-Auth-Key", "sandbox_else");

        assertThat(read("orders/" + number).text("/orderDetails/status")).isEqualTo("Accepted");
        assertThat(client.send(request.build()).text("/0/code")).isEqualTo("400.115");
    }

    private String order() {
        return ORDER.replace("riverty1", number);
    }

    private static String lines(int gross) {
        return """
        {"totalGrossAmount": %d, "currency": "EUR", "items": [{"productId": "1",
         "description": "part", "grossUnitPrice": %d, "quantity": 1}]}\
        """
                .formatted(gross, gross);
    }

    private Client.Got refund(String capture, String name) {
        return write(
                "orders/" + number + "/refunds",
                """
                {"captureNumber": "%s", "%s": [{"productId": "ref1", "description": "back",
                 "grossUnitPrice": 10, "quantity": 1}]}\
                """
                        .formatted(capture, name));
    }

    private Client.Got read(String path) {
        return client.send(request(path).build());
    }

    private Client.Got write(String path, String body) {
        return client.send(request(path).POST(BodyPublishers.ofString(body)).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(client.url("/riverty/api/v3/" + path)))
                .header("X-Auth-Key", "sandbox_strict");
    }
}
