package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payments without the customer, and customers who prove who they are. */
class MandatesAndAuthenticationsTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private final Client client = RUNNING.client();
    private final String reference = Client.fresh("pay_");

    private Client.Got pay(String key, String email, String more) {
        return client.post(
                "/payments", reference + '-' + key, Client.order(reference, email, more));
    }

    private String status(String mandate) {
        return client.get("/sandbox/v1/mandates/" + mandate).text("/status");
    }

    private Client.Got by(String mandate, String key) {
        return pay(
                key,
                "ada+redirect@example.com",
                ", \"mandate\": {\"mandate_id\": \"%s\"}".formatted(mandate));
    }

    private Client.Got visit(String url) {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build());
    }

    @Test
    void a_mandate_authorizes_later_payments_without_the_customer() {
        var first = pay("1", "ada@example.com", ", \"mandate\": {\"create\": true}");
        var mandate = first.text("/mandate/id");
        assertThat(first.text("/mandate/status")).isEqualTo("active");
        assertThat(status(mandate)).isEqualTo("active");
        assertThat(by(mandate, "2").text("/status")).isEqualTo("authorized");
        client.post("/mandates/" + mandate + "/revoke", reference + "revoke", "{}");
        assertThat(status(mandate)).isEqualTo("revoked");
        assertThat(by(mandate, "3").error()).isEqualTo("mandate_inactive");
        assertThat(by("sbm_unknown", "4").error()).isEqualTo("mandate_not_found");
    }

    @Test
    void a_mandate_waits_for_its_first_payment() {
        var first = pay("1", "ada+redirect@example.com", ", \"mandate\": {\"create\": true}");
        assertThat(first.json().has("mandate")).isFalse();
        visit(first.text("/action/url") + "?decision=approve");
        var mandate = client.payment(first.text("/id")).text("/mandate/id");
        assertThat(by(mandate, "2").text("/status")).isEqualTo("authorized");
    }

    @Test
    void a_new_mandate_replaces_the_old_one_once_it_is_approved() {
        var old = pay("1", "a@b.example", ", \"mandate\": {\"create\": true}").text("/mandate/id");
        var replacing = ", \"mandate\": {\"create\": true, \"replaces\": \"%s\"}".formatted(old);
        pay("2", "a+declined@b.example", replacing);
        assertThat(status(old)).isEqualTo("active");
        var next = pay("3", "a@b.example", replacing).text("/mandate/id");
        assertThat(status(old)).isEqualTo("replaced");
        assertThat(status(next)).isEqualTo("active");
        assertThat(by(old, "4").error()).isEqualTo("mandate_inactive");
    }

    @Test
    void a_mandate_can_be_set_up_without_money() {
        var body =
                """
                {"merchant_reference": "%s", "amount": 0, "currency": "EUR",
                 "mandate": {"create": true}}
                """
                        .formatted(reference);
        var setup = client.post("/payments", reference, body);
        assertThat(setup.text("/status")).isEqualTo("authorized");
        assertThat(setup.text("/mandate/status")).isEqualTo("active");
        var without = body.replace("\"create\": true", "\"create\": false");
        assertThat(client.post("/payments", reference + "-2", without).status()).isEqualTo(422);
    }

    private Client.Got authenticate(String tag, String more) {
        return client.post(
                "/three_ds/authentications",
                reference + "auth",
                Client.order(
                        reference,
                        "ada+" + tag + "@example.com",
                        ", \"device_channel\": \"APP\", \"threeds_method_comp_ind\": \"U\""
                                + more));
    }

    private Client.Got payWith(Client.Got authentication, String key) {
        var more =
                ", \"three_ds\": {\"authentication_id\": \"%s\"}"
                        .formatted(authentication.text("/id"));
        return pay(key, "ada+3ds-challenge@example.com", more);
    }

    @Test
    void a_frictionless_authentication_lets_the_payment_through() {
        var authentication = authenticate("3ds-frictionless", "");
        assertThat(authentication.text("/trans_status")).isEqualTo("Y");
        assertThat(authentication.json().has("acs_url")).isFalse();
        assertThat(payWith(authentication, "1").text("/status")).isEqualTo("authorized");
    }

    @Test
    void a_failed_authentication_does_not() {
        var authentication = authenticate("3ds-failed", "");
        assertThat(authentication.text("/trans_status")).isEqualTo("N");
        var payment = payWith(authentication, "1");
        assertThat(payment.text("/status")).isEqualTo("declined");
        assertThat(payment.error()).isEqualTo("authentication_failed");
    }

    @ParameterizedTest
    @CsvSource({"approve, Y, authorized", "decline, N, declined", "cancel, N, declined"})
    void a_challenge_is_decided_on_its_page(String decision, String trans, String status) {
        var back = ", \"return_url\": \"http://127.0.0.1:1/back\"";
        var challenge = authenticate("3ds-challenge", back);
        assertThat(challenge.text("/trans_status")).isEqualTo("C");
        assertThat(challenge.text("/challenge_request")).isNotEmpty();
        assertThat(challenge.text("/acs_signed_content").split("\\.", -1)).hasSize(3);
        assertThat(client.operation(reference + "auth").text("/status")).isEqualTo("pending");
        assertThat(payWith(challenge, "early").error()).isEqualTo("authentication_failed");
        var page = visit(challenge.text("/acs_url"));
        assertThat(page.response().body()).contains("Approve", "Decline", "Cancel");
        var home = visit(challenge.text("/acs_url") + "?decision=" + decision);
        assertThat(home.header("Location"))
                .startsWith("http://127.0.0.1:1/back?authentication_id=");
        var path = "/sandbox/v1/three_ds/authentications/" + challenge.text("/id");
        assertThat(client.get(path).text("/trans_status")).isEqualTo(trans);
        assertThat(payWith(challenge, "1").text("/status")).isEqualTo(status);
    }

    @Test
    void an_authentication_is_good_for_its_own_payment_only() {
        var authentication = authenticate("3ds-frictionless", "");
        var other = Client.fresh("pay_");
        var more =
                ", \"three_ds\": {\"authentication_id\": \"%s\"}"
                        .formatted(authentication.text("/id"));
        assertThat(
                        client.post("/payments", other, Client.order(other, "a@b.example", more))
                                .error())
                .isEqualTo("authentication_failed");
        var unknown = ", \"three_ds\": {\"authentication_id\": \"sba_unknown\"}";
        assertThat(pay("2", "a@b.example", unknown).error()).isEqualTo("authentication_not_found");
    }
}
