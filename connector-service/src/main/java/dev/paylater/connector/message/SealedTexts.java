package dev.paylater.connector.message;

import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import dev.paylater.options.SealedMembers;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * Decrypts what api-service sealed in carried fields, in this process's memory only. Only what
 * stands at the places where it seals is decrypted: any other text is the merchant's own, whatever
 * it looks like.
 */
public final class SealedTexts implements Decryption {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Sealer sealer;

    public SealedTexts(Sealer sealer) {
        this.sealer = sealer;
    }

    @Override
    public Map<String, String> decrypt(
            Map<String, String> fields, String merchantId, String paymentId) {
        var decrypted = new HashMap<>(fields);
        decrypted.replaceAll(
                (field, json) ->
                        SealedMembers.replaceSealed(
                                field,
                                json,
                                Sealer.PREFIX,
                                (path, text) ->
                                        open(text, new SealedPlace(merchantId, paymentId, path))));
        return decrypted;
    }

    private String open(String text, SealedPlace place) {
        return JSON.writeValueAsString(sealer.open(text, place));
    }
}
