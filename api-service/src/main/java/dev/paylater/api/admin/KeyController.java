package dev.paylater.api.admin;

import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** The API keys of merchants. */
@Controller
final class KeyController {

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
        var body = call.read(issueForm);
        var kind = KeyKind.of(body.required("kind").stringValue());
        return KeyFields.showOnce(
                call,
                keys.issue(
                        merchantId,
                        call.newId(KeyFields.ID_PREFIX),
                        kind,
                        MerchantController.text(body, "name"),
                        KeyFields.expiry(call, body),
                        KeyFields.limits(body, kind)));
    }

    @GetMapping("/admin/merchants/{merchantId}/api_keys")
    @Allows(value = KeyKind.ADMIN, scope = Scope.KEYS_READ)
    Answer list(@PathVariable String merchantId) {
        merchants.require(merchantId);
        return KeyFields.showAll(keys.of(merchantId));
    }

    @PostMapping("/admin/merchants/{merchantId}/api_keys/{keyId}/revoke")
    @Allows(value = KeyKind.ADMIN, scope = Scope.KEYS_WRITE)
    Answer revoke(Call call, @PathVariable String merchantId, @PathVariable String keyId) {
        return KeyFields.change(call, keys.revoke(merchantId, keyId));
    }

    @PostMapping("/admin/merchants/{merchantId}/api_keys/{keyId}/rotate")
    @Allows(value = KeyKind.ADMIN, scope = Scope.KEYS_WRITE)
    Answer rotate(Call call, @PathVariable String merchantId, @PathVariable String keyId) {
        var overlap = KeyFields.overlap(call.read(rotateForm));
        return KeyFields.showOnce(
                call, keys.rotate(merchantId, keyId, call.newId(KeyFields.ID_PREFIX), overlap));
    }
}
