package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.hunspell.Dictionary;
import org.apache.lucene.analysis.hunspell.Hunspell;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;

/**
 * The documents' words are English, or in the list of our own: names, terms of payments and of
 * computing, and British forms. Code, addresses and names with capitals or digits inside are left
 * out.
 */
class SpellingTest {

    private static final Path OUR_WORDS = Path.of("src/test/resources/spelling.txt");
    private static final String DICTIONARY =
            "/META-INF/resources/webjars/typo-js/1.2.5/dictionaries/en_US/en_US.";
    private static final Pattern NO_PROSE =
            Pattern.compile(
                    "<!--.*?-->|</?[a-z][^>]*>|\\]\\([^)\\s]*\\)|\\w+://\\S+|\\S+@\\S+"
                            + "|\\S*[_/\\\\{}$=#]\\S*|[\\w-]+\\.[a-z]\\S+",
                    Pattern.DOTALL);
    private static final Pattern WORD =
            Pattern.compile("(?<![\\p{L}\\p{N}])\\p{L}+(?:['\u2019]\\p{L}+)?(?![\\p{L}\\p{N}])");
    private static final Pattern NAME =
            Pattern.compile("\\p{L}+\\p{Lu}.*|\\p{L}|.*[^\\p{ASCII}].*");

    @Test
    void each_word_is_english_or_one_of_ours() throws IOException, ParseException {
        var ours = Files.readAllLines(OUR_WORDS);
        var unused = new TreeSet<>(ours);
        var unknown = new ArrayList<String>();
        var english = english();
        for (var document : DocumentsTest.documents()) {
            for (var word : words(document)) {
                if (english.spell(word)) {
                    continue;
                }
                if (ours.contains(word)) {
                    unused.remove(word);
                } else {
                    unknown.add("%s: %s".formatted(document, word));
                }
            }
        }

        assertThat(ours).isSorted().doesNotHaveDuplicates();
        assertThat(unknown).isEmpty();
        assertThat(unused).as("words that no document needs").isEmpty();
    }

    private static List<String> words(Path document) throws IOException {
        var text = DocumentsTest.CODE.matcher(Files.readString(document)).replaceAll(" ");
        return WORD.matcher(NO_PROSE.matcher(text).replaceAll(" "))
                .results()
                .map(found -> found.group().replaceFirst("['\u2019]s$", "").replace('\u2019', '\''))
                .filter(word -> !NAME.matcher(word).matches())
                .distinct()
                .toList();
    }

    private static Hunspell english() throws IOException, ParseException {
        try (var affixes = SpellingTest.class.getResourceAsStream(DICTIONARY + "aff");
                var words = SpellingTest.class.getResourceAsStream(DICTIONARY + "dic")) {
            return new Hunspell(
                    new Dictionary(
                            new ByteBuffersDirectory(),
                            "spelling",
                            Objects.requireNonNull(affixes),
                            Objects.requireNonNull(words)));
        }
    }
}
