package dev.paylater.kit.security;

import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Rings of keys whose secrets follow from their ids. */
final class Rings {

    private Rings() {}

    /** The first id is the one for new values. */
    static KeyRing of(int... ids) {
        return KeyRing.parse("PAYLATER_KEY", text(ids));
    }

    static String text(int... ids) {
        return IntStream.of(ids)
                .mapToObj(id -> id + ":" + secret(id))
                .collect(Collectors.joining(","));
    }

    static String secret(int id) {
        var bytes = new byte[32];
        bytes[0] = (byte) id;
        return Base64.getEncoder().encodeToString(bytes);
    }

    static StandardEnvironment environment(String property, String value) {
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of(property, value)));
        return environment;
    }
}
