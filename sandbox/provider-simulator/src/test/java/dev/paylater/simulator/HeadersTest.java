package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every provider judges headers as strict servers do (express, koa, Jetty). */
class HeadersTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final List<String> PROVIDERS =
            List.of(
                    "/sandbox/v1/payments",
                    "/klarna/payments/v1/sessions",
                    "/affirm/api/v2/checkout/direct",
                    "/afterpay_clearpay/v2/checkouts",
                    "/sezzle/v2/session",
                    "/scalapay/v2/orders",
                    "/riverty/api/v3/checkout/authorize",
                    "/tamara/checkout",
                    "/tabby/api/v2/checkout",
                    "/mondu/api/v1/orders",
                    "/billie/api/v2/orders",
                    "/two/v1/order",
                    "/paypal/v2/checkout/orders",
                    "/alma/v1/payments");

    private final Client client = RUNNING.client();

    @ParameterizedTest
    @CsvSource({
        "Content-Encoding, UTF-8, application/json, true",
        "Content-Encoding, gzip, application/json, true",
        "Content-Encoding, identity, application/json, false",
        "X-Other, some, text/plain, true",
        "X-Other, some, application/json; charset=utf-8, false"
    })
    void a_body_in_an_unknown_coding_or_of_an_unknown_type_is_not_read(
            String name, String value, String type, boolean refused) {
        for (var path : PROVIDERS) {
            var got =
                    client.send(
                            HttpRequest.newBuilder(URI.create(client.url(path)))
                                    .header(name, value)
                                    .header("Content-Type", type)
                                    .POST(BodyPublishers.ofString("{}"))
                                    .build());

            assertThat(got.status() == 415).as(path + " " + got.status()).isEqualTo(refused);
        }
    }
}
