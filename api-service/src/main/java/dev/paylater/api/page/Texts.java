package dev.paylater.api.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.util.Collection;
import java.util.Currency;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The sentences of the shopper's pages in one language, and amounts as its readers write them. */
public final class Texts {

    private static final Map<Language, Texts> ALL = all();

    /** CLDR separates them by a space that does not break, and the JDK leaves it out. */
    private static final Pattern LETTER_BEFORE_DIGIT = Pattern.compile("(?<=\\p{L})(?=\\p{Nd})");

    private final Language language;
    private final Properties sentences;

    private Texts(Language language, Properties sentences) {
        this.language = language;
        this.sentences = sentences;
    }

    public static Texts in(Language language) {
        return Objects.requireNonNull(ALL.get(language));
    }

    private static Map<Language, Texts> all() {
        var all = new EnumMap<Language, Texts>(Language.class);
        for (var language : Language.values()) {
            all.put(language, new Texts(language, read(language)));
        }
        return all;
    }

    private static Properties read(Language language) {
        var file = "/pages/texts_" + language.code() + ".properties";
        try (var stream = Objects.requireNonNull(Texts.class.getResourceAsStream(file), file)) {
            var sentences = new Properties();
            sentences.load(new InputStreamReader(stream, UTF_8));
            return sentences;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Language language() {
        return language;
    }

    /** The sentences whose keys begin with one of these, by key. */
    public Map<String, String> beginningWith(Collection<String> beginnings) {
        return sentences.stringPropertyNames().stream()
                .filter(key -> beginnings.stream().anyMatch(key::startsWith))
                .collect(Collectors.toMap(key -> key, this::of, (one, _) -> one, TreeMap::new));
    }

    /**
     * A sentence.
     *
     * @throws IllegalArgumentException when there is none with this key
     */
    public String of(String key) {
        var sentence = sentences.getProperty(key);
        if (sentence == null) {
            throw new IllegalArgumentException("No text " + key + " in " + language);
        }
        return sentence;
    }

    /** A sentence with values in the places of {@code {0}}, {@code {1}} and so on. */
    public String of(String key, String... values) {
        var sentence = of(key);
        for (var i = 0; i < values.length; i++) {
            sentence = sentence.replace("{" + i + "}", values[i]);
        }
        return sentence;
    }

    /** A number of things, as readers of the language write it. */
    public String number(long count) {
        return NumberFormat.getIntegerInstance(language.locale()).format(count);
    }

    /**
     * An amount with its currency, as readers of the language write it.
     *
     * @param amount minor units
     * @param currency ISO 4217
     */
    public String money(long amount, String currency) {
        var unit = Currency.getInstance(currency);
        var format = NumberFormat.getCurrencyInstance(language.locale());
        format.setCurrency(unit);
        var digits = Math.max(0, unit.getDefaultFractionDigits());
        format.setMinimumFractionDigits(digits);
        format.setMaximumFractionDigits(digits);
        var written = format.format(BigDecimal.valueOf(amount, digits));
        return LETTER_BEFORE_DIGIT.matcher(written).replaceAll("\u00a0");
    }
}
