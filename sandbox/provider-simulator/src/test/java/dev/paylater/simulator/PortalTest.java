package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the merchant does in the provider's portal: in the ledger, in inquiries and by webhook. */
class PortalTest {

    private static final Duration SOON = Duration.ofSeconds(15);

    @RegisterExtension static final Running RUNNING = new Running();

    private final Client client = RUNNING.client();
    private final String reference = Client.fresh("pay_");
    private String id = "";

    @BeforeEach
    void authorize() {
        id =
                client.post(
                                "/payments",
                                reference + "_key",
                                Client.order(
                                        reference,
                                        "ada@example.com",
                                        ", \"webhook_url\": \"%s\""
                                                .formatted(RUNNING.webhooks().url())))
                        .text("/id");
    }

    @Test
    void a_capture_and_a_refund_are_like_any_other_but_for_their_keys() {
        assertThat(portal("capture", ", \"amount\": 4000").number("/amount_captured"))
                .isEqualTo(4000);
        assertThat(portal("refund", ", \"amount\": 500").number("/amount_refunded")).isEqualTo(500);

        assertThat(client.ledger(reference))
                .containsExactly("authorize 6540", "capture 4000", "refund 500");
        var payment = client.payment(id);
        assertThat(payment.number("/amount_captured")).isEqualTo(4000);
        assertThat(payment.number("/amount_refunded")).isEqualTo(500);
        assertThat(payment.text("/captures/0/idempotency_key")).startsWith("portal_");
        assertThat(payment.text("/refunds/0/idempotency_key")).startsWith("portal_");
        awaitWebhooks("capture.succeeded", "refund.succeeded");
    }

    @Test
    void without_an_amount_it_is_all_that_is_left() {
        portal("capture", "");
        portal("refund", "");
        assertThat(client.ledger(reference))
                .containsExactly("authorize 6540", "capture 6540", "refund 6540");
    }

    @Test
    void a_void_and_an_expiry_let_go_of_what_is_held() {
        portal("void", "");
        assertThat(client.payment(id).text("/status")).isEqualTo("voided");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540", "void 6540");
        awaitWebhooks("void.succeeded");
    }

    @Test
    void an_authorization_expires() {
        portal("expire", "");
        assertThat(client.payment(id).text("/status")).isEqualTo("expired");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540", "void 6540");
        awaitWebhooks("payment.expired");
    }

    @Test
    void what_the_provider_would_refuse_is_refused() {
        assertThat(act("capture", ", \"amount\": 6541").status()).isEqualTo(409);
        assertThat(act("refund", "").status()).isEqualTo(404);
        assertThat(act("steal", "").status()).isEqualTo(400);
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    private Client.Got portal(String operation, String more) {
        var got = act(operation, more);
        assertThat(got.status()).isEqualTo(200);
        return got;
    }

    private Client.Got act(String operation, String more) {
        return client.simulator(
                "POST",
                "/portal",
                "{\"merchant_reference\": \"%s\", \"operation\": \"%s\"%s}"
                        .formatted(reference, operation, more));
    }

    private void awaitWebhooks(String... types) {
        Eventually.until(
                SOON,
                "webhooks " + String.join(", ", types),
                () -> RUNNING.webhooks().types(reference).size() >= types.length);
        assertThat(RUNNING.webhooks().types(reference)).containsExactlyInAnyOrder(types);
    }
}
