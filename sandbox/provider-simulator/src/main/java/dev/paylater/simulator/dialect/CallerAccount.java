package dev.paylater.simulator.dialect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Who calls: {@code sandbox_X} is the account X's credential, whatever a provider calls it. */
public final class CallerAccount {

    private static final String PREFIX = "sandbox_";
    private static final String BASIC = "Basic ";
    private static final String BEARER = "Bearer ";

    private CallerAccount() {}

    /** Whose credential it is, or null when it is nobody's. */
    public static @Nullable String of(@Nullable String credential) {
        return credential != null
                        && credential.startsWith(PREFIX)
                        && credential.length() > PREFIX.length()
                ? credential.substring(PREFIX.length())
                : null;
    }

    public static @Nullable String bearer(ProviderCall call) {
        var authorization = call.header("Authorization");
        return authorization != null && authorization.startsWith(BEARER)
                ? of(authorization.substring(BEARER.length()))
                : null;
    }

    /** User and password are the same. */
    public static @Nullable String basic(ProviderCall call) {
        var authorization = call.header("Authorization");
        if (authorization == null || !authorization.startsWith(BASIC)) {
            return null;
        }
        try {
            var pair = Base64.getDecoder().decode(authorization.substring(BASIC.length()));
            var parts = new String(pair, UTF_8).split(":", -1);
            return parts.length == 2 && parts[0].equals(parts[1]) ? of(parts[0]) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
