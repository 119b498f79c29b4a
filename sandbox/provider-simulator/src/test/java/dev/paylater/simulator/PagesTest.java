package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The customer's way out and back. */
class PagesTest {

    private static final Duration SOON = Duration.ofSeconds(15);

    @RegisterExtension static final Running RUNNING = new Running();

    private final Client client = RUNNING.client();
    private final String reference = Client.fresh("pay_");

    private Client.Got redirected(String tags, String more) {
        var order =
                Client.order(
                        reference,
                        "ada+" + tags + "@example.com",
                        ", \"webhook_url\": \"%s\"%s".formatted(RUNNING.webhooks().url(), more));
        return client.post("/payments", reference, order);
    }

    private Client.Got redirected(String tags) {
        return redirected(tags, ", \"return_url\": \"http://127.0.0.1:1/back?a=b\"");
    }

    private Client.Got visit(String url) {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build());
    }

    @Test
    void the_page_has_three_buttons() {
        var payment = redirected("redirect");
        assertThat(payment.text("/status")).isEqualTo("requires_action");
        assertThat(payment.text("/action/type")).isEqualTo("redirect");
        var page = visit(payment.text("/action/url"));
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.response().body())
                .contains("value=\"approve\"", "value=\"decline\"", "value=\"cancel\"");
        assertThat(client.ledger(reference)).isEmpty();
    }

    @Test
    void the_page_says_which_provider_it_stands_for_and_the_amount_as_people_write_it() {
        var page = visit(redirected("redirect").text("/action/url")).response().body();
        assertThat(page)
                .contains("Sandbox.", "of the sandbox provider.", "65.40 EUR", reference)
                .doesNotContain("6540 EUR", "minor units");
    }

    @ParameterizedTest
    @CsvSource({
        "approve, authorized, payment.authorized",
        "decline, declined, payment.declined",
        "cancel, cancelled, payment.cancelled"
    })
    void a_decision_sends_the_customer_back_and_tells_the_merchant(
            String decision, String status, String event) {
        var payment = redirected("redirect");
        var url = payment.text("/action/url");
        var back = visit(url + "?decision=" + decision);
        assertThat(back.status()).isEqualTo(302);
        assertThat(back.header("Location"))
                .isEqualTo(
                        "http://127.0.0.1:1/back?a=b&provider_payment_id=%s&decision=%s"
                                .formatted(payment.text("/id"), decision));
        assertThat(client.payment(payment.text("/id")).text("/status")).isEqualTo(status);
        Eventually.until(
                SOON, event, () -> RUNNING.webhooks().types(reference).equals(List.of(event)));
        assertThat(client.ledger(reference)).hasSize(status.equals("authorized") ? 1 : 0);
    }

    @Test
    void a_second_decision_changes_nothing_and_goes_back_too() {
        var payment = redirected("redirect");
        var url = payment.text("/action/url");
        visit(url + "?decision=approve");
        assertThat(visit(url + "?decision=cancel").status()).isEqualTo(302);
        assertThat(visit(url).status()).isEqualTo(302);
        assertThat(client.payment(payment.text("/id")).text("/status")).isEqualTo("authorized");
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
    }

    @Test
    void the_other_tags_decide_after_the_customer_has_approved() {
        var payment = redirected("redirect+insufficient");
        visit(payment.text("/action/url") + "?decision=approve");
        assertThat(client.payment(payment.text("/id")).error()).isEqualTo("insufficient_credit");
    }

    @Test
    void an_approval_captures_when_the_payment_is_automatic() {
        var payment = redirected("redirect", ", \"capture\": \"automatic\"");
        assertThat(visit(payment.text("/action/url") + "?decision=approve").status())
                .isEqualTo(200);
        assertThat(client.ledger(reference)).containsExactly("authorize 6540", "capture 6540");
        Eventually.until(
                SOON,
                "one webhook for both",
                () -> RUNNING.webhooks().types(reference).equals(List.of("payment.authorized")));
    }

    @Test
    void redirect_expired_expires_by_itself() {
        var payment = redirected("redirect-expired");
        assertThat(payment.text("/status")).isEqualTo("requires_action");
        Eventually.until(
                SOON,
                "expiry",
                () -> RUNNING.webhooks().types(reference).equals(List.of("payment.expired")));
        assertThat(client.payment(payment.text("/id")).text("/status")).isEqualTo("expired");
        assertThat(visit(payment.text("/action/url") + "?decision=approve").response().body())
                .contains("expired");
        assertThat(client.payment(payment.text("/id")).text("/status")).isEqualTo("expired");
    }

    @Test
    void a_void_withdraws_the_page() {
        var payment = redirected("redirect");
        client.post("/payments/" + payment.text("/id") + "/voids", reference + "v", "{}");
        visit(payment.text("/action/url") + "?decision=approve");
        assertThat(client.payment(payment.text("/id")).text("/status")).isEqualTo("cancelled");
        assertThat(client.ledger(reference)).isEmpty();
    }

    @Test
    void unknown_pages_and_decisions_are_refused() {
        var url = redirected("redirect").text("/action/url");
        assertThat(visit(url + "?decision=maybe").status()).isEqualTo(400);
        assertThat(visit(url + "x").status()).isEqualTo(404);
        assertThat(visit(client.url("/pages/nobody/x")).status()).isEqualTo(404);
        assertThat(visit(client.url("/elsewhere")).status()).isEqualTo(404);
    }
}
