package dev.paylater.api.oidc;

import dev.paylater.api.settings.OidcClientSettings;

/** How an installation is known to its issuer. */
final class Client {

    static final OidcClientSettings NONE = new OidcClientSettings("", "", "", "", "", "openid");

    private Client() {}
}
