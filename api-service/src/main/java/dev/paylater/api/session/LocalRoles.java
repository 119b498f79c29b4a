package dev.paylater.api.session;

import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.Role;
import java.util.List;
import java.util.Optional;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;

/** The roles that one click is enough for: on a developer's machine, and nowhere else. */
@Component
public final class LocalRoles {

    static final String KEY_PREFIX = "console_";

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
                .filter(known -> known.word().equals(role))
                .findFirst()
                .map(
                        known ->
                                ApiKey.ofAdministrator(
                                        KEY_PREFIX + known.word(),
                                        "Local " + known.word().replace('_', ' '),
                                        "",
                                        null,
                                        known));
    }
}
