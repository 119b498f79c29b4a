package dev.paylater.connector.message;

import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import dev.paylater.options.Sealed;
import java.util.HashMap;
import java.util.Map;

/**
 * Decrypts the carried fields that api-service sealed, in this process's memory only. A text of any
 * other field is the merchant's own, whatever it looks like.
 */
public final class SealedTexts implements Decryption {

    private final Sealer sealer;

    public SealedTexts(Sealer sealer) {
        this.sealer = sealer;
    }

    @Override
    public Map<String, String> decrypt(
            Map<String, String> fields, String merchantId, String paymentId) {
        var decrypted = new HashMap<>(fields);
        decrypted.replaceAll(
                (field, json) -> {
                    var place = new SealedPlace(merchantId, paymentId, field);
                    return Sealed.replace(
                            field, json, Sealer.PREFIX, text -> sealer.open(text, place));
                });
        return decrypted;
    }
}
