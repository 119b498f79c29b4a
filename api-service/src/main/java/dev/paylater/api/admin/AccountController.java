package dev.paylater.api.admin;

import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import org.bson.Document;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.core.JsonGenerator;

/** Merchants' accounts at providers. */
@Controller
final class AccountController {

    private static final String ID_PREFIX = "mca_";

    private final Form createForm;
    private final Form updateForm;
    private final Merchants merchants;
    private final ConnectorAccounts accounts;

    AccountController(Forms forms, Merchants merchants, ConnectorAccounts accounts) {
        this.createForm = forms.of("ConnectorAccountRequest");
        this.updateForm = forms.of("ConnectorAccountUpdateRequest");
        this.merchants = merchants;
        this.accounts = accounts;
    }

    @PostMapping("/admin/merchants/{merchantId}/connector_accounts")
    @Allows(KeyKind.ADMIN)
    Answer create(Call call, @PathVariable String merchantId) {
        merchants.require(merchantId);
        var body = createForm.read(call.body());
        var chosen = MerchantController.text(body, "merchant_connector_id");
        var id = chosen == null ? call.newId(ID_PREFIX) : chosen;
        return Stored.show(accounts.create(merchantId, id, body), AccountController::write);
    }

    @GetMapping("/admin/merchants/{merchantId}/connector_accounts")
    @Allows(KeyKind.ADMIN)
    Answer list(@PathVariable String merchantId) {
        merchants.require(merchantId);
        return Stored.showAll(accounts.of(merchantId), AccountController::write);
    }

    @PostMapping("/admin/merchants/{merchantId}/connector_accounts/{accountId}")
    @Allows(KeyKind.ADMIN)
    Answer update(Call call, @PathVariable String merchantId, @PathVariable String accountId) {
        var body = updateForm.read(call.body());
        return Stored.show(accounts.update(merchantId, accountId, body), AccountController::write);
    }

    private static void write(Document account, JsonGenerator json) {
        json.writeStartObject();
        Stored.text(account, Stored.ID, "merchant_connector_id", json);
        Stored.text(account, Stored.MERCHANT, json);
        Stored.text(account, "connector", json);
        json.writeBooleanProperty("enabled", account.getBoolean("enabled", true));
        json.writeNumberProperty("position", account.getInteger("position", 0));
        Stored.text(account, "base_url", json);
        json.writeObjectPropertyStart("settings");
        account.get("settings", new Document())
                .forEach(
                        (name, text) -> {
                            json.writeName(name);
                            json.writeRawValue(String.valueOf(text));
                        });
        json.writeEndObject();
        Stored.text(account, "business_country", json);
        Stored.text(account, "business_label", json);
        Stored.time(account, Stored.CREATED_AT, json);
        json.writeEndObject();
    }
}
