package dev.paylater.api.admin;

import dev.paylater.api.admin.StoredResources.Change;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Form;
import dev.paylater.api.json.Json;
import dev.paylater.api.merchant.AccountCheck;
import dev.paylater.api.merchant.ConnectorAccount;
import dev.paylater.api.merchant.ConnectorAccountRepository;
import dev.paylater.api.settings.ApiSettings;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Merchants' accounts at providers. Credentials are sealed under the account and never shown. */
@Component
final class ConnectorAccounts {

    private final ConnectorAccountRepository accounts;
    private final Sealer sealer;
    private final Clock clock;
    private final TestSystems testSystems;

    ConnectorAccounts(
            ConnectorAccountRepository accounts, Sealer sealer, Clock clock, ApiSettings settings) {
        this.accounts = accounts;
        this.sealer = sealer;
        this.clock = clock;
        this.testSystems = new TestSystems(settings.keyEnvironment());
    }

    ConnectorAccount create(String merchantId, String accountId, ObjectNode fields) {
        Form.normalizeAddress(fields, "base_url");
        testSystems.choose(fields.required("connector").stringValue(), fields);
        var account =
                new ConnectorAccount(
                        accountId,
                        merchantId,
                        fields.required("connector").stringValue(),
                        true,
                        null,
                        accounts.countByMerchantId(merchantId),
                        null,
                        null,
                        null,
                        Map.of(),
                        null,
                        null,
                        clock.instant(),
                        null);
        var merged = merge(account, fields);
        return StoredResources.insert(accountId, () -> accounts.insert(merged));
    }

    Change<ConnectorAccount> update(String merchantId, String accountId, ObjectNode fields) {
        Form.normalizeAddress(fields, "base_url");
        return StoredResources.changed(
                () -> require(merchantId, accountId),
                account -> merge(account, fields),
                accounts::save);
    }

    List<ConnectorAccount> of(String merchantId) {
        return accounts.findByMerchantIdOrderByPositionAscAccountIdAsc(merchantId);
    }

    ConnectorAccount require(String merchantId, String accountId) {
        return accounts.findByAccountIdAndMerchantId(accountId, merchantId)
                .orElseThrow(() -> ApiException.notFound("connector account"));
    }

    /** Stored credentials go to no other host than the one that they were sent for. */
    private static void requireCredentialsForAnotherHost(
            ConnectorAccount account, ObjectNode fields) {
        var baseUrl = text(fields, "base_url", account.baseUrl());
        if (!Objects.equals(baseUrl, account.baseUrl()) && !fields.has("credentials")) {
            throw ApiException.of(
                    Problem.missing(
                            "credentials",
                            "credentials are required with another base_url: they are sent there"));
        }
    }

    private ConnectorAccount merge(ConnectorAccount account, ObjectNode fields) {
        requireCredentialsForAnotherHost(account, fields);
        AccountCheck.require(account.connector(), fields);
        testSystems.keep(account.connector(), account.baseUrl(), fields);
        return new ConnectorAccount(
                account.accountId(),
                account.merchantId(),
                account.connector(),
                fields.path("enabled").booleanValue(account.enabled()),
                fields.has("strict")
                        ? Boolean.valueOf(fields.get("strict").booleanValue())
                        : account.strict(),
                fields.path("position").intValue(account.position()),
                text(fields, "base_url", account.baseUrl()),
                fields.has("credentials")
                        ? seal(account, "credentials", Json.text(fields.get("credentials")))
                        : account.credentials(),
                fields.has("webhook_secret")
                        ? seal(
                                account,
                                "webhook_secret",
                                fields.get("webhook_secret").stringValue())
                        : account.webhookSecret(),
                fields.has("settings") ? texts(fields.get("settings")) : account.settings(),
                text(fields, "business_country", account.businessCountry()),
                text(fields, "business_label", account.businessLabel()),
                account.createdAt(),
                account.version());
    }

    private String seal(ConnectorAccount account, String field, String secret) {
        return sealer.seal(
                secret, new SealedPlace(account.merchantId(), account.accountId(), field));
    }

    private static @Nullable String text(ObjectNode fields, String name, @Nullable String known) {
        var value = fields.path(name);
        return value.isString() ? value.stringValue() : known;
    }

    /** Members of an object, each as the JSON text of its value. */
    private static Map<String, String> texts(JsonNode object) {
        var texts = new HashMap<String, String>();
        object.forEachEntry((name, value) -> texts.put(name, Json.text(value)));
        return texts;
    }
}
