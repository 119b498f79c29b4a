package dev.paylater.connector.account;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Secret;
import dev.paylater.kit.security.SealedPlace;
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
                credentials(stored.credentials(), place(stored, "credentials")),
                secret(stored.webhookSecret(), place(stored, "webhook_secret")),
                new Fields(stored.settings() == null ? Map.of() : stored.settings()));
    }

    private static SealedPlace place(StoredAccount stored, String field) {
        return new SealedPlace(stored.merchantId(), stored.accountId(), field);
    }

    private Map<String, Secret> credentials(@Nullable String sealed, SealedPlace place) {
        var credentials = new HashMap<String, Secret>();
        if (sealed != null) {
            JSON.readTree(sealer.open(sealed, place))
                    .forEachEntry(
                            (name, value) -> credentials.put(name, new Secret(value.asString())));
        }
        return Map.copyOf(credentials);
    }

    private @Nullable Secret secret(@Nullable String sealed, SealedPlace place) {
        return sealed == null ? null : new Secret(sealer.open(sealed, place));
    }
}
