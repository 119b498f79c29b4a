package dev.paylater.connectors.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.connector.kit.Notification;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.Secret;
import dev.paylater.provider.ProviderResult;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SandboxWebhooksTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Account ACCOUNT =
            new Account(
                    "mca_1",
                    "merchant_1",
                    "sandbox",
                    null,
                    Map.of(),
                    new Secret("whsec_one"),
                    new Fields(Map.of()));
    private static final String CAPTURED =
            """
            {"event_id": "evt_1", "type": "capture.succeeded", "merchant_reference": "pay_1",
             "attempt_reference": "pay_1_1", "data": {"capture": {"id": "sbc_1", "amount": 100,
             "status": "succeeded", "idempotency_key": "pay_1_1_capture_1"}}}\
            """;

    @Test
    void a_signed_notification_becomes_the_outcome_of_our_operation() {
        var notice = read(CAPTURED, "whsec_one", NOW);

        assertThat(notice)
                .isInstanceOfSatisfying(
                        Notice.Genuine.class,
                        genuine -> {
                            assertThat(genuine.eventId()).isEqualTo("evt_1");
                            assertThat(genuine.news())
                                    .singleElement()
                                    .isInstanceOfSatisfying(
                                            Notice.Settled.class,
                                            SandboxWebhooksTest::isTheCapture);
                        });
    }

    private static void isTheCapture(Notice.Settled settled) {
        assertThat(settled.operation()).isEqualTo(Operation.CAPTURE);
        assertThat(settled.operationId()).isEqualTo("pay_1_1_capture_1");
        assertThat(settled.result().status()).isEqualTo(ProviderResult.Status.APPROVED);
        assertThat(settled.result().amount()).isEqualTo(100);
        assertThat(settled.result().data().operationReference()).isEqualTo("sbc_1");
    }

    @ParameterizedTest
    @CsvSource({"pay_1_1_void_1, VOID", "pay_1_1_release_1, RELEASE"})
    void what_was_given_up_is_told_by_our_key(String key, Operation operation) {
        var event =
                CAPTURED.replace("capture.succeeded", "void.succeeded")
                        .replace("\"capture\"", "\"void\"")
                        .replace("pay_1_1_capture_1", key);

        assertThat(read(event, "whsec_one", NOW))
                .isInstanceOfSatisfying(
                        Notice.Genuine.class,
                        genuine ->
                                assertThat(genuine.news())
                                        .singleElement()
                                        .isInstanceOfSatisfying(
                                                Notice.Settled.class,
                                                settled ->
                                                        assertThat(settled.operation())
                                                                .isEqualTo(operation)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"capture", "void", "refund"})
    void what_was_done_in_the_providers_portal_causes_an_inquiry(String kind) {
        var event =
                CAPTURED.replace("capture.succeeded", kind + ".succeeded")
                        .replace("\"capture\"", "\"" + kind + "\"")
                        .replace("pay_1_1_capture_1", "portal_7");

        assertThat(read(event, "whsec_one", NOW))
                .isEqualTo(new Notice.Genuine("evt_1", List.of(new Notice.Changed("pay_1"))));
    }

    @Test
    void a_type_that_is_not_known_only_causes_an_inquiry() {
        assertThat(read(CAPTURED.replace("capture.succeeded", "loyalty.granted"), "whsec_one", NOW))
                .isInstanceOfSatisfying(
                        Notice.Genuine.class,
                        genuine ->
                                assertThat(genuine.news())
                                        .containsExactly(new Notice.Changed("pay_1")));
    }

    @Test
    void a_notification_signed_by_somebody_else_is_forged() {
        assertThat(read(CAPTURED, "whsec_two", NOW)).isEqualTo(new Notice.Rejected(Reason.FORGED));
    }

    @Test
    void a_truncated_notification_is_forged() {
        var signed = signature("whsec_one", NOW, CAPTURED);
        var cut = CAPTURED.substring(0, 100);

        assertThat(read(cut, signed)).isEqualTo(new Notice.Rejected(Reason.FORGED));
    }

    @ParameterizedTest
    @ValueSource(longs = {-301, 301})
    void a_notification_too_far_from_now_is_stale(long seconds) {
        var stamped = NOW.plus(Duration.ofSeconds(seconds));

        assertThat(read(CAPTURED, "whsec_one", stamped))
                .isEqualTo(new Notice.Rejected(Reason.STALE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v1=00",
                "t=,v1=",
                "t=99999999999999999999,v1=00",
                "t=1,v1=zz",
                "no-signature"
            })
    void a_signature_of_another_form_is_forged(String signature) {
        assertThat(read(CAPTURED, signature)).isEqualTo(new Notice.Rejected(Reason.FORGED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"event_id\": \"evt_1\"}"})
    void a_signed_notification_without_sense_is_unreadable(String body) {
        assertThat(read(body, "whsec_one", NOW)).isEqualTo(new Notice.Rejected(Reason.UNREADABLE));
    }

    private static Notice read(String body, String secret, Instant stamped) {
        return read(body, signature(secret, stamped, body));
    }

    private static Notice read(String body, String signature) {
        var headers = Map.of("sandbox-signature", signature);
        return Connector.of(new Sandbox())
                .read(new Notification(headers, Map.of(), body.getBytes(UTF_8)), ACCOUNT, NOW);
    }

    private static String signature(String secret, Instant stamped, String body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
            var code = mac.doFinal((stamped.getEpochSecond() + "." + body).getBytes(UTF_8));
            return "t=" + stamped.getEpochSecond() + ",v1=" + HexFormat.of().formatHex(code);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
