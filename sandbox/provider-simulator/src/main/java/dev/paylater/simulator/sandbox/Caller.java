package dev.paylater.simulator.sandbox;

import dev.paylater.simulator.dialect.ProviderCall;
import org.jspecify.annotations.Nullable;

/** Who calls the sandbox: the account is what follows {@code sandbox_} in the API key. */
record Caller(String account) {

    private static final String SCHEME = "Bearer sandbox_";
    private static final int LONGEST_KEY = 255;

    static @Nullable Caller of(ProviderCall call) {
        var authorization = call.header("Authorization");
        return authorization != null
                        && authorization.startsWith(SCHEME)
                        && authorization.length() > SCHEME.length()
                ? new Caller(authorization.substring(SCHEME.length()))
                : null;
    }

    static @Nullable String key(ProviderCall call) {
        var key = call.header("Idempotency-Key");
        return key == null || key.isEmpty() || key.length() > LONGEST_KEY ? null : key;
    }
}
