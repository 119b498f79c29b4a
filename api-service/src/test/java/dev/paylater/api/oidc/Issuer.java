package dev.paylater.api.oidc;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.paylater.api.settings.OidcSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** An OpenID Connect issuer as far as it matters here: it publishes keys and signs with them. */
public final class Issuer implements AutoCloseable {

    public static final String AUDIENCE = "paylater";
    static final String SUBJECT = "00u7";

    private final HttpServer server;
    private final AtomicInteger looks = new AtomicInteger();
    private volatile RSAKey key;
    private volatile boolean isDown;

    public Issuer() throws IOException, JOSEException {
        key = newKey("first");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/jwks",
                exchange -> {
                    try (exchange) {
                        looks.incrementAndGet();
                        var body = new JWKSet(key.toPublicJWK()).toString().getBytes(UTF_8);
                        exchange.sendResponseHeaders(isDown ? 503 : 200, body.length);
                        exchange.getResponseBody().write(body);
                    }
                });
        // One that it answers slowly holds up no other.
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /** Serves something else beside its keys. */
    void serve(String path, HttpHandler handler) {
        server.createContext(path, handler);
    }

    static RSAKey newKey(String id) throws JOSEException {
        return new RSAKeyGenerator(2048).keyID(id).generate();
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public String jwks() {
        return address() + "/jwks";
    }

    OidcSettings settings() {
        return settings(List.of(), List.of());
    }

    OidcSettings settings(List<String> acr, List<String> amr) {
        return new OidcSettings(address(), jwks(), AUDIENCE, "role", acr, amr);
    }

    /** How often somebody looked at its keys. */
    int looks() {
        return looks.get();
    }

    RSAKey key() {
        return key;
    }

    /** From now on it signs with another key and publishes no other. */
    void exchangeKey() throws JOSEException {
        key = newKey("second");
    }

    void goDown() {
        isDown = true;
    }

    /** As an issuer would give it out now. */
    JWTClaimsSet.Builder claims(Instant now) {
        return new JWTClaimsSet.Builder()
                .issuer(address())
                .subject(SUBJECT)
                .audience(AUDIENCE)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(300)))
                .claim("role", "support");
    }

    public String token(UnaryOperator<JWTClaimsSet.Builder> change) throws JOSEException {
        return signed(change.apply(claims(Instant.now())).build());
    }

    String signed(JWTClaimsSet claims) throws JOSEException {
        return signed(claims, key, JWSAlgorithm.RS256, new RSASSASigner(key));
    }

    static String signed(JWTClaimsSet claims, RSAKey key, JWSAlgorithm algorithm, JWSSigner signer)
            throws JOSEException {
        var header = new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build();
        var token = new SignedJWT(header, claims);
        token.sign(signer);
        return token.serialize();
    }

    /**
     * What somebody makes who has only what is published, and an API that takes it for a secret.
     */
    String signedWithPublicKey(JWTClaimsSet claims) throws JOSEException {
        var published = key.toRSAPublicKey().getEncoded();
        return signed(claims, key, JWSAlgorithm.HS256, new MACSigner(published));
    }

    static String unsigned(JWTClaimsSet claims) {
        return new PlainJWT(claims).serialize();
    }

    /** Tokens as somebody makes them who is not this issuer. */
    public List<Codes.Signature> forgeries() {
        return List.of(
                Issuer::unsigned,
                this::signedWithPublicKey,
                claims -> {
                    var mine = newKey(key.getKeyID());
                    return signed(claims, mine, JWSAlgorithm.RS256, new RSASSASigner(mine));
                });
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
