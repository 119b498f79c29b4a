package dev.paylater.orchestrator.kafka;

import java.util.Locale;

/** Enumerations by the lower-case names that messages carry. */
final class WireEnums {

    private WireEnums() {}

    static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    static <E extends Enum<E>> E to(Class<E> type, String name) {
        return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
    }
}
