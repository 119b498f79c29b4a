package dev.paylater.api.oidc;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.settings.OidcClientSettings;
import dev.paylater.api.settings.OidcSettings;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What an administrator's token is worth: as much as an admin key with the role that it names.
 * Where no issuer is configured no token is worth anything, and no class that reads one is loaded.
 */
@Component
public final class SignIn {

    private final @Nullable TokenIssuer issuer;

    SignIn(OidcSettings settings, OidcClientSettings client, Clock clock) {
        issuer = settings.isConfigured() ? new TokenIssuer(settings, client.id(), clock) : null;
    }

    /**
     * The key that this token stands for, if it is valid.
     *
     * @throws ApiException when that cannot be found out, since the issuer does not answer
     */
    public Optional<ApiKey> find(String token) {
        return issuer == null ? Optional.empty() : issuer.find(token);
    }

    /**
     * The key that a person is worth whom the issuer has signed in.
     *
     * @param nonce that was sent along with the request that this token answers
     * @throws ApiException when the token is not to be believed, names no role, or when that cannot
     *     be found out
     */
    ApiKey findById(String idToken, String nonce) {
        return Objects.requireNonNull(issuer, "nobody is sent to sign in without an issuer")
                .findById(idToken, nonce);
    }
}
