package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is sent to the merchant, how it is signed, and how long it is tried. */
class WebhooksTest {

    private static final Duration SOON = Duration.ofSeconds(15);

    @RegisterExtension static final Running RUNNING = new Running();

    private final Client client = RUNNING.client("sandbox_" + Client.fresh("shop"));
    private final String reference = Client.fresh("pay_");

    private Client.Got pay(Client as, String url) {
        var order =
                Client.order(
                        reference,
                        "ada+pending-approved@example.com",
                        ", \"webhook_url\": \"" + url + '"');
        return as.post("/payments", reference, order);
    }

    private static List<WebhookReceiver.Delivery> deliveries(
            WebhookReceiver receiver, String reference, int count) {
        Eventually.until(SOON, count + " tries", () -> receiver.about(reference).size() >= count);
        return receiver.about(reference);
    }

    private static String signature(String secret, long second, String body) throws Exception {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        var signed = (second + "." + body).getBytes(StandardCharsets.UTF_8);
        return "t=" + second + ",v1=" + HexFormat.of().formatHex(mac.doFinal(signed));
    }

    @Test
    void it_is_signed_with_the_accounts_secret_and_the_time_of_the_try() throws Exception {
        var merchant = RUNNING.client("sandbox_merchant_7");
        var payment = pay(merchant, RUNNING.webhooks().url());
        var delivery = deliveries(RUNNING.webhooks(), reference, 1).getFirst();
        var second = Long.parseLong(delivery.signature().replaceAll("t=(\\d+),.*", "$1"));
        assertThat(delivery.signature())
                .isEqualTo(signature("whsec_merchant_7", second, delivery.body()));
        assertThat(delivery.time() / 1000 - second).isBetween(0L, 1L);
        assertThat(delivery.text("/type")).isEqualTo("payment.authorized");
        assertThat(delivery.text("/event_id")).startsWith("evt_");
        assertThat(delivery.text("/payment_id")).isEqualTo(payment.text("/id"));
        assertThat(delivery.text("/attempt_reference")).isEqualTo(reference + "_1");
        assertThat(delivery.text("/data/payment/status")).isEqualTo("authorized");
    }

    @Test
    void it_is_tried_again_until_it_is_taken() throws GeneralSecurityException {
        try (var reluctant = new WebhookReceiver(2)) {
            pay(client, reluctant.url());
            var tries = deliveries(reluctant, reference, 3);
            assertThat(tries.stream().map(WebhookReceiver.Delivery::body).distinct()).hasSize(1);
            assertThat(tries.get(1).time() - tries.get(0).time()).isBetween(400L, 2_000L);
            assertThat(tries.get(2).time() - tries.get(1).time()).isBetween(900L, 3_000L);
        }
    }

    @Test
    void without_an_address_or_with_an_unusable_one_nothing_is_sent_and_nothing_breaks() {
        var id = pay(client, "not a url").text("/id");
        Eventually.until(
                SOON, "approval", () -> client.payment(id).text("/status").equals("authorized"));
    }

    @Test
    void a_dispute_is_opened_and_moved_by_a_test() {
        var order =
                Client.order(
                        reference,
                        "ada@example.com",
                        ", \"capture\": \"automatic\", \"webhook_url\": \"%s\""
                                .formatted(RUNNING.webhooks().url()));
        var payment = client.post("/payments", reference, order);
        var opened =
                client.simulator(
                        "POST",
                        "/disputes",
                        """
                        {"merchant_reference": "%s", "amount": 100, "reason": "not received",
                         "reason_code": "4855", "stage": "pre_dispute"}
                        """
                                .formatted(reference));
        assertThat(opened.status()).isEqualTo(201);
        var id = opened.text("/dispute_id");
        var moved =
                client.simulator(
                        "POST",
                        "/disputes",
                        """
                        {"merchant_reference": "%s", "dispute_id": "%s", "status": "dispute_won"}
                        """
                                .formatted(reference, id));
        assertThat(moved.status()).isEqualTo(200);
        var delivered = deliveries(RUNNING.webhooks(), reference, 2);
        assertThat(RUNNING.webhooks().types(reference))
                .containsExactlyInAnyOrder("dispute.opened", "dispute.updated");
        assertThat(delivered.getFirst().text("/data/dispute/id")).isEqualTo(id);
        var dispute = client.get("/sandbox/v1/disputes/" + id);
        assertThat(dispute.text("/status")).isEqualTo("dispute_won");
        assertThat(dispute.text("/stage")).isEqualTo("pre_dispute");
        assertThat(dispute.text("/reason_code")).isEqualTo("4855");
        assertThat(client.payment(payment.text("/id")).text("/disputes/0/id")).isEqualTo(id);
        assertThat(RUNNING.client("sandbox_x").get("/sandbox/v1/disputes/" + id).status())
                .isEqualTo(404);
    }

    @Test
    void only_captured_payments_can_be_disputed() {
        var order = Client.order(reference, "ada@example.com", "");
        client.post("/payments", reference, order);
        var body = "{\"merchant_reference\": \"%s\"}".formatted(reference);
        assertThat(client.simulator("POST", "/disputes", body).status()).isEqualTo(404);
    }
}
