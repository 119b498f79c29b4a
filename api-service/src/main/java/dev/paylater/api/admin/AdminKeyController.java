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

/** The keys of administrators, one for each of them. */
@Controller
final class AdminKeyController {

    private final Form issueForm;
    private final Form rotateForm;
    private final IssuedKeys keys;

    AdminKeyController(Forms forms, IssuedKeys keys) {
        this.issueForm = forms.of("AdminKeyRequest");
        this.rotateForm = forms.of("ApiKeyRotateRequest");
        this.keys = keys;
    }

    @PostMapping("/admin/keys")
    @Allows(value = KeyKind.ADMIN, scope = Scope.ADMINS_CREATE)
    Answer issue(Call call) {
        var body = call.read(issueForm);
        var limits = KeyFields.limits(body, KeyKind.ADMIN);
        keys.useUpToken(call.keyId());
        return KeyFields.showOnce(
                call,
                keys.issue(
                        null,
                        call.newId(KeyFields.ID_PREFIX),
                        KeyKind.ADMIN,
                        MerchantController.text(body, "name"),
                        KeyFields.expiry(call, body),
                        limits));
    }

    @GetMapping("/admin/keys")
    @Allows(value = KeyKind.ADMIN, scope = Scope.ADMINS_READ)
    Answer list() {
        return KeyFields.showAll(keys.of(null));
    }

    @PostMapping("/admin/keys/{keyId}/revoke")
    @Allows(value = KeyKind.ADMIN, scope = Scope.ADMINS_WRITE)
    Answer revoke(Call call, @PathVariable String keyId) {
        return KeyFields.change(call, keys.revoke(null, keyId));
    }

    @PostMapping("/admin/keys/{keyId}/rotate")
    @Allows(value = KeyKind.ADMIN, scope = Scope.ADMINS_WRITE)
    Answer rotate(Call call, @PathVariable String keyId) {
        var overlap = KeyFields.overlap(call.read(rotateForm));
        return KeyFields.showOnce(
                call, keys.rotate(null, keyId, call.newId(KeyFields.ID_PREFIX), overlap));
    }
}
