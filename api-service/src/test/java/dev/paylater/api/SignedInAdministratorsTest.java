package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.oidc.Issuer;
import dev.paylater.schemas.SettleUnwantedMoney;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Administrators with a token of an issuer, at the API as it is deployed. */
class SignedInAdministratorsTest {

    private static final String MERCHANTS = "/admin/merchants";

    private static Issuer issuer;
    private static RunningApi api;

    @BeforeAll
    static void start() throws Exception {
        issuer = new Issuer();
        api =
                new RunningApi(
                        "--paylater.oidc.issuer=" + issuer.address(),
                        "--paylater.oidc.jwks=" + issuer.jwks(),
                        "--paylater.oidc.audience=" + Issuer.AUDIENCE,
                        "--paylater.address-limits.failed-keys-per-second=1",
                        "--paylater.address-limits.failed-keys-burst=20",
                        "--server.forward-headers-strategy=native");
    }

    @AfterAll
    static void stop() {
        api.close();
        issuer.close();
    }

    private static String token(String role) throws Exception {
        return issuer.token(claims -> claims.claim("role", role).claim("email", "ada@example.com"));
    }

    private static RunningApi.Reply get(String path, String token) {
        return api.send(api.request(path).header("Authorization", "Bearer " + token).GET());
    }

    private static RunningApi.Reply createMerchant(String token) {
        return api.send(
                api.request(MERCHANTS)
                        .header("Authorization", "bearer " + token)
                        .header("content-type", "application/json")
                        .POST(
                                BodyPublishers.ofString(
                                        "{\"merchant_id\": \"merchant_signed_in\"}")));
    }

    @Test
    void a_token_opens_what_its_role_may_and_the_audit_log_names_its_subject() throws Exception {
        assertThat(get(MERCHANTS, token("support")).status()).isEqualTo(200);
        assertThat(createMerchant(token("owner")).status()).isEqualTo(200);
        var refused = createMerchant(token("support"));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("IR_17");
        var actor = issuer.address() + "/00u7";
        var lines = get("/audit_log?actor=" + actor, token("support")).items();
        assertThat(lines.valueStream().map(line -> line.path("outcome").asString()))
                .containsExactly("refused", "done", "requested");
        assertThat(lines.valueStream().map(line -> line.path("actor_name").asString()))
                .containsOnly("ada@example.com");
    }

    @Test
    void who_settles_money_is_whom_the_token_names() throws Exception {
        // Another test of this class uses up the guesses of the usual address.
        var address = "192.0.2.10";
        var created =
                api.send(
                        api.request("/payments")
                                .header("api-key", RunningApi.SECRET)
                                .header("x-forwarded-for", address)
                                .header("content-type", "application/json")
                                .POST(
                                        BodyPublishers.ofString(
                                                "{\"amount\": 6540, \"currency\": \"EUR\"}")));
        assertThat(created.status()).as(created.body()).isEqualTo(200);
        var payment = created.json().path("payment_id").asString();
        var settlement =
                api.request(
                                MERCHANTS
                                        + "/merchant_sandbox/payments/"
                                        + payment
                                        + "/unwanted_money/settle")
                        .header("Authorization", "Bearer " + token("operator"))
                        .header("x-forwarded-for", address)
                        .header("content-type", "application/json")
                        .POST(
                                BodyPublishers.ofString(
                                        """
                                        {"attempt_id": "%s_1", "amount": 6540, "reason": "ticket 1",
                                         "operator": "eve"}
                                        """
                                                .formatted(payment)));
        var answer = api.send(settlement);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        // A busy machine answers with how the payment stands before the command was taken.
        var operators = operatorsOf(payment);
        while (operators.isEmpty()) {
            Thread.onSpinWait();
            operators = operatorsOf(payment);
        }
        assertThat(operators).containsOnly("ada@example.com (" + issuer.address() + "/00u7)");
    }

    private static List<String> operatorsOf(String paymentId) {
        return api.orchestrator.received(SettleUnwantedMoney.class).stream()
                .filter(command -> command.getAttemptId().equals(paymentId + "_1"))
                .map(SettleUnwantedMoney::getOperator)
                .toList();
    }

    @Test
    void a_token_opens_nothing_of_a_merchants_own() throws Exception {
        for (var path : Stream.of("/payments/list", "/customers").toList()) {
            // A token is taken for a key here, and another test of this class uses up the guesses.
            var request =
                    api.request(path)
                            .header("Authorization", "Bearer " + token("owner"))
                            .header("x-forwarded-for", "192.0.2.9");
            assertThat(api.send(request.GET()).status()).isEqualTo(401);
        }
    }

    @Test
    void an_admin_key_goes_on_working_and_counts_when_both_are_shown() throws Exception {
        assertThat(api.inspectAs(RunningApi.ADMIN, MERCHANTS).status()).isEqualTo(200);
        var both =
                api.request(MERCHANTS)
                        .header("Authorization", "Bearer " + token("owner"))
                        .header("admin-api-key", "admin_unknown");
        assertThat(api.send(both.GET()).status()).isEqualTo(401);
    }

    @Test
    void i_guess_tokens_and_am_stopped() throws Exception {
        var valid = token("support");
        assertThat(get(MERCHANTS, valid).status()).isEqualTo(200);
        var statuses = Stream.generate(() -> get(MERCHANTS, "guess").status()).limit(40).toList();
        assertThat(statuses).containsOnly(401, 429);
        assertThat(statuses.getLast()).isEqualTo(429);
        assertThat(get(MERCHANTS, valid).status()).isEqualTo(200);
    }

    @Test
    void where_no_issuer_is_configured_its_tokens_open_nothing() throws Exception {
        var elsewhere = RunningApi.shared();
        var request = elsewhere.request(MERCHANTS);
        request.header("Authorization", "Bearer " + token("owner"));
        assertThat(elsewhere.send(request.GET()).status()).isEqualTo(401);
    }
}
