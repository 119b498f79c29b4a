package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The addresses at which a payment's customer leaves for the provider and comes back. Each has a
 * proof that paylater has given it out: with an id from a receipt or a log, and the merchant's,
 * nobody gets the shop's return address, its signature, or the customer's page at the provider.
 */
public final class CustomerAddresses {

    /** The name of the query parameter. */
    public static final String PROOF = "proof";

    private static final String WAY_OUT = "customer-leaves";
    private static final String WAY_BACK = "customer-returns";
    private static final int PROOF_CHARACTERS = 32;

    private final String publicUrl;
    private final List<KeyedMac> keys;

    /**
     * Makes addresses under the ring's first key and accepts those of all its keys.
     *
     * @param publicUrl where customers reach paylater
     * @param ring the secrets that all services share
     */
    public CustomerAddresses(String publicUrl, KeyRing ring) {
        this.publicUrl =
                publicUrl.endsWith("/")
                        ? publicUrl.substring(0, publicUrl.length() - 1)
                        : publicUrl;
        this.keys = ring.keys().stream().map(KeyedMac::of).toList();
    }

    public String publicUrl() {
        return publicUrl;
    }

    public String wayOut(String paymentId, String merchantId, String attemptId) {
        var proof = proof(keys.getFirst(), WAY_OUT, paymentId, merchantId, attemptId);
        return publicUrl
                + ("/payments/redirect/" + paymentId + "/" + merchantId + "/" + attemptId)
                + ("?" + PROOF + "=" + proof);
    }

    public boolean isWayOut(
            String paymentId, String merchantId, String attemptId, @Nullable String proof) {
        return isProven(proof, WAY_OUT, paymentId, merchantId, attemptId);
    }

    public String wayBack(String paymentId, String merchantId, String connector) {
        var proof = proof(keys.getFirst(), WAY_BACK, paymentId, merchantId, connector);
        return publicUrl
                + ("/payments/" + paymentId + "/" + merchantId)
                + ("/redirect/response/" + connector)
                + ("?" + PROOF + "=" + proof);
    }

    public boolean isWayBack(
            String paymentId, String merchantId, String connector, @Nullable String proof) {
        return isProven(proof, WAY_BACK, paymentId, merchantId, connector);
    }

    /** A provider may add its own parameters with a second question mark behind the proof. */
    private boolean isProven(@Nullable String given, String... about) {
        if (given == null || given.length() < PROOF_CHARACTERS) {
            return false;
        }
        var proof = given.substring(0, PROOF_CHARACTERS).getBytes(UTF_8);
        return keys.stream()
                .anyMatch(key -> MessageDigest.isEqual(proof(key, about).getBytes(UTF_8), proof));
    }

    private static String proof(KeyedMac key, String... about) {
        var mac = key.copy();
        for (var part : about) {
            mac.update(part.getBytes(UTF_8));
            mac.update((byte) 0);
        }
        return HexFormat.of().formatHex(mac.doFinal()).substring(0, PROOF_CHARACTERS);
    }
}
