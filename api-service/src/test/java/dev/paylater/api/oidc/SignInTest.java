package dev.paylater.api.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.Role;
import dev.paylater.api.settings.OidcSettings;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever shows a token is let in by what the issuer says, and by nothing else. */
class SignInTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final Issuer issuer;
    private final SignIn signIn;

    SignInTest() throws Exception {
        issuer = new Issuer();
        signIn = signIn(issuer.settings());
    }

    @AfterEach
    void close() {
        issuer.close();
    }

    private static SignIn signIn(OidcSettings settings) {
        return new SignIn(settings, Client.NONE, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private JWTClaimsSet claims(UnaryOperator<JWTClaimsSet.Builder> change) {
        return change.apply(issuer.claims(NOW)).build();
    }

    private Optional<ApiKey> find(UnaryOperator<JWTClaimsSet.Builder> change) throws Exception {
        return signIn.find(issuer.signed(claims(change)));
    }

    private static Date at(long secondsFromNow) {
        return Date.from(NOW.plusSeconds(secondsFromNow));
    }

    @Test
    void a_token_is_an_admin_key_with_its_role_named_after_issuer_and_subject() throws Exception {
        var key = find(claims -> claims.claim("email", "ada@example.com")).orElseThrow();
        assertThat(key.keyId()).isEqualTo(issuer.address() + "/" + Issuer.SUBJECT);
        assertThat(key.name()).isEqualTo("ada@example.com");
        assertThat(key.role()).isEqualTo(Role.SUPPORT);
        assertThat(key.merchantId()).isNull();
        assertThat(find(claims -> claims).orElseThrow().name()).isNull();
        assertThat(issuer.looks()).isEqualTo(1);
    }

    @Test
    void i_have_a_token_of_somebody_else_for_somebody_else_or_of_another_time() throws Exception {
        assertThat(find(claims -> claims.issuer("https://evil.example"))).isEmpty();
        assertThat(find(claims -> claims.issuer(null))).isEmpty();
        assertThat(find(claims -> claims.audience("another-application"))).isEmpty();
        assertThat(find(claims -> claims.audience((String) null))).isEmpty();
        assertThat(find(claims -> claims.subject(null))).isEmpty();
        assertThat(find(claims -> claims.subject(" "))).isEmpty();
        assertThat(find(claims -> claims.expirationTime(null))).isEmpty();
        assertThat(find(claims -> claims.issueTime(at(-600)).expirationTime(at(-31)))).isEmpty();
        assertThat(find(claims -> claims.notBeforeTime(at(31)))).isEmpty();
        assertThat(find(claims -> claims.audience(List.of("another", Issuer.AUDIENCE))))
                .isPresent();
    }

    @Test
    void i_sign_it_myself_or_not_at_all() throws Exception {
        var claims = claims(usual -> usual);
        assertThat(signIn.find(Issuer.unsigned(claims))).isEmpty();
        assertThat(signIn.find(issuer.signedWithPublicKey(claims))).isEmpty();
        var mine = Issuer.newKey(issuer.key().getKeyID());
        assertThat(
                        signIn.find(
                                Issuer.signed(
                                        claims, mine, JWSAlgorithm.RS256, new RSASSASigner(mine))))
                .isEmpty();
        var token = issuer.signed(claims);
        assertThat(signIn.find(token.substring(0, token.lastIndexOf('.') + 1))).isEmpty();
        assertThat(signIn.find("no.token")).isEmpty();
        assertThat(signIn.find("")).isEmpty();
        assertThat(signIn.find(token)).isPresent();
    }

    @Test
    void i_name_keys_that_there_are_not_and_the_issuer_is_not_asked_each_time() throws Exception {
        var unknown = Issuer.newKey("unknown");
        for (var i = 0; i < 10; i++) {
            assertThat(
                            signIn.find(
                                    Issuer.signed(
                                            claims(usual -> usual),
                                            unknown,
                                            JWSAlgorithm.RS256,
                                            new RSASSASigner(unknown))))
                    .isEmpty();
        }
        assertThat(issuer.looks()).isEqualTo(2);
        assertThat(find(claims -> claims)).isPresent();
    }

    @Test
    void a_key_that_the_issuer_has_exchanged_is_found_at_once_and_the_old_one_is_forgotten()
            throws Exception {
        var old = issuer.signed(claims(usual -> usual));
        assertThat(signIn.find(old)).isPresent();
        issuer.exchangeKey();
        assertThat(find(claims -> claims)).isPresent();
        assertThat(signIn.find(old)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "owner, OWNER",
                "operator, OPERATOR",
                "support, SUPPORT",
                "read_only, READ_ONLY",
                "none, none",
                "root, none",
                "OWNER, none",
                "bootstrap, none"
            })
    void the_role_is_one_that_there_is(@Nullable String claim, @Nullable Role role)
            throws Exception {
        assertThat(find(claims -> claims.claim("role", claim)).map(ApiKey::role))
                .isEqualTo(Optional.ofNullable(role));
    }

    @Test
    void of_several_roles_exactly_one_has_to_be_ours() throws Exception {
        assertThat(find(claims -> claims.claim("role", List.of("billing", "owner"))))
                .hasValueSatisfying(key -> assertThat(key.role()).isEqualTo(Role.OWNER));
        assertThat(find(claims -> claims.claim("role", List.of("owner", "support")))).isEmpty();
        assertThat(find(claims -> claims.claim("role", Map.of("owner", true)))).isEmpty();
    }

    @Test
    void where_a_second_factor_is_wanted_a_token_says_that_there_was_one() throws Exception {
        var byLevel = signIn(issuer.settings(List.of("phr", "phrh"), List.of()));
        assertThat(byLevel.find(issuer.signed(claims(usual -> usual)))).isEmpty();
        assertThat(byLevel.find(issuer.signed(claims(usual -> usual.claim("acr", "pwd")))))
                .isEmpty();
        assertThat(byLevel.find(issuer.signed(claims(usual -> usual.claim("acr", "phr")))))
                .isPresent();
        var byMethod = signIn(issuer.settings(List.of(), List.of("mfa", "hwk")));
        assertThat(
                        byMethod.find(
                                issuer.signed(claims(usual -> usual.claim("amr", List.of("pwd"))))))
                .isEmpty();
        assertThat(
                        byMethod.find(
                                issuer.signed(
                                        claims(
                                                usual ->
                                                        usual.claim(
                                                                "amr", List.of("pwd", "mfa"))))))
                .isPresent();
    }

    @Test
    void while_the_issuer_is_away_known_keys_are_enough_and_without_them_nobody_is_judged()
            throws Exception {
        assertThat(find(claims -> claims)).isPresent();
        issuer.goDown();
        assertThat(find(claims -> claims)).isPresent();
        var fresh = signIn(issuer.settings());
        var token = issuer.signed(claims(usual -> usual));
        for (var i = 0; i < 4; i++) {
            assertThatExceptionOfType(ApiException.class)
                    .isThrownBy(() -> fresh.find(token))
                    .satisfies(refusal -> assertThat(refusal.status()).isEqualTo(503));
        }
    }

    @Test
    void without_an_issuer_no_token_is_worth_anything() throws Exception {
        var nobody = signIn(new OidcSettings("", "", "", "role", List.of(), List.of()));
        assertThat(nobody.find(issuer.signed(claims(usual -> usual)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', https://idp.example/jwks, paylater",
        "https://idp.example, https://idp.example/jwks, ''",
        "https://idp.example, '', paylater",
        "https://idp.example, http://idp.example/jwks, paylater",
        "https://idp.example, http://localhost.evil.example/jwks, paylater"
    })
    void settings_that_are_not_safe_or_not_complete_are_refused_at_start(
            String name, String jwks, String audience) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new OidcSettings(name, jwks, audience, "role", List.of(), List.of()));
    }
}
