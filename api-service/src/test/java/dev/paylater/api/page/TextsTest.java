package dev.paylater.api.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStreamReader;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TextsTest {

    @ParameterizedTest
    @EnumSource(Language.class)
    void every_language_has_every_text_with_the_same_places_for_values(Language language)
            throws Exception {
        var english = read(Language.EN);
        var here = read(language);
        assertThat(new TreeSet<>(here.keySet())).isEqualTo(new TreeSet<>(english.keySet()));
        for (var key : english.stringPropertyNames()) {
            assertThat(here.getProperty(key)).as(key).isNotBlank();
            for (var place : List.of("{0}", "{1}", "{2}")) {
                assertThat(here.getProperty(key).contains(place))
                        .as(key)
                        .isEqualTo(english.getProperty(key).contains(place));
            }
        }
    }

    private static Properties read(Language language) throws Exception {
        var file = "/pages/texts_" + language.code() + ".properties";
        try (var stream = Objects.requireNonNull(TextsTest.class.getResourceAsStream(file))) {
            var texts = new Properties();
            texts.load(new InputStreamReader(stream, UTF_8));
            return texts;
        }
    }

    /** Expected values from CLDR's charts of each language; spaces there do not break lines. */
    @Test
    void amounts_are_written_as_their_readers_write_them() {
        assertThat(Texts.in(Language.EN).money(129_00, "EUR")).isEqualTo("€129.00");
        assertThat(Texts.in(Language.DE).money(129_00, "EUR")).isEqualTo("129,00\u00a0€");
        assertThat(Texts.in(Language.FR).money(1_234_50, "EUR")).isEqualTo("1\u202f234,50\u00a0€");
        assertThat(Texts.in(Language.DE).money(6540, "JPY")).isEqualTo("6.540\u00a0¥");
        assertThat(Texts.in(Language.EN).money(6540, "KWD")).isEqualTo("KWD\u00a06.540");
    }

    @Test
    void the_shopper_chooses_the_language_before_the_payment_and_the_browser() {
        assertThat(Language.of("de-AT")).contains(Language.DE);
        assertThat(Language.of("no_NO")).contains(Language.NB);
        assertThat(Language.of("xx")).isEmpty();
        assertThat(Language.of(null)).isEmpty();
        assertThat(Language.accepted("xx, fr;q=0.5, de;q=0.8")).contains(Language.DE);
        assertThat(Language.accepted("not a ; header")).isEmpty();
        assertThat(Language.AR.direction()).isEqualTo("rtl");
        assertThat(Language.JA.direction()).isEqualTo("ltr");
    }
}
