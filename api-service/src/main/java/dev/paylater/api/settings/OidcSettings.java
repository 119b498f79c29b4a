package dev.paylater.api.settings;

import java.net.URI;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whose tokens administrators may show instead of a key. Without an issuer there are none.
 *
 * @param issuer as the tokens' {@code iss} spells it
 * @param jwks where the issuer publishes its keys
 * @param audience what the tokens' {@code aud} has to name
 * @param roleClaim the claim with the administrator's role
 * @param requiredAcr when there are any, {@code acr} has to be one of them
 * @param requiredAmr when there are any, {@code amr} has to name one of them
 */
@ConfigurationProperties("paylater.oidc")
public record OidcSettings(
        @DefaultValue("") String issuer,
        @DefaultValue("") String jwks,
        @DefaultValue("") String audience,
        @DefaultValue("role") String roleClaim,
        @DefaultValue List<String> requiredAcr,
        @DefaultValue List<String> requiredAmr) {

    public OidcSettings {
        if (issuer.isEmpty() && !(jwks.isEmpty() && audience.isEmpty())) {
            throw new IllegalArgumentException("paylater.oidc.issuer is missing");
        }
        if (!issuer.isEmpty()) {
            if (audience.isEmpty()) {
                throw new IllegalArgumentException("paylater.oidc.audience is missing");
            }
            requireSafe("jwks", jwks);
        }
    }

    public boolean isConfigured() {
        return !issuer.isEmpty();
    }

    /**
     * These addresses need https, except on this machine: an attacker who replaces the keys on
     * their way, or reads a code, becomes an administrator.
     */
    static void requireSafe(String name, String address) {
        var uri = URI.create(address);
        var host = uri.getHost();
        var isHere = host != null && List.of("127.0.0.1", "[::1]", "localhost").contains(host);
        if (!"https".equals(uri.getScheme()) && !("http".equals(uri.getScheme()) && isHere)) {
            throw new IllegalArgumentException(
                    "paylater.oidc." + name + " must be an https address");
        }
    }
}
