package dev.paylater.api.sandbox;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import dev.paylater.api.json.Json;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Keys;
import dev.paylater.api.merchant.AccountCheck;
import dev.paylater.api.merchant.ConnectorAccount;
import dev.paylater.api.merchant.Merchant;
import dev.paylater.api.merchant.Profile;
import dev.paylater.api.merchant.ResponseHashKeys;
import dev.paylater.connector.kit.AccountForm;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.query.Update;

/**
 * Two merchants with known keys and an account at every connector, pointing at the simulator. What
 * everybody knows must open nothing in production: there these keys are looked for and refused.
 */
final class SandboxSeed {

    private static final List<SeededMerchant> MERCHANTS =
            List.of(new SeededMerchant("sandbox"), new SeededMerchant("other"));
    private static final Key ADMIN =
            new Key("key_admin_sandbox", null, KeyKind.ADMIN, key("admin_sandbox"));

    /** Providers for companies want to know where the invoice of a capture can be read. */
    private static final String INVOICE_URL = "invoice_url";

    private final MongoOperations store;
    private final Keys keys;
    private final Sealer sealer;
    private final Clock clock;

    SandboxSeed(MongoOperations store, Keys keys, Sealer sealer, Clock clock) {
        this.store = store;
        this.keys = keys;
        this.sealer = sealer;
        this.clock = clock;
    }

    private record Key(String id, @Nullable String merchantId, KeyKind kind, String text) {}

    private record SeededMerchant(String name) {
        String id() {
            return "merchant_" + name;
        }

        String profileId() {
            return "pro_" + name;
        }

        List<Key> keys() {
            return List.of(
                    new Key("key_sk_" + name, id(), KeyKind.SECRET, key("sk_" + name)),
                    new Key("key_pk_" + name, id(), KeyKind.PUBLISHABLE, key("pk_" + name)));
        }
    }

    private static String key(String name) {
        return name + "_paylater_0123456789abcdef";
    }

    /** Refuses to start where a key is valid that stands in the documentation. */
    void requireAbsent() {
        var wellKnown =
                Stream.concat(
                        MERCHANTS.stream().flatMap(merchant -> merchant.keys().stream()),
                        Stream.of(ADMIN));
        if (wellKnown.anyMatch(key -> keys.find(key.text(), keys.hash(key.text())).isPresent())) {
            throw new IllegalStateException(
                    "The sandbox's keys are valid here. They are public, and only the local profile"
                            + " may use them: remove them from api_keys, or choose another"
                            + " PAYLATER_ADMIN_KEY.");
        }
    }

    void plant(String simulatorUrl) {
        var now = clock.instant();
        for (var merchant : MERCHANTS) {
            insert(new Merchant(merchant.id(), "Sandbox " + merchant.name(), now));
            insert(
                    new Profile(
                            merchant.profileId(),
                            merchant.id(),
                            "Default",
                            null,
                            null,
                            sealer.seal(
                                    key("hash_" + merchant.name()),
                                    ResponseHashKeys.place(merchant.id(), merchant.profileId())),
                            null,
                            null,
                            null,
                            true,
                            now,
                            null));
            merchant.keys().forEach(key -> plantKey(key, now));
            plantAccounts(merchant, simulatorUrl, now);
        }
        plantKey(ADMIN, now);
    }

    private void plantKey(Key key, Instant now) {
        var stored = stored(key, now);
        insert(stored);
        // The pepper can change between two starts.
        store.update(ApiKey.class)
                .matching(where("keyId").is(key.id()).and("hash").ne(stored.hash()))
                .apply(Update.update("hash", stored.hash()))
                .first();
    }

    private void plantAccounts(SeededMerchant merchant, String simulatorUrl, Instant now) {
        var position = 0;
        for (var connector : Topic.CONNECTORS) {
            var form = AccountCheck.formOf(connector);
            var id = "mca_" + merchant.name() + "_" + connector;
            var baseUrl =
                    simulatorUrl + "/" + connector + (connector.equals("sandbox") ? "/v1" : "");
            insert(
                    new ConnectorAccount(
                            id,
                            merchant.id(),
                            connector,
                            true,
                            null,
                            position,
                            baseUrl,
                            sealer.seal(
                                    credentials(merchant, form),
                                    new SealedPlace(merchant.id(), id, "credentials")),
                            sealer.seal(
                                    "whsec_" + merchant.id(),
                                    new SealedPlace(merchant.id(), id, "webhook_secret")),
                            settings(form),
                            null,
                            null,
                            now,
                            null));
            // The simulator's port can change between two starts.
            store.update(ConnectorAccount.class)
                    .matching(where("accountId").is(id).and("baseUrl").ne(baseUrl))
                    .apply(Update.update("baseUrl", baseUrl))
                    .first();
            position++;
        }
    }

    /** Whatever the provider calls its credentials, all of them are the same account. */
    private static String credentials(SeededMerchant merchant, AccountForm form) {
        var account = "sandbox_" + merchant.id();
        return Json.text(
                form.credentials().stream()
                        .collect(Collectors.toMap(Function.identity(), _ -> account)));
    }

    private static Map<String, String> settings(AccountForm form) {
        return form.allSettings().map(AccountForm.Setting::name).anyMatch(INVOICE_URL::equals)
                ? Map.of(INVOICE_URL, Json.text("https://shop.example/invoices/{invoice_ref}.pdf"))
                : Map.of();
    }

    private ApiKey stored(Key key, Instant now) {
        return new ApiKey(
                key.id(),
                key.merchantId(),
                key.kind(),
                "Sandbox",
                key.text().substring(0, key.text().indexOf("_paylater")),
                keys.hash(key.text()),
                now,
                null,
                null,
                null,
                null,
                null);
    }

    /** Keeps what is there: another instance, or an earlier start, has been faster. */
    private void insert(Object document) {
        try {
            store.insert(document);
        } catch (DuplicateKeyException _) {
            // It is there.
        }
    }
}
