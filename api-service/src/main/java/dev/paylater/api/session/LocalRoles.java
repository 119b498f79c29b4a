package dev.paylater.api.session;

import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.Role;
import java.util.List;
import java.util.Optional;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;

/**
 * What one click is enough for to sign in, on a developer's machine and nowhere else: the roles of
 * administrators, and the seeded merchant.
 */
@Component
public final class LocalRoles {

    /** What a form calls the seeded merchant. */
    public static final String MERCHANT = "merchant";

    static final String KEY_PREFIX = "console_";

    /** Of the key that the sandbox's merchant is seeded with. */
    private static final String MERCHANTS_KEY_ID = "key_sk_sandbox";

    private final boolean isLocal;

    LocalRoles(Environment environment) {
        this.isLocal = environment.acceptsProfiles(Profiles.of("local"));
    }

    /** All of them; none outside of the local profile. */
    public List<Role> all() {
        return isLocal ? Role.ofAdministrators().toList() : List.of();
    }

    /** What a role is worth; nothing outside of the local profile. */
    public Optional<ApiKey> key(String role) {
        return all().stream()
                .filter(known -> known.wireName().equals(role))
                .findFirst()
                .map(
                        known ->
                                ApiKey.ofAdministrator(
                                        KEY_PREFIX + known.wireName(),
                                        "Local " + known.wireName().replace('_', ' '),
                                        "",
                                        null,
                                        known));
    }

    /** Id of the seeded merchant's secret key; nothing outside of the local profile. */
    Optional<String> merchantsKeyId() {
        return isLocal ? Optional.of(MERCHANTS_KEY_ID) : Optional.empty();
    }
}
