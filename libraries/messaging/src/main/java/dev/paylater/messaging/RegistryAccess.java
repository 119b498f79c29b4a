package dev.paylater.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Login and TLS of a schema registry, by the names of Confluent's own clients, so that what works
 * with those works here. A setting that is not understood is refused: left out silently it would be
 * a registry that answers 401.
 *
 * @param baseUrl without a user in it
 * @param authorization the header of this name
 */
record RegistryAccess(
        String baseUrl, @Nullable String authorization, @Nullable SSLContext tlsContext) {

    private static final String BASIC_SOURCE = "basic.auth.credentials.source";
    private static final String USER_INFO = "basic.auth.user.info";
    private static final String BEARER_SOURCE = "bearer.auth.credentials.source";
    private static final String TOKEN = "bearer.auth.token";
    private static final String TLS = "schema.registry.";
    private static final Set<String> NAMES = Set.of(BASIC_SOURCE, USER_INFO, BEARER_SOURCE, TOKEN);

    static RegistryAccess of(String url, Map<String, String> settings) {
        var tls = new HashMap<String, String>();
        settings.forEach(
                (name, value) -> {
                    if (name.startsWith(TLS) && TlsContext.isName(name.substring(TLS.length()))) {
                        tls.put(name.substring(TLS.length()), value);
                    } else if (!NAMES.contains(name)) {
                        throw refused(name, "is not understood");
                    }
                });
        requireOneOf(settings, BASIC_SOURCE, Set.of("USER_INFO", "URL"));
        requireOneOf(settings, BEARER_SOURCE, Set.of("STATIC_TOKEN"));
        var inUrl = URI.create(url).getUserInfo();
        var userInfo = settings.getOrDefault(USER_INFO, inUrl == null ? "" : inUrl);
        var token = settings.getOrDefault(TOKEN, "");
        if (!userInfo.isEmpty() && !token.isEmpty()) {
            throw refused(TOKEN, "and a user cannot both be given");
        }
        return new RegistryAccess(
                inUrl == null ? url : url.replaceFirst("//[^/@]*@", "//"),
                authorization(userInfo, token),
                TlsContext.of(tls));
    }

    private static @Nullable String authorization(String userInfo, String token) {
        if (!token.isEmpty()) {
            return "Bearer " + token;
        }
        return userInfo.isEmpty()
                ? null
                : "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(UTF_8));
    }

    private static void requireOneOf(
            Map<String, String> settings, String name, Set<String> understood) {
        var value = settings.get(name);
        if (value != null && !understood.contains(value)) {
            throw refused(name, "can be one of %s, not %s".formatted(understood, value));
        }
    }

    private static IllegalStateException refused(String name, String why) {
        return new IllegalStateException("paylater.kafka.registry.%s %s".formatted(name, why));
    }
}
