package dev.paylater.api.page;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The languages of the shopper's pages. */
public enum Language {
    EN("English"),
    DE("Deutsch"),
    FR("Français"),
    ES("Español"),
    IT("Italiano"),
    NL("Nederlands"),
    SV("Svenska"),
    FI("Suomi"),
    DA("Dansk"),
    NB("Norsk bokmål"),
    PL("Polski"),
    AR("العربية"),
    HE("עברית"),
    JA("日本語");

    private final String ownName;

    Language(String ownName) {
        this.ownName = ownName;
    }

    /** The language's name in itself, for the list in which a shopper chooses it. */
    public String ownName() {
        return ownName;
    }

    /** ISO 639-1, lower case. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Locale locale() {
        return Locale.of(code());
    }

    public String direction() {
        return this == AR || this == HE ? "rtl" : "ltr";
    }

    /**
     * The language of a tag.
     *
     * @param tag a language tag such as {@code de}, {@code de-AT} or {@code de_AT}; null: none
     */
    public static Optional<Language> of(@Nullable String tag) {
        if (tag == null) {
            return Optional.empty();
        }
        var code = tag.split("[-_]", 2)[0].toLowerCase(Locale.ROOT);
        // Norwegian without its variety, and the code that Hebrew had until 1989.
        var known =
                switch (code) {
                    case "no", "nn" -> "nb";
                    case "iw" -> "he";
                    default -> code;
                };
        return Arrays.stream(values()).filter(each -> each.code().equals(known)).findFirst();
    }

    /**
     * The first language that the browser prefers and that is spoken here.
     *
     * @param accepted the value of Accept-Language; null or malformed: none
     */
    static Optional<Language> accepted(@Nullable String accepted) {
        return ranges(accepted).flatMap(range -> of(range.getRange()).stream()).findFirst();
    }

    private static Stream<Locale.LanguageRange> ranges(@Nullable String accepted) {
        if (accepted == null) {
            return Stream.empty();
        }
        try {
            return Locale.LanguageRange.parse(accepted).stream();
        } catch (IllegalArgumentException _) {
            return List.<Locale.LanguageRange>of().stream();
        }
    }
}
