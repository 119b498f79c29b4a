package dev.paylater.api.sandbox;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Keys;
import dev.paylater.kit.security.Sealer;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Two merchants with known keys and an account at every connector, pointing at the simulator. What
 * everybody knows must open nothing in production: there these keys are looked for and refused.
 */
final class SandboxSeed {

    private static final String ID = "_id";
    private static final String CREATED_AT = "created_at";
    private static final List<Merchant> MERCHANTS =
            List.of(new Merchant("sandbox"), new Merchant("other"));
    private static final Key ADMIN =
            new Key("key_admin_sandbox", null, KeyKind.ADMIN, key("admin_sandbox"));

    private final MongoDatabase database;
    private final Keys keys;
    private final Sealer sealer;
    private final Clock clock;

    SandboxSeed(MongoDatabase database, Keys keys, Sealer sealer, Clock clock) {
        this.database = database;
        this.keys = keys;
        this.sealer = sealer;
        this.clock = clock;
    }

    private record Key(String id, @Nullable String merchantId, KeyKind kind, String text) {}

    private record Merchant(String name) {
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
        var hashes =
                Stream.concat(
                                MERCHANTS.stream().flatMap(merchant -> merchant.keys().stream()),
                                Stream.of(ADMIN))
                        .map(known -> keys.hash(known.text()))
                        .toList();
        if (database.getCollection(Keys.COLLECTION).find(in("hash", hashes)).first() != null) {
            throw new IllegalStateException(
                    "The sandbox's keys are in this database. They are public, and only the local"
                            + " profile may use them: remove them from api_keys.");
        }
    }

    void plant(String simulatorUrl) {
        for (var merchant : MERCHANTS) {
            insert(
                    "merchants",
                    new Document(ID, merchant.id()).append("name", "Sandbox " + merchant.name()));
            insert(
                    "profiles",
                    new Document(ID, merchant.profileId())
                            .append("merchant_id", merchant.id())
                            .append("name", "Default")
                            .append("is_default", true));
            merchant.keys().forEach(this::insert);
            plantAccounts(merchant, simulatorUrl);
        }
        insert(ADMIN);
    }

    private void plantAccounts(Merchant merchant, String simulatorUrl) {
        var position = 0;
        for (var connector : Topic.CONNECTORS) {
            var id = "mca_" + merchant.name() + "_" + connector;
            var baseUrl =
                    simulatorUrl + "/" + connector + (connector.equals("sandbox") ? "/v1" : "");
            insert(
                    "connector_accounts",
                    new Document(ID, id)
                            .append("merchant_id", merchant.id())
                            .append("connector", connector)
                            .append("position", position)
                            .append("enabled", true)
                            .append("credentials", sealer.seal(credentials(merchant), id))
                            .append("webhook_secret", sealer.seal("whsec_" + merchant.id(), id))
                            .append("base_url", baseUrl)
                            .append("settings", settings()));
            // The simulator's port can change between two starts.
            database.getCollection("connector_accounts")
                    .updateOne(eq(ID, id), set("base_url", baseUrl));
            position++;
        }
    }

    /** Every name under which some provider knows a credential, all for the same account. */
    private static String credentials(Merchant merchant) {
        var account = "sandbox_" + merchant.id();
        return Json.text(
                Map.ofEntries(
                        Map.entry("api_key", account),
                        Map.entry("api_token", account),
                        Map.entry("secret_key", account),
                        Map.entry("public_key", account),
                        Map.entry("private_key", account),
                        Map.entry("username", account),
                        Map.entry("password", account),
                        Map.entry("client_id", account),
                        Map.entry("client_secret", account),
                        Map.entry("merchant_id", account),
                        Map.entry("merchant_code", account),
                        Map.entry("notification_token", "whsec_" + merchant.id())));
    }

    /** Providers for companies want to know where the invoice of a capture can be read. */
    private static Document settings() {
        return new Document(
                "invoice_url", Json.text("https://shop.example/invoices/{invoice_ref}.pdf"));
    }

    private void insert(Key key) {
        var document =
                new Document(ID, key.id())
                        .append("hash", keys.hash(key.text()))
                        .append("kind", key.kind().word())
                        .append("name", "Sandbox")
                        .append("prefix", key.text().substring(0, key.text().indexOf("_paylater")));
        if (key.merchantId() != null) {
            document.append("merchant_id", key.merchantId());
        }
        insert(Keys.COLLECTION, document);
    }

    /** Keeps what is there: another instance, or an earlier start, has been faster. */
    private void insert(String collection, Document document) {
        try {
            database.getCollection(collection)
                    .insertOne(document.append(CREATED_AT, Date.from(clock.instant())));
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
                throw e;
            }
        }
    }
}
