package dev.paylater.simulator.http;

import dev.paylater.simulator.dialect.ProviderCall;
import java.util.Locale;
import java.util.Set;

/**
 * What a strict server wants of the headers of a call before it reads the body: express, koa and
 * Jetty answer 415 to a content coding that does not exist (RFC 9110, 8.4.1), and a body without a
 * content type is not read.
 */
final class Headers {

    private static final Set<String> CODINGS = Set.of("identity");

    private static final Set<String> TYPES =
            Set.of("application/json", "application/x-www-form-urlencoded", "multipart/form-data");

    private Headers() {}

    static boolean areGood(ProviderCall call) {
        var coding = call.header("Content-Encoding");
        return (coding == null || CODINGS.contains(coding.toLowerCase(Locale.ROOT)))
                && (call.body().length == 0 || TYPES.contains(type(call)));
    }

    private static String type(ProviderCall call) {
        var type = call.header("Content-Type");
        return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }
}
