package dev.paylater.simulator.dialect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Whose a call is: {@code sandbox_X} is the account {@code X}, at every provider. */
public final class Credentials {

    private static final String PREFIX = "sandbox_";
    private static final String BASIC = "Basic ";

    private Credentials() {}

    /** The account of a key, or null when it is nobody's. */
    public static @Nullable String account(String key) {
        return key.startsWith(PREFIX) && key.length() > PREFIX.length()
                ? key.substring(PREFIX.length())
                : null;
    }

    /** HTTP Basic; user and password are the same in the simulator. */
    public static @Nullable String basic(Call call) {
        var authorization = call.header("Authorization");
        if (authorization == null || !authorization.startsWith(BASIC)) {
            return null;
        }
        try {
            var encoded = authorization.substring(BASIC.length());
            var pair = new String(Base64.getDecoder().decode(encoded), UTF_8).split(":", -1);
            return pair.length == 2 && pair[0].equals(pair[1]) ? account(pair[0]) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
