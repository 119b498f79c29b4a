package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Alma refuses and what it puts up with, as its clients show. */
class AlmaTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private final Client client = RUNNING.client();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"payment\": {\"purchase_amount\": 22000}} | 200",
                "{\"payment\": {\"purchase_amount\": 220.0}} | 400",
                "{\"payment\": {\"purchase_amount\": \"22000\"}} | 400",
                "{\"payment\": {\"purchase_amount\": 0}} | 400",
                "{\"payment\": {}} | 400",
                "{} | 400"
            },
            quoteCharacter = '~')
    void alma_needs_an_amount_and_nothing_else(String body, int status) {
        assertThat(post("/v1/payments", body).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"20000, true", "1, false", "500000, false"})
    void a_plan_has_its_amounts(long amount, boolean eligible) {
        var got =
                post(
                        "/v2/payments/eligibility",
                        "{\"purchase_amount\": %d, \"queries\": [{\"installments_count\": 3}]}"
                                .formatted(amount));

        assertThat(got.status()).isEqualTo(200);
        assertThat(got.json().at("/0/eligible").asBoolean()).isEqualTo(eligible);
        assertThat(got.json().at("/0/installments_count").asInt()).isEqualTo(3);
        assertThat(got.json().at("/0/constraints").isMissingNode()).isEqualTo(eligible);
    }

    /** As the recorded life of Alma's client: a refund before anything is paid, then a cancel. */
    @Test
    void a_payment_that_has_not_begun_is_not_refunded_and_may_be_canceled() {
        var payment = created("manual");

        assertThat(post(payment + "/refund", "{\"amount\": 2000}").text("/error_code"))
                .isEqualTo("validation_error");
        assertThat(put(payment + "/cancel").status()).isEqualTo(204);
        assertThat(get(payment).text("/processing_status")).isEqualTo("canceled");
        assertThat(get(payment).text("/cancelation_reason")).isEqualTo("requested_by_merchant");
    }

    @Test
    void a_payment_is_captured_once_and_refunded_in_parts() {
        var payment = created("manual");
        approve(payment);
        assertThat(get(payment).text("/processing_status")).isEqualTo("authorized");

        assertThat(post(payment + "/captures", "{\"amount\": 20000}").number("/amount"))
                .isEqualTo(20_000);
        assertThat(post(payment + "/captures", "{\"amount\": 2000}").status()).isEqualTo(400);
        assertThat(put(payment + "/cancel").status()).isEqualTo(400);
        assertThat(
                        post(
                                        payment + "/refund",
                                        "{\"amount\": 500, \"merchant_reference\": \"r1\"}")
                                .text("/refunds/0/merchant_reference"))
                .isEqualTo("r1");
        assertThat(post(payment + "/refunds", "{\"amount\": 700}").number("/amount"))
                .isEqualTo(700);

        var now = get(payment);
        assertThat(now.text("/processing_status")).isEqualTo("captured");
        assertThat(now.number("/amount_already_refunded")).isEqualTo(1200);
        assertThat(now.json().at("/refunds")).hasSize(2);
        assertThat(post(payment + "/refund", "{\"amount\": 18801}").status()).isEqualTo(400);
    }

    @Test
    void what_is_not_manual_is_captured_with_the_customers_consent() {
        var payment = created("automatic");
        approve(payment);

        assertThat(get(payment).text("/processing_status")).isEqualTo("captured");
    }

    @Test
    void another_account_does_not_see_a_payment() {
        var path = client.url("/alma" + created("manual"));
        var other =
                HttpRequest.newBuilder(URI.create(path))
                        .header("Authorization", "Alma-Auth sandbox_else");

        assertThat(client.send(other.build()).status()).isEqualTo(404);
    }

    /** The path of a new payment. */
    private String created(String method) {
        var body =
                "{\"payment\": {\"purchase_amount\": 22000, \"capture_method\": \"%s\"}}"
                        .formatted(method);
        return "/v1/payments/" + post("/v1/payments", body).text("/id");
    }

    private void approve(String payment) {
        var page = "/pages/alma/" + payment.substring("/v1/payments/".length());
        assertThat(client.get(page + "?decision=approve").status()).isEqualTo(200);
    }

    private Client.Got get(String path) {
        return client.send(request(path).build());
    }

    private Client.Got put(String path) {
        return client.send(request(path).PUT(BodyPublishers.noBody()).build());
    }

    private Client.Got post(String path, String body) {
        return client.send(request(path).POST(BodyPublishers.ofString(body)).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(client.url("/alma" + path)))
                .header("Authorization", "Alma-Auth sandbox_strict");
    }
}
