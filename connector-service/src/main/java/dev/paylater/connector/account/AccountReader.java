package dev.paylater.connector.account;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Secret;
import dev.paylater.kit.security.Sealer;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Turns a stored account into one that can be used, opening what is sealed. */
final class AccountReader {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Sealer sealer;

    AccountReader(Sealer sealer) {
        this.sealer = sealer;
    }

    Account read(Document document) {
        var id = document.getString("_id");
        var baseUrl = document.getString("base_url");
        return new Account(
                id,
                document.getString("merchant_id"),
                document.getString("connector"),
                baseUrl == null ? null : URI.create(baseUrl),
                credentials(document.getString("credentials"), id),
                secret(document.getString("webhook_secret"), id),
                settings(document.get("settings", Document.class)));
    }

    private Map<String, Secret> credentials(@Nullable String sealed, String owner) {
        var credentials = new HashMap<String, Secret>();
        if (sealed != null) {
            JSON.readTree(sealer.open(sealed, owner))
                    .forEachEntry(
                            (name, value) -> credentials.put(name, new Secret(value.asString())));
        }
        return Map.copyOf(credentials);
    }

    private @Nullable Secret secret(@Nullable String sealed, String owner) {
        return sealed == null ? null : new Secret(sealer.open(sealed, owner));
    }

    private static Fields settings(@Nullable Document settings) {
        var texts = new HashMap<String, String>();
        if (settings != null) {
            settings.forEach((name, json) -> texts.put(name, String.valueOf(json)));
        }
        return new Fields(texts);
    }
}
