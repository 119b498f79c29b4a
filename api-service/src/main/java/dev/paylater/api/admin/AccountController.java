package dev.paylater.api.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.admin.StoredResources.Change;
import dev.paylater.api.document.Values;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.ConnectorAccount;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** Merchants' accounts at providers. */
@Controller
final class AccountController {

    private static final String ID_PREFIX = "mca_";
    private static final List<String> SECRETS = List.of("credentials", "webhook_secret");

    private final Form createForm;
    private final Form updateForm;
    private final Merchants merchants;
    private final ConnectorAccounts accounts;
    private final AccountDesk desk;

    AccountController(
            Forms forms, Merchants merchants, ConnectorAccounts accounts, AccountDesk desk) {
        this.createForm = forms.of("ConnectorAccountRequest");
        this.updateForm = forms.of("ConnectorAccountUpdateRequest");
        this.merchants = merchants;
        this.accounts = accounts;
        this.desk = desk;
    }

    @PostMapping("/admin/merchants/{merchantId}/connector_accounts")
    @Allows(value = KeyKind.ADMIN, scope = Scope.ACCOUNTS_WRITE)
    Answer create(Call call, @PathVariable String merchantId) {
        merchants.require(merchantId);
        var body = call.read(createForm);
        var chosen = MerchantController.text(body, "merchant_connector_id");
        var id = chosen == null ? call.newId(ID_PREFIX) : chosen;
        return change(call, body, new Change<>(null, accounts.create(merchantId, id, body)));
    }

    @GetMapping("/admin/merchants/{merchantId}/connector_accounts")
    @Allows(value = KeyKind.ADMIN, scope = Scope.CONFIGURATION_READ)
    Answer list(@PathVariable String merchantId) {
        merchants.require(merchantId);
        return StoredResources.showAll(
                accounts.of(merchantId), ConnectorAccount::accountId, AccountController::write);
    }

    @PostMapping("/admin/merchants/{merchantId}/connector_accounts/{accountId}")
    @Allows(value = KeyKind.ADMIN, scope = Scope.ACCOUNTS_WRITE)
    Answer update(Call call, @PathVariable String merchantId, @PathVariable String accountId) {
        var body = call.read(updateForm);
        return change(call, body, accounts.update(merchantId, accountId, body));
    }

    @PostMapping("/admin/merchants/{merchantId}/connector_accounts/{accountId}/verify")
    @Allows(value = KeyKind.ADMIN, scope = Scope.ACCOUNTS_WRITE)
    Answer verify(Call call, @PathVariable String merchantId, @PathVariable String accountId) {
        var verification = desk.verify(call, merchantId, accountId);
        return Answer.json(Json.text(verification).getBytes(UTF_8));
    }

    /** The audit log says which secrets were replaced, and neither the old ones nor the new. */
    private static Answer change(Call call, ObjectNode sent, Change<ConnectorAccount> change) {
        var before = change.before();
        var account = change.after();
        var after = (ObjectNode) Json.read(StoredResources.text(account, AccountController::write));
        SECRETS.stream().filter(sent::has).forEach(name -> after.put(name, "replaced"));
        call.changes(
                account.merchantId(),
                account.accountId(),
                before == null ? null : StoredResources.text(before, AccountController::write),
                Json.text(after));
        return StoredResources.show(account, AccountController::write);
    }

    private static void write(ConnectorAccount account, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("merchant_connector_id", account.accountId());
        json.writeStringProperty("merchant_id", account.merchantId());
        json.writeStringProperty("connector", account.connector());
        json.writeBooleanProperty("enabled", account.enabled());
        json.writeBooleanProperty("strict", Boolean.TRUE.equals(account.strict()));
        json.writeNumberProperty("position", account.position());
        json.writeName("base_url");
        Values.text(account.baseUrl(), json);
        json.writeObjectPropertyStart("settings");
        account.settings()
                .forEach(
                        (name, text) -> {
                            json.writeName(name);
                            json.writeRawValue(text);
                        });
        json.writeEndObject();
        json.writeName("business_country");
        Values.text(account.businessCountry(), json);
        json.writeName("business_label");
        Values.text(account.businessLabel(), json);
        json.writeName("created_at");
        Values.time(account.createdAt(), json);
        json.writeEndObject();
    }
}
