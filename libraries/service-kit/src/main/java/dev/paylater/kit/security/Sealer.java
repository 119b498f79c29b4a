package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.crypto.tink.AccessesPartialKey;
import com.google.crypto.tink.Aead;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.AesGcmKey;
import com.google.crypto.tink.aead.AesGcmParameters;
import com.google.crypto.tink.util.SecretBytes;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.springframework.core.env.Environment;

/**
 * Encrypts short texts at rest with Tink: personal data and connector credentials. A sealed text
 * names the key that it was sealed under and opens at its own {@link SealedPlace} only.
 */
public final class Sealer {

    /** What sealed texts begin with, so that they are never taken for plain ones. */
    public static final String PREFIX = "sealed:";

    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;

    /** Where Tink's ciphertexts name their key: after one byte for the form. */
    private static final int KEY_ID_AT = 1;

    private static final int SHORTEST = KEY_ID_AT + Integer.BYTES + NONCE_BYTES + TAG_BYTES;

    static {
        try {
            AeadConfig.register();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Tink has AES-GCM", e);
        }
    }

    /**
     * Tink keeps a cipher and a source of randomness for each thread. For a virtual thread, which
     * ends with its request, making them takes ten times as long as the encryption.
     */
    private static final ExecutorService LASTING_THREADS =
            Executors.newFixedThreadPool(
                    Runtime.getRuntime().availableProcessors(),
                    Thread.ofPlatform().name("sealing-", 0).daemon().factory());

    private final Aead aead;
    private final int primaryId;
    private final boolean hasOldKeys;

    private Sealer(KeysetHandle keyset) throws GeneralSecurityException {
        this.aead = keyset.getPrimitive(RegistryConfiguration.get(), Aead.class);
        this.primaryId = keyset.getPrimary().getId();
        this.hasOldKeys = keyset.size() > 1;
    }

    /**
     * A sealer with the keys of a property: a {@link KeyRing} of 32 bytes each, or a keyset in
     * Tink's JSON form, as Tink's tools print one that a KMS has unwrapped.
     *
     * @throws IllegalStateException naming the environment variable and what is wrong with it
     */
    public static Sealer in(Environment environment, String property) {
        var text = environment.getRequiredProperty(property).strip();
        return text.startsWith("{") ? ofKeyset(text) : of(KeyRing.in(environment, property));
    }

    /** A sealer with the keys of a ring, under their ids. */
    public static Sealer of(KeyRing ring) {
        try {
            var keyset = KeysetHandle.newBuilder();
            for (var key : ring.keys()) {
                var entry = KeysetHandle.importKey(aesKey(key)).withFixedId(key.id());
                keyset.addEntry(key.equals(ring.primary()) ? entry.makePrimary() : entry);
            }
            return new Sealer(keyset.build());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Cannot encrypt with the keys of " + ring, e);
        }
    }

    private static Sealer ofKeyset(String json) {
        try {
            return new Sealer(
                    TinkJsonProtoKeysetFormat.parseKeyset(
                            json, RegistryConfiguration.get(), InsecureSecretKeyAccess.get()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The encryption key is no keyset of Tink for AEAD", e);
        }
    }

    @AccessesPartialKey
    private static AesGcmKey aesKey(KeyRing.Key key) throws GeneralSecurityException {
        var bytes = key.secret().getEncoded();
        if (bytes.length != KEY_BYTES) {
            throw new IllegalStateException(
                    "A key for encryption has 32 bytes; the one with id %s has %s"
                            .formatted(key.id(), bytes.length));
        }
        return AesGcmKey.builder()
                .setParameters(
                        AesGcmParameters.builder()
                                .setKeySizeBytes(KEY_BYTES)
                                .setIvSizeBytes(NONCE_BYTES)
                                .setTagSizeBytes(TAG_BYTES)
                                .setVariant(AesGcmParameters.Variant.TINK)
                                .build())
                .setKeyBytes(SecretBytes.copyFrom(bytes, InsecureSecretKeyAccess.get()))
                .setIdRequirement(key.id())
                .build();
    }

    /** Encrypts a text under the primary key. */
    public String seal(String plain, SealedPlace place) {
        return together(() -> encrypted(plain, place));
    }

    /** Encrypts several texts sooner than one by one. */
    public <T> T together(Supplier<T> sealing) {
        return Thread.currentThread().isVirtual()
                ? CompletableFuture.supplyAsync(sealing, LASTING_THREADS).join()
                : sealing.get();
    }

    private String encrypted(String plain, SealedPlace place) {
        try {
            var sealed = aead.encrypt(plain.getBytes(UTF_8), place.associatedData());
            return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Cannot seal", e);
        }
    }

    /**
     * Decrypts what {@link #seal} made.
     *
     * @throws IllegalArgumentException when the text was not sealed for this place, or under a key
     *     that is not there any more
     */
    public String open(String sealed, SealedPlace place) {
        try {
            return new String(aead.decrypt(bytes(sealed), place.associatedData()), UTF_8);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("Cannot open a sealed text in this place", e);
        }
    }

    /** Whether there are keys beside the primary one, so that texts under them may be at rest. */
    public boolean hasOldKeys() {
        return hasOldKeys;
    }

    public int primaryId() {
        return primaryId;
    }

    /** Whether a sealed text names another key than the primary one. */
    public boolean isUnderOldKey(String sealed) {
        return ByteBuffer.wrap(bytes(sealed)).getInt(KEY_ID_AT) != primaryId;
    }

    private static byte[] bytes(String sealed) {
        if (!sealed.startsWith(PREFIX)) {
            throw new IllegalArgumentException("Not a sealed text");
        }
        var bytes = Base64.getUrlDecoder().decode(sealed.substring(PREFIX.length()));
        if (bytes.length < SHORTEST) {
            throw new IllegalArgumentException("Too short for a sealed text");
        }
        return bytes;
    }
}
