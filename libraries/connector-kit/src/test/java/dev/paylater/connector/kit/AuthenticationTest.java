package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.connector.kit.HttpCall.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AuthenticationTest {

    private static final HttpCall CALL = HttpCall.of(Method.GET, "/x");
    private static final Account ACCOUNT =
            Contexts.account(
                    Map.of("user", new Secret("Aladdin"), "key", new Secret("open sesame")),
                    null,
                    Map.of());
    private static final Account EMPTY = Contexts.account(Map.of(), null, Map.of());

    @Test
    void a_credential_goes_into_a_header_of_its_own() {
        assertThat(headers(Authentication.header("X-Key", "key")))
                .isEqualTo(Map.of("Accept", "application/json", "X-Key", "open sesame"));
    }

    @Test
    void a_bearer_token_is_that_of_rfc_6750() {
        assertThat(headers(Authentication.bearer("user")))
                .isEqualTo(Map.of("Accept", "application/json", "Authorization", "Bearer Aladdin"));
    }

    /** The example of RFC 7617, section 2. */
    @Test
    void basic_authentication_is_that_of_rfc_7617() {
        assertThat(headers(Authentication.basic("user", "key")))
                .isEqualTo(
                        Map.of(
                                "Accept",
                                "application/json",
                                "Authorization",
                                "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="));
    }

    @Test
    void a_header_that_the_provider_requires_stands_beside_the_credentials() {
        var authentication = Authentication.bearer("user").with("X-Merchant", Account::merchantId);

        assertThat(headers(authentication))
                .isEqualTo(
                        Map.of(
                                "Accept",
                                "application/json",
                                "Authorization",
                                "Bearer Aladdin",
                                "X-Merchant",
                                "merchant_1"));
        assertThat(authentication.login()).isNull();
    }

    @Test
    void without_its_credentials_an_account_is_bad() {
        assertThatThrownBy(() -> Authentication.bearer("key").attach().apply(CALL, EMPTY))
                .isInstanceOf(BadAccount.class)
                .hasMessage("credential key is missing");
    }

    /** RFC 6749, section 4.4.2, as JSON. */
    @Test
    void client_credentials_are_exchanged_for_a_bearer_token() {
        var authentication = Authentication.clientCredentials("/oauth/token", "user", "key");
        var login = Objects.requireNonNull(authentication.login()).apply(ACCOUNT);

        assertThat(headers(authentication))
                .as("the credentials are on no other call")
                .isEqualTo(Map.of("Accept", "application/json"));
        assertThat(login.call()).hasToString("POST /oauth/token");
        assertThat(login.call().headers())
                .isEqualTo(
                        Map.of("Accept", "application/json", "Content-Type", "application/json"));
        assertThat(login.call().body())
                .isEqualTo(
                        "{\"grant_type\":\"client_credentials\",\"client_id\":\"Aladdin\","
                                + "\"client_secret\":\"open sesame\"}");

        var token = login.read().apply(answer(200, "{'access_token': 'a', 'expires_in': 3600}"));
        assertThat(token).isEqualTo(new Login.Token(new Secret("a"), Duration.ofHours(1)));
        assertThat(login.attach().apply(CALL, token.value()).headers())
                .isEqualTo(Map.of("Accept", "application/json", "Authorization", "Bearer a"));
    }

    @Test
    void client_credentials_may_also_go_as_basic_authentication_and_a_form() {
        var authentication = Authentication.basicClientCredentials("/token", "user", "key");
        var login = Objects.requireNonNull(authentication.login()).apply(ACCOUNT);

        assertThat(headers(authentication)).isEqualTo(Map.of("Accept", "application/json"));
        assertThat(login.call().headers())
                .isEqualTo(
                        Map.of(
                                "Accept",
                                "application/json",
                                "Authorization",
                                "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
                                "Content-Type",
                                "application/x-www-form-urlencoded"));
        assertThat(login.call().body()).isEqualTo("grant_type=client_credentials");
    }

    @Test
    void a_header_beside_client_credentials_leaves_the_login() {
        assertThat(
                        Authentication.clientCredentials("/token", "user", "key")
                                .with("X-Merchant", Account::merchantId)
                                .login())
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'access_token': 'a'}",
                "{'expires_in': 3600}",
                "{'access_token': 'a', 'expires_in': '3600'}",
                ""
            })
    void a_login_that_does_not_say_token_and_lifetime_is_unreadable(String body) {
        var login = login();

        assertThatThrownBy(() -> login.read().apply(answer(200, body)))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void a_refused_login_gives_no_token() {
        var login = login();

        assertThatThrownBy(
                        () ->
                                login.read()
                                        .apply(
                                                answer(
                                                        401,
                                                        "{'access_token': 'a', 'expires_in': 1}")))
                .isInstanceOf(UnreadableAnswer.class)
                .hasMessage("login refused: HTTP 401");
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "key"})
    void that_an_account_cannot_log_in_is_noticed_before_a_call(String only) {
        var half = Contexts.account(Map.of(only, new Secret("x")), null, Map.of());
        var authentication = Authentication.clientCredentials("/token", "user", "key");

        assertThatThrownBy(() -> authentication.attach().apply(CALL, half))
                .isInstanceOf(BadAccount.class);
    }

    private static Login login() {
        var authentication = Authentication.clientCredentials("/token", "user", "key");
        return Objects.requireNonNull(authentication.login()).apply(ACCOUNT);
    }

    private static Map<String, String> headers(Authentication authentication) {
        return authentication.attach().apply(CALL, ACCOUNT).headers();
    }
}
