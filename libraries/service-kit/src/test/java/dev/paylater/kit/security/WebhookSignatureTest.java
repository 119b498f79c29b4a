package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Key pairs; what is signed with a shared secret is verified by the standard's own library. */
final class WebhookSignatureTest {

    /** RFC 8410: what precedes the 32 bytes of an Ed25519 key in X.509. */
    private static final byte[] X509 = new BigInteger("302a300506032b6570032100", 16).toByteArray();

    private static final Instant AT = Instant.ofEpochSecond(1_700_000_000);
    private static final byte[] BODY = "{\"type\": \"payment.succeeded\"}".getBytes(UTF_8);

    @Test
    void what_a_private_key_signs_is_verified_with_the_public_key() throws Exception {
        var key = WebhookSignature.newPrivateKey();

        var signature = WebhookSignature.of("evt_1", AT, BODY, List.of(key));

        assertThat(key).startsWith("whsk_");
        assertThat(signature).startsWith("v1a,");
        assertThat(verifies(signature, "evt_1.1700000000." + new String(BODY, UTF_8), key))
                .isTrue();
        assertThat(verifies(signature, "evt_2.1700000000." + new String(BODY, UTF_8), key))
                .isFalse();
    }

    @Test
    void each_secret_gives_a_signature_of_its_kind() {
        var secrets = List.of(WebhookSignature.newPrivateKey(), "whsec_c2VjcmV0");

        assertThat(WebhookSignature.of("evt_1", AT, BODY, secrets).split(" "))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("v1a,"),
                        second -> assertThat(second).startsWith("v1,"));
    }

    /** By the JVM, which does not sign here. */
    private static boolean verifies(String signature, String text, String privateKey)
            throws GeneralSecurityException {
        var raw = decode(WebhookSignature.publicKey(privateKey), "whpk_");
        var encoded = new byte[X509.length + raw.length];
        System.arraycopy(X509, 0, encoded, 0, X509.length);
        System.arraycopy(raw, 0, encoded, X509.length, raw.length);
        var verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(
                KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
        verifier.update(text.getBytes(UTF_8));
        return verifier.verify(decode(signature, "v1a,"));
    }

    private static byte[] decode(String text, String prefix) {
        assertThat(text).startsWith(prefix);
        return Base64.getDecoder().decode(text.substring(prefix.length()));
    }
}
