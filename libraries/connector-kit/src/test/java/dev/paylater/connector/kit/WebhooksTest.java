package dev.paylater.connector.kit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Notice.Changed;
import dev.paylater.connector.kit.Notice.Genuine;
import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.connector.kit.Notice.Rejected;
import dev.paylater.connector.kit.Notice.Unproven;
import dev.paylater.connector.kit.Webhooks.Proof;
import dev.paylater.connector.kit.Webhooks.Verification;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WebhooksTest {

    private static final Verification BELIEVED = (_, _, _, _) -> null;
    private static final String PAYMENT = "pay_0123456789abcdefghijklmnop";

    @Test
    void a_believed_notification_is_read() {
        var expected = new Genuine("evt_1", List.of(new Changed(PAYMENT)));

        assertThat(read(new Webhooks(BELIEVED, (_, _) -> expected), "{}")).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void a_notification_that_is_not_believed_is_rejected_with_the_reason(Reason reason) {
        var webhooks =
                new Webhooks((_, _, _, _) -> reason, (_, _) -> new Genuine("evt_1", List.of()));

        assertThat(read(webhooks, "{}")).isEqualTo(new Rejected(reason));
    }

    @Test
    void nothing_is_believed_for_an_account_without_a_webhook_secret() {
        var webhooks = new Webhooks(BELIEVED, (_, _) -> new Genuine("evt_1", List.of()));
        var account = Contexts.account(Map.of(), null, Map.of());

        assertThat(webhooks.read(notification("{}"), account, Instant.EPOCH))
                .isEqualTo(new Rejected(Reason.FORGED));
    }

    @Test
    void a_notification_is_believed_when_the_provider_says_that_it_is_its_own() {
        var event = new Genuine("evt_1", List.of(new Changed(PAYMENT)));
        var webhooks =
                new Webhooks(BELIEVED, (_, _) -> event)
                        .confirmedBy(
                                new Proof(
                                        (_, _, secret) ->
                                                HttpCall.of(
                                                        HttpCall.Method.GET, "/{}", secret.value()),
                                        answer -> answer.path("ours").asBoolean()));

        var unproven = (Unproven) read(webhooks, "{}");

        assertThat(unproven.call().path()).isEqualTo("/secret");
        assertThat(said(unproven, "{\"ours\": true}")).isEqualTo(event);
        assertThat(said(unproven, "{\"ours\": false}")).isEqualTo(new Rejected(Reason.FORGED));
    }

    private static Notice said(Unproven unproven, String body) {
        return unproven.then().apply(new HttpAnswer(200, Map.of(), body));
    }

    @Test
    void notifications_may_be_proved_with_a_credential_instead_of_the_webhook_secret() {
        Verification keyed =
                (_, _, secret, _) -> secret.equals(new Secret("key")) ? null : Reason.FORGED;
        var expected = new Genuine("evt_1", List.of());
        var webhooks = new Webhooks(keyed, (_, _) -> expected).provedBy("private_key");
        var key = Map.of("private_key", new Secret("key"));

        assertThat(
                        webhooks.read(
                                notification("{}"),
                                Contexts.account(key, null, Map.of()),
                                Instant.EPOCH))
                .isEqualTo(expected);
        assertThat(
                        webhooks.read(
                                notification("{}"),
                                Contexts.account(Map.of(), new Secret("key"), Map.of()),
                                Instant.EPOCH))
                .isEqualTo(new Rejected(Reason.FORGED));
    }

    @Test
    void a_notification_that_cannot_be_read_is_rejected_as_unreadable() {
        var unreadable = new Rejected(Reason.UNREADABLE);

        assertThat(
                        read(
                                new Webhooks(
                                        BELIEVED,
                                        (n, _) -> new Genuine(n.json().toString(), List.of())),
                                "{"))
                .isEqualTo(unreadable);
    }

    @Test
    void what_cannot_be_read_and_is_not_proved_is_answered_like_a_forgery() {
        var event = new Genuine("evt_1", List.of());
        Verification broken =
                (_, _, _, _) -> {
                    throw new DateTimeException("no time");
                };
        Verification odd =
                (_, _, _, _) -> {
                    throw new NumberFormatException("no number");
                };
        var asked =
                new Webhooks(BELIEVED, (n, _) -> new Genuine(n.json().toString(), List.of()))
                        .confirmedBy(
                                new Proof(
                                        (_, _, _) -> HttpCall.of(HttpCall.Method.GET, "/"),
                                        _ -> true));

        assertThat(read(new Webhooks(broken, (_, _) -> event), "{}"))
                .isEqualTo(new Rejected(Reason.FORGED));
        assertThat(read(new Webhooks(odd, (_, _) -> event), "{}"))
                .isEqualTo(new Rejected(Reason.FORGED));
        assertThat(read(asked, "{")).isEqualTo(new Rejected(Reason.FORGED));
    }

    @Test
    void a_change_names_the_payment_and_is_known_by_its_identity() {
        var webhooks = Webhooks.changes(BELIEVED, "/order/ref", "/id", "/type", "/at");

        assertThat(
                        read(
                                webhooks,
                                "{'id': 7, 'type': 'paid', 'order': {'ref': '" + PAYMENT + "_1'}}"))
                .isEqualTo(new Genuine("7:paid:null", List.of(new Changed(PAYMENT))));
        assertThat(read(webhooks, "{'id': 8, 'type': 'paid', 'at': 'now'}"))
                .isEqualTo(new Genuine("8:paid:now", List.of()));
        assertThat(read(webhooks, "{'type': 'paid'}")).isEqualTo(new Rejected(Reason.UNREADABLE));
    }

    @Test
    void an_address_of_a_payments_own_says_which_payment_changed() {
        var context = Contexts.of(Operation.AUTHORIZE).withPaymentId(PAYMENT);
        var address = String.valueOf(Verifications.provenAddress(context));
        var proof = address.substring(address.indexOf("proof=") + "proof=".length());
        var webhooks = Webhooks.proven("/session", "/order");

        assertThat(read(webhooks, proven(PAYMENT, proof, "{'order': 'o', 'session': 's'}")))
                .isEqualTo(new Genuine(PAYMENT + "/s/o", List.of(new Changed(PAYMENT))));
        assertThat(read(webhooks, proven(PAYMENT, proof, "{'order': 'o'}")))
                .isEqualTo(new Genuine(PAYMENT + "/o", List.of(new Changed(PAYMENT))));
        assertThat(read(webhooks, proven(PAYMENT, proof, "{'else': 'o'}")))
                .isEqualTo(new Rejected(Reason.UNREADABLE));
        assertThat(read(webhooks, proven("pay_2", proof, "{'order': 'o'}")))
                .isEqualTo(new Rejected(Reason.FORGED));
    }

    @ParameterizedTest
    @ValueSource(strings = {PAYMENT + "_1", PAYMENT + "_12", PAYMENT + "_1_2"})
    void the_names_of_attempts_and_captures_begin_with_the_payments(String reference) {
        assertThat(Changed.of(reference)).containsExactly(new Changed(PAYMENT));
    }

    @ParameterizedTest
    @CsvSource({
        PAYMENT,
        PAYMENT + "_x",
        PAYMENT + "_1_2_3",
        "x" + PAYMENT + "_1",
        "pay_1_1",
        "''",
        ","
    })
    void what_is_no_name_of_ours_is_genuine_and_no_news(@Nullable String reference) {
        assertThat(Changed.genuine("evt_1", reference)).isEqualTo(new Genuine("evt_1", List.of()));
    }

    private static Notice read(Webhooks webhooks, String json) {
        return read(webhooks, notification(json));
    }

    private static Notice read(Webhooks webhooks, Notification notification) {
        return webhooks.read(notification, Contexts.ACCOUNT, Instant.EPOCH);
    }

    private static Notification proven(String payment, String proof, String json) {
        return new Notification(
                Map.of(),
                Map.of("payment_id", payment, "proof", proof),
                json.replace('\'', '"').getBytes(UTF_8));
    }

    private static Notification notification(String json) {
        return new Notification(Map.of(), Map.of(), json.replace('\'', '"').getBytes(UTF_8));
    }
}
