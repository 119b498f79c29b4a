package dev.paylater.orchestrator.kafka;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Enumerations as the interface's lower-case words, and back. */
final class Words {

    private Words() {}

    static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    static <E extends Enum<E>> E to(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    }

    static <E extends Enum<E>> @Nullable E toNullable(Class<E> type, @Nullable String word) {
        return word == null ? null : to(type, word);
    }
}
