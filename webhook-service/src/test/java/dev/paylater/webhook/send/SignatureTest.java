package dev.paylater.webhook.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.paylater.kit.security.WebhookSignature;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The public library of Standard Webhooks, unchanged, verifies what we sign. */
class SignatureTest {

    private static final String NEW = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
    private static final String OLD = "whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXphYmNkZWY=";
    private static final String ID = "evt_0123456789abcdef";
    private static final String BODY = "{\"type\":\"payment.succeeded\",\"name\":\"Müller\"}";

    private static HttpHeaders headers(String... secrets) {
        var now = Instant.now();
        var signature = WebhookSignature.of(ID, now, BODY.getBytes(UTF_8), List.of(secrets));
        return HttpHeaders.of(
                Map.of(
                        "webhook-id", List.of(ID),
                        "webhook-timestamp", List.of(Long.toString(now.getEpochSecond())),
                        "webhook-signature", List.of(signature)),
                (_, _) -> true);
    }

    @Test
    void the_librarys_verification_passes() {
        assertThatCode(() -> new Webhook(NEW).verify(BODY, headers(NEW)))
                .doesNotThrowAnyException();
    }

    @Test
    void while_a_secret_is_rotated_both_verify() {
        var headers = headers(NEW, OLD);
        assertThatCode(() -> new Webhook(OLD).verify(BODY, headers)).doesNotThrowAnyException();
        assertThatCode(() -> new Webhook(NEW).verify(BODY, headers)).doesNotThrowAnyException();
    }

    @Test
    void another_body_or_another_secret_does_not() {
        assertThatThrownBy(() -> new Webhook(NEW).verify(BODY + " ", headers(NEW)))
                .isInstanceOf(WebhookVerificationException.class);
        assertThatThrownBy(() -> new Webhook(OLD).verify(BODY, headers(NEW)))
                .isInstanceOf(WebhookVerificationException.class);
    }
}
