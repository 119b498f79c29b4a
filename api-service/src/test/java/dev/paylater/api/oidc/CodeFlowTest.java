package dev.paylater.api.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.settings.OidcClientSettings;
import dev.paylater.api.settings.OidcSettings;
import dev.paylater.api.settings.ServiceUrls;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.Sealer;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ties a browser's way to the issuer to its way back; the rest is ConsoleSignInTest's. */
class CodeFlowTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Sealer SEALER =
            Sealer.of(KeyRing.parse("KEY", "1:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="));
    private static final String AUDIENCE = "paylater";

    private final Issuer issuer = new Issuer();
    private final Codes codes = new Codes(issuer);
    private final CodeFlow flow = flow(NOW, client(Codes.CLIENT, codes.tokenEndpoint()));

    CodeFlowTest() throws Exception {}

    @AfterEach
    void close() throws IOException {
        flow.close();
        issuer.close();
    }

    private OidcClientSettings client(String id, String tokenEndpoint) {
        return new OidcClientSettings(
                id,
                Codes.SECRET,
                codes.authorizationEndpoint(),
                tokenEndpoint,
                codes.endSessionEndpoint(),
                "openid");
    }

    private CodeFlow flow(Instant now, OidcClientSettings client) {
        var clock = Clock.fixed(now, ZoneOffset.UTC);
        var oidc =
                new OidcSettings(
                        issuer.address(), issuer.jwks(), AUDIENCE, "role", List.of(), List.of());
        var addresses = new ServiceUrls("https://pay.example/", "", "1");
        return new CodeFlow(
                new SignIn(oidc, client, clock), oidc, client, addresses, SEALER, clock);
    }

    @Test
    void i_come_back_after_more_than_ten_minutes() throws Exception {
        var departure = flow.leave("/console");
        var state = Codes.query(departure.address()).getOrDefault("state", List.of());
        var back = Map.of("state", state, "code", List.of("any"));
        var late = flow(NOW.plusSeconds(601), client(Codes.CLIENT, codes.tokenEndpoint()));

        refuses(flow, departure.memory(), back, "is over");
        refuses(late, departure.memory(), back, "too long ago");
        refuses(flow, departure.memory() + "A".repeat(5_000), back, "too long ago");
        late.close();
    }

    private static void refuses(
            CodeFlow flow, String memory, Map<String, List<String>> back, String reason) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> flow.arrive(memory, back))
                .withMessageContaining(reason);
    }

    @Test
    void a_client_that_the_issuer_does_not_know_is_the_operators_to_correct() throws Exception {
        codes.fault = Codes.refusing("invalid_client");
        var departure = flow.leave("/console");
        var state = Codes.query(departure.address()).getOrDefault("state", List.of());
        var back = Map.of("state", state, "code", List.of("any"));
        refuses(flow, departure.memory(), back, "its operators have to look at the settings");
    }

    @Test
    void signing_out_goes_on_without_a_hint_that_cannot_be_opened() {
        assertThat(flow.wayOut("sealed:moved").orElseThrow())
                .startsWith(codes.endSessionEndpoint())
                .contains("client_id=" + Codes.CLIENT)
                .doesNotContain("id_token_hint");
    }

    @ParameterizedTest
    @CsvSource({
        "'', https://idp.example/token, client.id is missing",
        "console, http://idp.example/token, must be an https address",
        "console, '', must be an https address",
        "paylater, https://idp.example/token, must not be paylater.oidc.audience",
    })
    void settings_that_are_not_safe_or_not_complete_are_refused_at_start(
            String id, String tokenEndpoint, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> flow(NOW, client(id, tokenEndpoint)))
                .withMessageContaining(reason);
    }
}
