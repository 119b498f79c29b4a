package dev.paylater.api.admin;

import dev.paylater.api.admin.Stored.Change;
import dev.paylater.api.document.Values;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import java.time.Duration;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.core.JsonGenerator;

/** The API keys of merchants. */
@Controller
final class KeyController {

    private static final String ID_PREFIX = "key_";
    private static final long DEFAULT_OVERLAP_SECONDS = 86_400;

    private final Form issueForm;
    private final Form rotateForm;
    private final Merchants merchants;
    private final IssuedKeys keys;

    KeyController(Forms forms, Merchants merchants, IssuedKeys keys) {
        this.issueForm = forms.of("ApiKeyRequest");
        this.rotateForm = forms.of("ApiKeyRotateRequest");
        this.merchants = merchants;
        this.keys = keys;
    }

    @PostMapping("/admin/merchants/{merchantId}/api_keys")
    @Allows(value = KeyKind.ADMIN, scope = Scope.KEYS_WRITE)
    Answer issue(Call call, @PathVariable String merchantId) {
        merchants.require(merchantId);
        var body = issueForm.read(call.body());
        var expiresAt = MerchantController.text(body, "expires_at");
        return showOnce(
                call,
                keys.issue(
                        merchantId,
                        call.newId(ID_PREFIX),
                        KeyKind.of(body.required("kind").stringValue()),
                        MerchantController.text(body, "name"),
                        expiresAt == null ? null : OffsetDateTime.parse(expiresAt).toInstant(),
                        KeyLimitFields.read(body)));
    }

    @GetMapping("/admin/merchants/{merchantId}/api_keys")
    @Allows(value = KeyKind.ADMIN, scope = Scope.KEYS_READ)
    Answer list(@PathVariable String merchantId) {
        merchants.require(merchantId);
        return Stored.showAll(keys.of(merchantId), (key, json) -> write(key, null, json));
    }

    @PostMapping("/admin/merchants/{merchantId}/api_keys/{keyId}/revoke")
    @Allows(value = KeyKind.ADMIN, scope = Scope.KEYS_WRITE)
    Answer revoke(Call call, @PathVariable String merchantId, @PathVariable String keyId) {
        return change(call, keys.revoke(merchantId, keyId));
    }

    @PostMapping("/admin/merchants/{merchantId}/api_keys/{keyId}/rotate")
    @Allows(value = KeyKind.ADMIN, scope = Scope.KEYS_WRITE)
    Answer rotate(Call call, @PathVariable String merchantId, @PathVariable String keyId) {
        var body = rotateForm.read(call.body());
        var overlap = body.path("overlap_seconds").longValue(DEFAULT_OVERLAP_SECONDS);
        return showOnce(
                call,
                keys.rotate(merchantId, keyId, call.newId(ID_PREFIX), Duration.ofSeconds(overlap)));
    }

    private static Answer showOnce(Call call, IssuedKeys.Issued issued) {
        change(call, issued.change());
        return Stored.show(issued.change().after(), (key, json) -> write(key, issued.text(), json));
    }

    /** The answer and the audit log have the key without its text. */
    private static Answer change(Call call, Change<ApiKey> change) {
        return Stored.change(
                call,
                change.after().merchantId(),
                change.after().keyId(),
                change,
                (key, json) -> write(key, null, json));
    }

    private static void write(ApiKey key, @Nullable String text, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("key_id", key.keyId());
        json.writeName("merchant_id");
        Values.text(key.merchantId(), json);
        json.writeStringProperty("kind", key.kind().word());
        json.writeName("name");
        Values.text(key.name(), json);
        json.writeStringProperty("prefix", key.prefix());
        json.writeName("created_at");
        Values.time(key.createdAt(), json);
        json.writeName("expires_at");
        Values.time(key.expiresAt(), json);
        json.writeName("revoked_at");
        Values.time(key.revokedAt(), json);
        json.writeName("successor_id");
        Values.text(key.successorId(), json);
        KeyLimitFields.write(key.limits(), json);
        json.writeName("api_key");
        Values.text(text, json);
        json.writeEndObject();
    }
}
