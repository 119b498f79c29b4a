package dev.paylater.api.oidc;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jose.util.health.HealthStatus;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.Role;
import dev.paylater.api.settings.OidcSettings;
import java.net.MalformedURLException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.core.oidc.IdTokenClaimNames;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/**
 * The issuer whose tokens are accepted: only for our audience, only while they are valid, only
 * signed with one of its published keys. A key that is not known yet is looked for, at most twice
 * in half a minute; known ones are used for an hour while the issuer is away.
 */
final class TokenIssuer {

    private static final Logger log = LoggerFactory.getLogger(TokenIssuer.class);

    /** With a pair of keys each: what verifies a token cannot make one. */
    private static final Set<JWSAlgorithm> ALGORITHMS =
            Set.of(
                    JWSAlgorithm.RS256,
                    JWSAlgorithm.RS384,
                    JWSAlgorithm.RS512,
                    JWSAlgorithm.PS256,
                    JWSAlgorithm.PS384,
                    JWSAlgorithm.PS512,
                    JWSAlgorithm.ES256,
                    JWSAlgorithm.ES384,
                    JWSAlgorithm.ES512);

    private static final int TIMEOUT_MILLIS = 2_000;
    private static final int MAX_JWKS_BYTES = 256 * 1024;
    private static final Duration CLOCK_SKEW = Duration.ofSeconds(30);
    private static final Duration KEYS_ARE_FRESH = Duration.ofMinutes(5);
    private static final Duration KEYS_OUTLIVE_THE_ISSUER = Duration.ofHours(1);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

    private final String roleClaim;
    private final NimbusJwtDecoder bearerTokens;
    private final NimbusJwtDecoder idTokens;
    private volatile boolean isReachable = true;

    /**
     * An issuer.
     *
     * @param clientId whom its id tokens are for; empty: nobody signs in there
     */
    TokenIssuer(OidcSettings settings, String clientId, Clock clock) {
        roleClaim = settings.roleClaim();
        var keys = keys(settings.jwks());
        var audience = settings.audience();
        bearerTokens =
                decoder(
                        new DefaultJOSEObjectTypeVerifier<>(
                                JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null),
                        keys,
                        validators(
                                settings,
                                clock,
                                claim(JwtClaimNames.AUD, aud -> texts(aud).contains(audience))));
        idTokens =
                decoder(
                        new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, null),
                        keys,
                        validators(settings, clock, issuedTo(clientId)));
    }

    private static NimbusJwtDecoder decoder(
            DefaultJOSEObjectTypeVerifier<SecurityContext> types,
            JWKSource<SecurityContext> keys,
            List<OAuth2TokenValidator<Jwt>> validators) {
        var processor = new DefaultJWTProcessor<SecurityContext>();
        processor.setJWSTypeVerifier(types);
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
        // The claims are checked below, all in one place.
        processor.setJWTClaimsSetVerifier((_, _) -> {});
        var decoder = new NimbusJwtDecoder(processor);
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(validators));
        return decoder;
    }

    private JWKSource<SecurityContext> keys(String address) {
        try {
            return JWKSourceBuilder.create(
                            URI.create(address).toURL(),
                            new DefaultResourceRetriever(
                                    TIMEOUT_MILLIS, TIMEOUT_MILLIS, MAX_JWKS_BYTES))
                    .refreshAheadCache(false)
                    .cache(KEYS_ARE_FRESH.toMillis(), 2L * TIMEOUT_MILLIS)
                    .rateLimited(BETWEEN_LOOKS.toMillis())
                    .outageTolerant(KEYS_OUTLIVE_THE_ISSUER.toMillis())
                    .healthReporting(
                            report ->
                                    isReachable = report.getHealthStatus() == HealthStatus.HEALTHY)
                    .build();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("paylater.oidc.jwks is no address", e);
        }
    }

    private static List<OAuth2TokenValidator<Jwt>> validators(
            OidcSettings settings, Clock clock, OAuth2TokenValidator<Jwt> audience) {
        var times = new JwtTimestampValidator(CLOCK_SKEW);
        times.setClock(clock);
        var validators = new ArrayList<OAuth2TokenValidator<Jwt>>();
        validators.add(times);
        validators.add(new JwtIssuerValidator(settings.issuer()));
        validators.add(claim(JwtClaimNames.EXP, Objects::nonNull));
        validators.add(claim(JwtClaimNames.SUB, sub -> sub instanceof String s && !s.isBlank()));
        validators.add(audience);
        validators.add(oneOf("acr", settings.requiredAcr()));
        validators.add(oneOf("amr", settings.requiredAmr()));
        return validators;
    }

    /** A token with several audiences must name the client in {@code azp}. */
    private static OAuth2TokenValidator<Jwt> issuedTo(String clientId) {
        return token -> {
            var aud = texts(token.getClaims().get(JwtClaimNames.AUD));
            var azp = token.getClaims().get(IdTokenClaimNames.AZP);
            return aud.contains(clientId) && (azp == null ? aud.size() == 1 : azp.equals(clientId))
                    ? OAuth2TokenValidatorResult.success()
                    : refusal(JwtClaimNames.AUD);
        };
    }

    /** A claim that names at least one of these; without any it may be absent. */
    private static OAuth2TokenValidator<Jwt> oneOf(String name, List<String> accepted) {
        return claim(
                name, value -> accepted.isEmpty() || !Collections.disjoint(texts(value), accepted));
    }

    private static OAuth2TokenValidator<Jwt> claim(
            String name, Predicate<@Nullable Object> condition) {
        var refusal = refusal(name);
        return token ->
                condition.test(token.getClaims().get(name))
                        ? OAuth2TokenValidatorResult.success()
                        : refusal;
    }

    private static OAuth2TokenValidatorResult refusal(String claim) {
        return OAuth2TokenValidatorResult.failure(
                new OAuth2Error(
                        OAuth2ErrorCodes.INVALID_TOKEN,
                        "The claim " + claim + " is missing or not accepted",
                        null));
    }

    /** A claim that is a text, or several of them. */
    private static List<String> texts(@Nullable Object claim) {
        return switch (claim) {
            case String text -> List.of(text);
            case Collection<?> several ->
                    several.stream()
                            .filter(String.class::isInstance)
                            .map(String.class::cast)
                            .toList();
            case null, default -> List.of();
        };
    }

    /** The administrator whom a bearer token names. */
    Optional<ApiKey> find(String token) {
        return verified(bearerTokens, token).flatMap(this::keyOf);
    }

    /**
     * The administrator whom an id token names, if it is the answer to this nonce.
     *
     * @throws ApiException when it is not to be believed, or names no role
     */
    ApiKey findById(String token, String nonce) {
        var verified =
                verified(idTokens, token)
                        .filter(id -> nonce.equals(id.getClaims().get(IdTokenClaimNames.NONCE)))
                        .orElseThrow(
                                () ->
                                        ApiException.of(
                                                ErrorCode.IR_17,
                                                "What your organisation answered is not accepted"
                                                        + " here"));
        return keyOf(verified)
                .orElseThrow(
                        () ->
                                ApiException.of(
                                        ErrorCode.IR_17,
                                        "Your organisation has signed you in, but gives you no"
                                                + " role here, or more than one"));
    }

    private Optional<Jwt> verified(NimbusJwtDecoder decoder, String token) {
        try {
            return Optional.of(decoder.decode(token));
        } catch (BadJwtException e) {
            log.debug("A token was refused: {}", e.getMessage());
            return Optional.empty();
        } catch (JwtException e) {
            if (isReachable) {
                log.debug("A token's key is not looked for yet again: {}", e.getMessage());
                return Optional.empty();
            }
            log.warn("The issuer's keys cannot be read: {}", e.getMessage());
            throw ApiException.unavailable("The issuer of this token cannot be asked for its keys");
        }
    }

    /** Of a token that names exactly one role. */
    private Optional<ApiKey> keyOf(Jwt token) {
        var named = texts(token.getClaim(roleClaim));
        var roles =
                Role.ofAdministrators().filter(role -> named.contains(role.wireName())).toList();
        if (roles.size() != 1) {
            log.debug("A token names the roles {}", roles);
            return Optional.empty();
        }
        return Optional.of(
                ApiKey.ofAdministrator(
                        token.getClaimAsString(JwtClaimNames.ISS) + "/" + token.getSubject(),
                        token.getClaimAsString("email"),
                        "",
                        token.getExpiresAt(),
                        roles.getFirst()));
    }
}
