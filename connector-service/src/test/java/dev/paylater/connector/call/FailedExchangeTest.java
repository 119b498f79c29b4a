package dev.paylater.connector.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.paylater.connector.call.CallSettings.BreakerSettings;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.HttpCall.Method;
import dev.paylater.connector.kit.Login;
import dev.paylater.connector.kit.Login.Token;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.Secret;
import dev.paylater.connector.kit.Step;
import dev.paylater.connector.message.OperationRequest;
import dev.paylater.connector.message.OperationRequest.Earlier;
import dev.paylater.kit.outgoing.PublicAddresses;
import dev.paylater.provider.ProviderResult.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Which exchanges are kept, and what of them. */
@Timeout(30)
final class FailedExchangeTest {

    private static final String KEY = "se/cret \"one\"";

    private final FakeProvider provider = new FakeProvider();
    private final FakeConnector connector = new FakeConnector();
    private final List<FailedExchange> kept = new ArrayList<>();
    private FailedExchanges exchanges = kept::add;
    private final CallSettings settings =
            new CallSettings(
                    Duration.ofMillis(1_500),
                    Duration.ofSeconds(1),
                    50,
                    0,
                    Duration.ofSeconds(2),
                    new BreakerSettings(10, 5, 60, Duration.ofMillis(300)),
                    Set.of("127.0.0.1"));
    private final Http http =
            new Http(new PublicAddresses(settings.internalHosts()), settings.connectTimeout());
    private final OperationExecution execution =
            OperationExecution.over(
                    http,
                    settings,
                    new SimpleMeterRegistry(),
                    Clock.systemUTC(),
                    exchange -> exchanges.keep(exchange));

    @AfterEach
    void close() throws IOException {
        provider.close();
        http.close();
    }

    @Test
    void a_success_leaves_none() {
        assertThat(perform()).isEqualTo(Status.APPROVED);
        assertThat(kept).isEmpty();
    }

    @Test
    void a_decline_a_500_silence_and_an_unreadable_answer_leave_one_each() {
        provider.then(FailedExchangeTest::decline).thenStatus(500).thenBody("<html>").thenSilence();

        assertThat(perform()).isEqualTo(Status.DECLINED);
        assertThat(perform()).isEqualTo(Status.UNKNOWN);
        assertThat(perform()).isEqualTo(Status.UNKNOWN);
        assertThat(perform()).isEqualTo(Status.UNKNOWN);

        assertThat(kept)
                .extracting(FailedExchange::result)
                .containsExactly("declined", "http_500", "unreadable", "timeout");
        assertThat(kept)
                .extracting(exchange -> text(exchange).path("http_status").asInt(0))
                .containsExactly(422, 500, 200, 0);
        assertThat(kept)
                .extracting(exchange -> text(exchange).path("answer_body").asString(""))
                .containsExactly("{\"code\": \"declined\"}", "{}", "<html>", "");
        assertThat(kept)
                .allSatisfy(
                        exchange -> {
                            assertThat(exchange.operationId()).isEqualTo("pay_1_1_capture");
                            assertThat(exchange.paymentId()).isEqualTo("pay_1");
                            assertThat(text(exchange).path("url").asString())
                                    .isEqualTo(provider.url() + "/pay");
                        });
    }

    @Test
    void numbers_of_identity_papers_accounts_and_cards_are_not_kept() {
        provider.thenBody(
                "<{\"ssn\": \"12,3\", \"nationalIdentificationNumber\": 45, \"iban\":\"DE1\","
                        + " \"city\": \"Ulm\", \"card_number\": null}");

        perform();
        assertThat(text(kept.getFirst()).path("answer_body").asString(""))
                .isEqualTo(
                        "<{\"ssn\": \"***\", \"nationalIdentificationNumber\": \"***\","
                                + " \"iban\":\"***\", \"city\": \"Ulm\", \"card_number\": null}");
    }

    @Test
    void the_proof_of_the_customers_way_back_is_not_kept() {
        provider.thenBody(
                "<{\"return_url\": \"https://pay.example/back?proof=0123abcd\\u0026a=1\","
                        + " \"form\": \"url=back%3Fproof%3D0123abcd%26a\"}");

        perform();
        assertThat(text(kept.getFirst()).path("answer_body").asString(""))
                .isEqualTo(
                        "<{\"return_url\": \"https://pay.example/back?proof=***\\u0026a=1\","
                                + " \"form\": \"url=back%3Fproof%3D***%26a\"}");
    }

    @Test
    void what_was_refused_on_the_way_to_a_success_is_kept() {
        connector.performing =
                _ ->
                        Step.call(
                                HttpCall.of(Method.GET, "/look"),
                                _ ->
                                        Step.call(
                                                HttpCall.of(Method.POST, "/pay"),
                                                _ -> Step.done(FakeConnector.PAID)));
        provider.thenStatus(404);

        assertThat(perform()).isEqualTo(Status.APPROVED);
        assertThat(kept).extracting(FailedExchange::result).containsExactly("http_404");
    }

    @Test
    void no_credential_is_kept_however_it_is_written_and_no_header_that_holds_one() {
        connector.performing =
                _ ->
                        Step.call(
                                HttpCall.of(Method.POST, "/pay/{}?signature=abc", KEY)
                                        .withForm("key", KEY)
                                        .withHeader("X-Api-Key", KEY)
                                        .withHeader("Idempotency-Key", "key-1")
                                        .withBasicAuthorization("user", KEY),
                                answer -> {
                                    answer.json();
                                    return Step.done(FakeConnector.PAID);
                                });
        provider.then(
                exchange ->
                        FakeProvider.send(
                                exchange,
                                400,
                                "SE/CRET \"ONE\" se\\/cret \\\"one\\\" se%2Fcret+%22one%22 "
                                        + exchange.getRequestHeaders().getFirst("Authorization"),
                                null));

        perform();

        var text = text(kept.getFirst());
        assertThat(text.path("url").asString())
                .isEqualTo(provider.url() + "/pay/***?signature=***");
        assertThat(text.path("request_body").asString()).isEqualTo("key=***");
        assertThat(text.path("answer_body").asString()).isEqualTo("*** *** *** ***");
        assertThat(text.path("request_headers").propertyNames())
                .containsExactlyInAnyOrder("Idempotency-Key", "Content-Type");
    }

    @Test
    void a_login_leaves_its_refusal_and_no_token() {
        connector.login =
                new Login(
                        HttpCall.of(Method.POST, "/login").withForm("client_secret", KEY),
                        answer -> new Token(new Secret(answer.body()), Duration.ofMinutes(1)),
                        (call, token) -> call.withBearer(token.value()));
        provider.thenStatus(401)
                .thenBody("token-1")
                .then(
                        exchange ->
                                FakeProvider.send(exchange, 422, "{\"code\": \"token-1\"}", null));

        assertThat(perform()).isEqualTo(Status.UNAUTHORIZED);
        assertThat(perform()).isEqualTo(Status.DECLINED);

        assertThat(text(kept.getFirst()).path("url").asString())
                .isEqualTo(provider.url() + "/login");
        assertThat(text(kept.getFirst()).path("request_body").asString())
                .isEqualTo("client_secret=***");
        assertThat(text(kept.getLast()).path("answer_body").asString())
                .isEqualTo("{\"code\": \"***\"}");
        assertThat(kept).hasSize(2).noneMatch(exchange -> exchange.text().contains("token-1"));
    }

    @Test
    void bodies_are_cut_at_8_kb_between_characters() {
        provider.then(exchange -> FakeProvider.send(exchange, 500, "x" + "é".repeat(9_000), null));

        perform();

        assertThat(text(kept.getFirst()).path("answer_body").asString())
                .isEqualTo("x" + "é".repeat(4_095));
    }

    @Test
    void a_failure_to_keep_one_changes_no_result() {
        exchanges =
                _ -> {
                    throw new IllegalStateException("the store is away");
                };
        provider.then(FailedExchangeTest::decline);

        assertThat(perform()).isEqualTo(Status.DECLINED);
        assertThat(provider.requests).hasSize(1);
    }

    private static void decline(HttpExchange exchange) throws IOException {
        FakeProvider.send(exchange, 422, "{\"code\": \"declined\"}", null);
    }

    private Status perform() {
        var account =
                new Account(
                        "mca_1",
                        "merchant_1",
                        "sandbox",
                        provider.url(),
                        Map.of("api_key", new Secret(KEY)),
                        new Secret("whsec_one"),
                        new Fields(Map.of()));
        return execution
                .carryOut(
                        new OperationRequest(
                                Contexts.of(Operation.CAPTURE).withAccount(account),
                                false,
                                Earlier.NEVER,
                                Instant.parse("2100-01-01T00:00:00Z")),
                        connector.connector())
                .status();
    }

    private static JsonNode text(FailedExchange exchange) {
        return JsonMapper.shared().readTree(exchange.text());
    }
}
