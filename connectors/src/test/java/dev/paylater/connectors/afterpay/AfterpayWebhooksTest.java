package dev.paylater.connectors.afterpay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.connector.kit.Notification;
import dev.paylater.connector.kit.Secret;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AfterpayWebhooksTest {

    private static final Connector CONNECTOR = Connector.of(new Afterpay());

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final String URL = "https://pay.example/webhooks/m/afterpay_clearpay";

    private static final String DISPUTE =
            """
            {"dispute_id": "dp_1", "order": "002.tok", "merchantOrderId": "pay_1",
             "amount": {"amount": "20.00", "currency": "AUD"}, "reason": "product_not_received",
             "status": "needs_response", "responseDueBy": "1767409445", "createdAt": "1767323045",
             "updatedAt": "1767323045", "openingNote": "Nothing came."}\
            """;

    @Test
    void a_dispute_is_read_with_its_amount_and_deadline() {
        var notice = read(DISPUTE, URL, NOW, Map.of());

        assertThat(notice).isInstanceOf(Notice.Genuine.class);
        var dispute = (Notice.Disputed) ((Notice.Genuine) notice).news().getFirst();
        assertThat(dispute.paymentId()).isEqualTo("pay_1");
        assertThat(dispute.disputeId()).isEqualTo("dp_1");
        assertThat(dispute.amount()).isEqualTo(2000);
        assertThat(dispute.currency()).isEqualTo("AUD");
        assertThat(dispute.status()).isEqualTo("dispute_opened");
        assertThat(dispute.challengeRequiredBy()).isEqualTo(Instant.ofEpochSecond(1767409445));
    }

    @ParameterizedTest
    @CsvSource({
        "under_review, , dispute_challenged",
        "won, evidence_accepted, dispute_won",
        "lost, evidence_rejected, dispute_lost",
        "lost, merchant_accepted, dispute_accepted",
        "lost, deadline_expired, dispute_expired",
        "merchant_refunded, , dispute_accepted"
    })
    void a_closed_dispute_says_how(String status, String closingReason, String expected) {
        var body =
                DISPUTE.replace("needs_response", status)
                        .replace(
                                "\"order\"",
                                "\"closingReason\": \"" + closingReason + "\", \"order\"");

        var notice = (Notice.Genuine) read(body, URL, NOW, Map.of());

        assertThat(((Notice.Disputed) notice.news().getFirst()).status()).isEqualTo(expected);
    }

    @Test
    void each_standing_of_a_dispute_is_an_event_of_its_own() {
        var opened = (Notice.Genuine) read(DISPUTE, URL, NOW, Map.of());
        var moved =
                (Notice.Genuine) read(DISPUTE.replace("needs_response", "won"), URL, NOW, Map.of());

        assertThat(moved.eventId()).isNotEqualTo(opened.eventId());
        assertThat(((Notice.Genuine) read(DISPUTE, URL, NOW, Map.of())).eventId())
                .isEqualTo(opened.eventId());
    }

    @Test
    void a_bare_amount_is_in_the_currency_of_the_account() {
        var body = DISPUTE.replace("{\"amount\": \"20.00\", \"currency\": \"AUD\"}", "\"20.00\"");

        var notice = read(body, URL, NOW, Map.of("currency", "\"NZD\""));

        var dispute = (Notice.Disputed) ((Notice.Genuine) notice).news().getFirst();
        assertThat(dispute.amount()).isEqualTo(2000);
        assertThat(dispute.currency()).isEqualTo("NZD");
        assertThat(read(body, URL, NOW, Map.of()))
                .isEqualTo(new Notice.Rejected(Reason.UNREADABLE));
    }

    @Test
    void the_address_is_part_of_what_is_signed() {
        assertThat(read(DISPUTE, "https://pay.example/webhooks/other", NOW, Map.of()))
                .isEqualTo(new Notice.Rejected(Reason.FORGED));
        assertThat(
                        read(
                                DISPUTE,
                                "http://internal/webhooks",
                                NOW,
                                Map.of("webhook_url", "\"" + URL + "\"")))
                .isInstanceOf(Notice.Genuine.class);
    }

    @Test
    void what_is_played_again_later_is_stale() {
        assertThat(read(DISPUTE, URL, NOW.plus(Duration.ofMinutes(6)), Map.of()))
                .isEqualTo(new Notice.Rejected(Reason.STALE));
    }

    @Test
    void another_body_under_the_same_signature_is_forged() {
        var forged =
                new Notification(
                        URL,
                        signed(DISPUTE, Base64.getEncoder()::encodeToString),
                        Map.of(),
                        DISPUTE.replace("20.00", "90.00").getBytes(UTF_8));

        assertThat(CONNECTOR.read(forged, account(Map.of()), NOW))
                .isEqualTo(new Notice.Rejected(Reason.FORGED));
    }

    @Test
    void an_account_may_say_that_signatures_are_hexadecimal() {
        var notification =
                new Notification(
                        URL,
                        signed(DISPUTE, HexFormat.of()::formatHex),
                        Map.of(),
                        DISPUTE.getBytes(UTF_8));

        assertThat(
                        CONNECTOR.read(
                                notification,
                                account(Map.of("webhook_signature_encoding", "\"hex\"")),
                                NOW))
                .isInstanceOf(Notice.Genuine.class);
    }

    private static Notice read(String body, String url, Instant now, Map<String, String> settings) {
        var headers = signed(body, Base64.getEncoder()::encodeToString);
        return CONNECTOR.read(
                new Notification(url, headers, Map.of(), body.getBytes(UTF_8)),
                account(settings),
                now);
    }

    private static Map<String, String> signed(
            String body, java.util.function.Function<byte[], String> encoding) {
        try {
            var time = Long.toString(NOW.getEpochSecond());
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec("secret".getBytes(UTF_8), "HmacSHA256"));
            var text = URL + "\n" + time + "\n" + body;
            return Map.of(
                    "x-afterpay-request-date",
                    time,
                    "x-afterpay-request-signature",
                    encoding.apply(mac.doFinal(text.getBytes(UTF_8))));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static Account account(Map<String, String> settings) {
        return new Account(
                "mca_1",
                "merchant_1",
                "afterpay_clearpay",
                null,
                Map.of(),
                new Secret("secret"),
                new Fields(settings));
    }
}
