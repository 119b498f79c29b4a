package dev.paylater.api.admin;

import dev.paylater.api.admin.IssuedKeys.Issued;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.KeyKind;
import java.time.Duration;
import java.util.List;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** The keys of a merchant for the console: what the interface does with them, for a reason. */
@Component
public final class KeyDesk {

    /** For how long a key that was rotated stays valid. */
    public static final Duration OVERLAP = Duration.ofDays(1);

    private final Form issueForm;
    private final Merchants merchants;
    private final IssuedKeys keys;

    KeyDesk(Forms forms, Merchants merchants, IssuedKeys keys) {
        this.issueForm = forms.of("ApiKeyRequest");
        this.merchants = merchants;
        this.keys = keys;
    }

    /**
     * All keys of a merchant, without their texts.
     *
     * @throws ApiException 404 when there is no such merchant
     */
    public List<ApiKey> of(String merchantId) {
        merchants.require(merchantId);
        return keys.of(merchantId);
    }

    /**
     * One of them.
     *
     * @throws ApiException 404 when the merchant has no such key
     */
    public ApiKey require(String merchantId, String keyId) {
        return of(merchantId).stream()
                .filter(key -> key.keyId().equals(keyId))
                .findFirst()
                .orElseThrow(() -> ApiException.notFound("key"));
    }

    /**
     * Issues a key.
     *
     * @param fields of the interface's ApiKeyRequest
     * @return its text, which nobody knows again
     */
    public String issue(Call call, String merchantId, ObjectNode fields, String reason) {
        merchants.require(merchantId);
        call.check(issueForm, fields);
        var kind = KeyKind.of(fields.required("kind").stringValue());
        try {
            return shown(
                    call,
                    keys.issue(
                            merchantId,
                            call.newId(KeyFields.ID_PREFIX),
                            kind,
                            MerchantController.text(fields, "name"),
                            KeyFields.expiry(call, fields),
                            KeyFields.limits(fields, kind)),
                    reason);
        } catch (DuplicateKeyException _) {
            throw ApiException.of(
                    ErrorCode.IR_16,
                    "This form was sent already: if nobody has the key's text, revoke it");
        }
    }

    /**
     * Issues a successor and ends the key after {@link #OVERLAP}.
     *
     * @return the successor's text, which nobody knows again
     */
    public String rotate(Call call, String merchantId, String keyId, String reason) {
        return shown(
                call,
                keys.rotate(merchantId, keyId, call.newId(KeyFields.ID_PREFIX), OVERLAP),
                reason);
    }

    private static String shown(Call call, Issued issued, String reason) {
        KeyFields.audit(call, issued.change(), reason);
        return issued.text();
    }

    /** Ends a key at once. */
    public void revoke(Call call, String merchantId, String keyId, String reason) {
        KeyFields.audit(call, keys.revoke(merchantId, keyId), reason);
    }
}
