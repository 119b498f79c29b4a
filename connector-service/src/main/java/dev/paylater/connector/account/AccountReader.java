package dev.paylater.connector.account;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Secret;
import dev.paylater.kit.security.Sealer;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Turns a stored account into one that can be used, opening what is sealed. */
@Component
final class AccountReader {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Sealer sealer;

    AccountReader(Sealer sealer) {
        this.sealer = sealer;
    }

    Account read(StoredAccount stored) {
        var id = stored.accountId();
        return new Account(
                id,
                stored.merchantId(),
                stored.connector(),
                stored.baseUrl() == null ? null : URI.create(stored.baseUrl()),
                credentials(stored.credentials(), id),
                secret(stored.webhookSecret(), id),
                new Fields(stored.settings() == null ? Map.of() : stored.settings()));
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
}
