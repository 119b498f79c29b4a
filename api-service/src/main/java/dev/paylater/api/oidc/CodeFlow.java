package dev.paylater.api.oidc;

import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationResponse;
import com.nimbusds.openid.connect.sdk.AuthenticationResponseParser;
import com.nimbusds.openid.connect.sdk.LogoutRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.claims.ACR;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.settings.OidcClientSettings;
import dev.paylater.api.settings.OidcSettings;
import dev.paylater.api.settings.ServiceUrls;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Signing in at the issuer by the authorization code flow: the browser is sent there with a state,
 * a nonce and a challenge (PKCE, S256), and comes back with a code, which is exchanged for an id
 * token. What is remembered in between lies sealed in that browser.
 */
@Component
public final class CodeFlow {

    /** Where the issuer sends browsers back to. */
    public static final String RETURN = "/console/sign_in/return";

    /** For how long a person may take to sign in there. */
    public static final Duration LONGEST = Duration.ofMinutes(10);

    private static final SealedPlace COOKIE = new SealedPlace("", "console", "sign_in");
    private static final SealedPlace SESSION = new SealedPlace("", "console", "id_token");
    private static final int MAX_COOKIE_CHARACTERS = 4_000;
    private static final int MAX_HINT_CHARACTERS = 8_000;

    private final SignIn signIn;
    private final OidcSettings oidc;
    private final OidcClientSettings client;
    private final Sealer sealer;
    private final Clock clock;
    private final String publicUrl;
    private final @Nullable TokenEndpoint tokenEndpoint;

    CodeFlow(
            SignIn signIn,
            OidcSettings oidc,
            OidcClientSettings client,
            ServiceUrls addresses,
            Sealer sealer,
            Clock clock) {
        client.requireFits(oidc);
        this.signIn = signIn;
        this.oidc = oidc;
        this.client = client;
        this.sealer = sealer;
        this.clock = clock;
        this.publicUrl = addresses.publicUrl().replaceFirst("/$", "");
        this.tokenEndpoint =
                client.isConfigured() ? new TokenEndpoint(client, address(RETURN)) : null;
    }

    /**
     * A browser that is sent to the issuer.
     *
     * @param address where to
     * @param memory what it has to bring back
     */
    public record Departure(String address, String memory) {}

    /**
     * A person whom the issuer has signed in.
     *
     * @param key what they are worth
     * @param next where they go on
     * @param hint what signs them out there, sealed; null: nothing does
     */
    public record Arrival(ApiKey key, String next, @Nullable String hint) {}

    public boolean isOffered() {
        return client.isConfigured();
    }

    private URI address(String path) {
        return URI.create(publicUrl + path);
    }

    /**
     * Begins a sign-in.
     *
     * @param next where the person goes on afterwards
     * @throws ApiException 404 where nobody signs in this way
     */
    public Departure leave(String next) {
        requireOffered();
        var state = new State();
        var nonce = new Nonce();
        var verifier = new CodeVerifier();
        var request =
                new AuthenticationRequest.Builder(
                                ResponseType.CODE,
                                Scope.parse(client.scope()),
                                new ClientID(client.id()),
                                address(RETURN))
                        .endpointURI(URI.create(client.authorizationEndpoint()))
                        .state(state)
                        .nonce(nonce)
                        .codeChallenge(verifier, CodeChallengeMethod.S256);
        if (!oidc.requiredAcr().isEmpty()) {
            request.acrValues(oidc.requiredAcr().stream().map(ACR::new).toList());
        }
        var pending =
                new Pending(
                        state.getValue(),
                        nonce.getValue(),
                        verifier.getValue(),
                        clock.instant(),
                        next);
        return new Departure(
                request.build().toURI().toString(), sealer.seal(pending.text(), COOKIE));
    }

    /**
     * Finishes a sign-in.
     *
     * @param memory what the browser was sent away with; null: it was not
     * @param parameters what it comes back with
     * @throws ApiException 403 when this browser has not begun it, or nobody was signed in; 503
     *     when that cannot be found out
     */
    public Arrival arrive(@Nullable String memory, Map<String, List<String>> parameters) {
        requireOffered();
        var pending =
                open(memory)
                        .filter(begun -> !clock.instant().isAfter(begun.since().plus(LONGEST)))
                        .filter(begun -> List.of(begun.state()).equals(parameters.get("state")))
                        .orElseThrow(
                                () ->
                                        refused(
                                                "This sign-in was not begun in this browser, or too"
                                                        + " long ago: begin again"));
        var response = response(parameters);
        if (!response.indicatesSuccess()) {
            throw refused(
                    "Your organisation has not signed you in"
                            + code(response.toErrorResponse().getErrorObject().getCode()));
        }
        var code = response.toSuccessResponse().getAuthorizationCode();
        if (code == null) {
            throw refused("The answer of your organisation's sign-in has no code");
        }
        var idToken =
                Objects.requireNonNull(tokenEndpoint)
                        .redeem(code, new CodeVerifier(pending.verifier()));
        return new Arrival(
                signIn.findById(idToken, pending.nonce()), pending.next(), hint(idToken));
    }

    private void requireOffered() {
        if (!isOffered()) {
            throw ApiException.notFound("sign-in");
        }
    }

    private Optional<Pending> open(@Nullable String memory) {
        try {
            return memory == null || memory.length() > MAX_COOKIE_CHARACTERS
                    ? Optional.empty()
                    : Pending.of(sealer.open(memory, COOKIE));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** Each parameter once; one that names its issuer (RFC 9207) names ours. */
    private AuthenticationResponse response(Map<String, List<String>> parameters) {
        if (parameters.values().stream().anyMatch(values -> values.size() != 1)) {
            throw refused("The answer of your organisation's sign-in says something twice");
        }
        try {
            var response = AuthenticationResponseParser.parse(address(RETURN), parameters);
            var issuer = response.getIssuer();
            if (issuer != null && !issuer.getValue().equals(oidc.issuer())) {
                throw refused("This is the answer of another issuer");
            }
            return response;
        } catch (ParseException _) {
            throw refused("The answer of your organisation's sign-in cannot be read");
        }
    }

    private static ApiException refused(String message) {
        return ApiException.of(ErrorCode.IR_17, message);
    }

    /** An error as OAuth has them; anything else is not repeated. */
    private static String code(@Nullable String error) {
        return error != null && error.matches("[a-z_]{1,40}") ? " (" + error + ")" : "";
    }

    private @Nullable String hint(String idToken) {
        return client.endSessionEndpoint().isEmpty() || idToken.length() > MAX_HINT_CHARACTERS
                ? null
                : sealer.seal(idToken, SESSION);
    }

    /**
     * Where a browser signs out at the issuer too; nothing where that is not configured.
     *
     * @param hint of the session's {@link Arrival}
     */
    public Optional<String> wayOut(@Nullable String hint) {
        if (client.endSessionEndpoint().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new LogoutRequest(
                                URI.create(client.endSessionEndpoint()),
                                idToken(hint),
                                null,
                                new ClientID(client.id()),
                                address("/console/sign_in"),
                                null,
                                null)
                        .toURI()
                        .toString());
    }

    /** Without it the issuer asks the person whether they mean it. */
    private @Nullable SignedJWT idToken(@Nullable String hint) {
        try {
            return hint == null ? null : SignedJWT.parse(sealer.open(hint, SESSION));
        } catch (IllegalArgumentException | java.text.ParseException _) {
            return null;
        }
    }

    @PreDestroy
    void close() throws IOException {
        if (tokenEndpoint != null) {
            tokenEndpoint.close();
        }
    }
}
