package dev.paylater.connector.kit;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The languages that a provider speaks with customers of a country.
 *
 * @param byCountry ISO 639-1 by ISO 3166-1 alpha-2
 */
public record Languages(Map<String, List<String>> byCountry) {

    /** What browsers call Norwegian, which is written as bokmål by nearly all who are asked. */
    private static final Map<String, String> SAME = Map.of("no", "nb", "nn", "nb");

    /** Rows of a country and its languages, as {@code "AT de en"}. */
    public static Languages of(String... rows) {
        var languages = new HashMap<String, List<String>>();
        for (var row : rows) {
            var words = List.of(row.split(" ", -1));
            languages.put(words.getFirst(), words.subList(1, words.size()));
        }
        return new Languages(Map.copyOf(languages));
    }

    /** The customer's locale in their country; where that is not known, it is the locale's. */
    public @Nullable String locale(Context context) {
        return locale(context, context.country());
    }

    /**
     * The first of the customer's locales whose language is spoken in a country, as {@code de-AT};
     * null where there is none.
     */
    public @Nullable String locale(Context context, @Nullable String country) {
        return context.locales()
                .map(locale -> locale.split("[-_]", 2))
                .map(parts -> spoken(parts[0].toLowerCase(Locale.ROOT), country(parts, country)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String country(String[] parts, @Nullable String known) {
        return known == null && parts.length > 1 ? parts[1].toUpperCase(Locale.ROOT) : known;
    }

    private @Nullable String spoken(String language, @Nullable String country) {
        var all = country == null ? List.<String>of() : byCountry.getOrDefault(country, List.of());
        var called = all.contains(language) ? language : SAME.getOrDefault(language, language);
        return all.contains(called) ? called + "-" + country : null;
    }
}
