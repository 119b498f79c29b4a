package dev.paylater.api.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How people sign in to the console at the issuer of {@link OidcSettings}. Without a client id they
 * do not. The addresses are settings and not read from the issuer, so that what is called is what
 * an operator has written down.
 *
 * @param id what the issuer calls this installation
 * @param secret empty: a public client, whose codes PKCE alone protects
 * @param authorizationEndpoint where a browser is sent to sign in
 * @param tokenEndpoint where api-service exchanges the code
 * @param endSessionEndpoint where a browser is sent to sign out there too; empty: nowhere
 * @param scope what is requested, separated by spaces
 */
@ConfigurationProperties("paylater.oidc.client")
public record OidcClientSettings(
        @DefaultValue("") String id,
        @DefaultValue("") String secret,
        @DefaultValue("") String authorizationEndpoint,
        @DefaultValue("") String tokenEndpoint,
        @DefaultValue("") String endSessionEndpoint,
        @DefaultValue("openid email") String scope) {

    public OidcClientSettings {
        if (id.isEmpty()) {
            if (!(secret + authorizationEndpoint + tokenEndpoint + endSessionEndpoint).isEmpty()) {
                throw new IllegalArgumentException("paylater.oidc.client.id is missing");
            }
        } else {
            OidcSettings.requireSafe("client.authorization-endpoint", authorizationEndpoint);
            OidcSettings.requireSafe("client.token-endpoint", tokenEndpoint);
            if (!endSessionEndpoint.isEmpty()) {
                OidcSettings.requireSafe("client.end-session-endpoint", endSessionEndpoint);
            }
        }
    }

    public boolean isConfigured() {
        return !id.isEmpty();
    }

    /**
     * Refuses what does not go together with the issuer.
     *
     * @throws IllegalArgumentException without an issuer, and when an id token, which is proof of a
     *     sign-in and no more, would be accepted as a key
     */
    public void requireFits(OidcSettings oidc) {
        if (isConfigured() && !oidc.isConfigured()) {
            throw new IllegalArgumentException("paylater.oidc.issuer is missing");
        }
        if (isConfigured() && oidc.audience().equals(id)) {
            throw new IllegalArgumentException(
                    "paylater.oidc.client.id must not be paylater.oidc.audience too");
        }
    }
}
