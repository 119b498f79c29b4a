package dev.paylater.api.oidc;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.settings.OidcClientSettings;
import dev.paylater.kit.outgoing.BoundedHttp;
import dev.paylater.kit.outgoing.PublicAddresses;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a code is exchanged for the id token: one call, which ends in time however slow or long the
 * answer is, and follows no redirect.
 */
final class TokenEndpoint implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(TokenEndpoint.class);

    private static final Duration CONNECT = Duration.ofSeconds(2);
    private static final Duration WHOLE_CALL = Duration.ofSeconds(5);
    private static final int MAX_BYTES = 64 * 1024;

    private final OidcClientSettings settings;
    private final URI address;
    private final URI redirectUri;
    private final BoundedHttp http;

    TokenEndpoint(OidcClientSettings settings, URI redirectUri) {
        this.settings = settings;
        this.address = URI.create(settings.tokenEndpoint());
        this.redirectUri = redirectUri;
        // An operator has chosen this host; many an issuer is within the own network.
        this.http = new BoundedHttp(new PublicAddresses(Set.of(address.getHost())), CONNECT);
    }

    /**
     * The id token that the issuer gives for a code.
     *
     * @throws ApiException 403 when it gives none for it, 503 when that cannot be found out
     */
    String redeem(AuthorizationCode code, CodeVerifier verifier) {
        try {
            return idToken(
                    OIDCTokenResponseParser.parse(http(request(code, verifier).toHTTPRequest())));
        } catch (IOException | ParseException e) {
            log.warn("The issuer's token endpoint cannot be used: {}", e.toString());
            throw ApiException.unavailable(
                    "Your organisation's sign-in does not answer as it should: try again soon");
        }
    }

    private TokenRequest request(AuthorizationCode code, CodeVerifier verifier) {
        var grant = new AuthorizationCodeGrant(code, redirectUri, verifier);
        var id = new ClientID(settings.id());
        return settings.secret().isEmpty()
                ? new TokenRequest.Builder(address, id, grant).build()
                : new TokenRequest.Builder(
                                address,
                                new ClientSecretBasic(id, new Secret(settings.secret())),
                                grant)
                        .build();
    }

    private HTTPResponse http(HTTPRequest request) throws IOException {
        var post = new HttpPost(request.getURI());
        request.getHeaderMap()
                .forEach((name, values) -> values.forEach(value -> post.addHeader(name, value)));
        post.setEntity(
                new ByteArrayEntity(
                        request.getBody().getBytes(StandardCharsets.UTF_8),
                        ContentType.APPLICATION_FORM_URLENCODED));
        return http.send(post, WHOLE_CALL, TokenEndpoint::read);
    }

    private static HTTPResponse read(ClassicHttpResponse answer) throws IOException {
        var response = new HTTPResponse(answer.getCode());
        var entity = answer.getEntity();
        if (entity != null) {
            var bytes = entity.getContent().readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException("The answer is longer than " + MAX_BYTES + " bytes");
            }
            response.setHeader("Content-Type", entity.getContentType());
            response.setBody(new String(bytes, StandardCharsets.UTF_8));
        }
        return response;
    }

    private static String idToken(TokenResponse response) throws ParseException {
        if (response instanceof OIDCTokenResponse given) {
            return given.getOIDCTokens().getIDTokenString();
        }
        var refusal = response.toErrorResponse().getErrorObject().getCode();
        if (OAuth2Error.INVALID_GRANT.getCode().equals(refusal)) {
            throw ApiException.of(
                    ErrorCode.IR_17, "This sign-in is over or was finished already: begin again");
        }
        if (refusal == null) {
            throw new ParseException("An answer that is neither a token nor a refusal");
        }
        log.error("The issuer refuses this installation: {}", refusal);
        throw ApiException.unavailable(
                "Your organisation's sign-in refuses this installation: its operators have to look"
                        + " at the settings");
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
