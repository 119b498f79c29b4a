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
        assertThat(got.json().at("/0/deferred_days").asInt(-1)).isZero();
        assertThat(got.json().at("/0/deferred_months").asInt(-1)).isZero();
        assertThat(got.json().at("/0/constraints").isMissingNode()).isEqualTo(eligible);
    }

    /** As its PHP client asks when it is given a payment (Payments.php:64-97). */
    @ParameterizedTest
    @CsvSource({"20000, true", "1, false"})
    void a_payment_may_be_asked_about_before_it_is_made(long amount, boolean eligible) {
        var asked =
                "{\"payment\": {\"purchase_amount\": " + amount + ", \"installments_count\": %s}}";
        var one = post("/v1/payments/eligibility", asked.formatted("4"));
        var several = post("/v1/payments/eligibility", asked.formatted("[3, 4]"));

        assertThat(one.json().path("eligible").asBoolean()).isEqualTo(eligible);
        assertThat(one.json().path("installments_count").asInt()).isEqualTo(4);
        assertThat(several.json().size()).isEqualTo(2);
        assertThat(several.json().at("/1/eligible").asBoolean()).isEqualTo(eligible);
        assertThat(several.json().at("/1/installments_count").asInt()).isEqualTo(4);
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

    /** Each plugin of Alma's asks this when it is set up (Merchants.php). */
    @Test
    void a_merchant_and_its_plans_are_shown() {
        assertThat(get("/v1/me/extended-data").json().path("can_create_payments").asBoolean())
                .isTrue();
        var plans = get("/v1/me/fee-plans?kind=general&only=3,4&deferred=true").json();

        assertThat(plans).hasSize(4);
        assertThat(plans.at("/0/installments_count").asInt()).isEqualTo(3);
        assertThat(plans.at("/2/deferred_days").asInt()).isEqualTo(15);
        assertThat(plans.at("/0/min_purchase_amount").asLong()).isEqualTo(5_000);
    }

    @Test
    void a_payment_is_changed_until_somebody_has_decided_on_it() {
        var payment = created("manual");
        var body = "{\"payment\": {\"purchase_amount\": 23000}}";

        assertThat(post(payment, body).number("/purchase_amount")).isEqualTo(23_000);
        approve(payment);
        assertThat(post(payment, body).status()).isEqualTo(400);
    }

    @Test
    void a_plan_that_waits_for_its_trigger_is_triggered() {
        var body = "{\"payment\": {\"purchase_amount\": 22000, \"deferred\": \"trigger\"}}";
        var payment = "/v1/payments/" + post("/v1/payments", body).text("/id");

        assertThat(post(payment + "/trigger", "").status()).isEqualTo(200);
        assertThat(post(created("manual") + "/trigger", "").status()).isEqualTo(400);
    }

    /** With all that Alma's PHP client reads of one (Order.php:99-111). */
    @Test
    void an_order_is_read_renamed_and_told_its_status() {
        var payment = created("manual");
        var order = get(payment).text("/orders/0/id");

        var seen = get("/v1/orders/" + order);
        assertThat(seen.text("/payment")).isEqualTo(payment.substring("/v1/payments/".length()));
        assertThat(seen.json().propertyNames())
                .contains("comment", "created", "customer_url", "data", "merchant_url");
        assertThat(
                        post(payment + "/orders", "{\"order\": {\"merchant_reference\": \"R-1\"}}")
                                .text("/0/merchant_reference"))
                .isEqualTo("R-1");
        assertThat(post("/v1/orders/" + order, "{\"merchant_reference\": \"R-2\"}"))
                .returns("R-2", got -> got.text("/merchant_reference"));
        assertThat(
                        post(
                                        payment + "/orders/R-2/status",
                                        "{\"status\": \"sent\", \"is_shipped\": true}")
                                .status())
                .isEqualTo(204);
        var parcel = "{\"carrier\": \"DHL\", \"tracking_number\": \"0034\"}";
        assertThat(post("/v2/orders/" + order + "/shipment", parcel).status()).isEqualTo(204);
        assertThat(post("/v2/orders/" + order + "/shipment", "{\"carrier\": \"DHL\"}").status())
                .isEqualTo(400);
        assertThat(post(payment + "/potential-fraud", "{\"reason\": \"r\"}").status())
                .isEqualTo(204);
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
