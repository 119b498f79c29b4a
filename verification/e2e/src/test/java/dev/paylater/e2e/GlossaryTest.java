package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/makers/glossary.md holds: its words are defined once and in order, its retired ones are
 * gone.
 */
class GlossaryTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path GLOSSARY = ROOT.resolve("docs/makers/glossary.md");
    private static final String PAYMENT =
            "orchestrator-service/src/main/java/dev/paylater/orchestrator/payment";
    private static final List<String> CORE =
            List.of(
                    PAYMENT,
                    PAYMENT + "/evolution",
                    PAYMENT + "/request",
                    PAYMENT + "/result",
                    PAYMENT + "/decision",
                    "refund-service/src/main/java/dev/paylater/refund/core",
                    "libraries/aggregate-kernel/src/main/java/dev/paylater/kernel");
    private static final Set<String> LEFT_OUT = Set.of("target", ".git", ".paylater", ".mvn");
    private static final List<String> READ =
            List.of(".java", ".avdl", ".md", ".yml", ".xml", ".json", ".html", ".sh", "paylater");

    @Test
    void no_retired_word_is_in_use() throws IOException {
        var words =
                rows("## Retired").stream().flatMap(row -> Arrays.stream(row.split(", "))).toList();
        var pattern =
                Pattern.compile(
                        "\\b("
                                + String.join("|", words.stream().map(Pattern::quote).toList())
                                + ")\\b");
        var found = new ArrayList<String>();
        for (var file : files()) {
            var lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            for (var n = 0; n < lines.size(); n++) {
                var match = pattern.matcher(lines.get(n));
                if (match.find()) {
                    found.add(ROOT.relativize(file) + ":" + (n + 1) + " " + match.group());
                }
            }
        }

        assertThat(words).hasSizeGreaterThan(20);
        assertThat(found).isEmpty();
    }

    /** In an editor's popup such a comment says nothing. */
    @Test
    void no_comment_begins_with_the_same() throws IOException {
        var begins = Pattern.compile("(/\\*\\*|\\*|//) The same\\b");
        var found = new ArrayList<String>();
        for (var file : files()) {
            if (file.toString().endsWith(".java")
                    && begins.matcher(Files.readString(file)).find()) {
                found.add(ROOT.relativize(file).toString());
            }
        }

        assertThat(found).isEmpty();
    }

    @Test
    void each_word_is_defined_once_and_found_by_its_letter() throws IOException {
        var words = rows("# Glossary");

        assertThat(words).hasSizeGreaterThan(30).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void each_type_of_the_core_ends_with_a_word_that_is_explained() throws IOException {
        var words = new ArrayList<>(rows("# Glossary"));
        words.addAll(rows("## Last words of types"));
        var known = Pattern.compile("\\b(" + String.join("|", words) + ")s?\\b");
        var unknown = new ArrayList<String>();
        for (var folder : CORE) {
            try (var types = Files.list(ROOT.resolve(folder))) {
                types.map(file -> file.getFileName().toString())
                        .filter(file -> file.endsWith(".java"))
                        .map(file -> file.replace(".java", ""))
                        .filter(type -> Character.isUpperCase(type.charAt(0)))
                        .filter(type -> !type.endsWith("ing"))
                        .filter(type -> !known.matcher(lastWord(type)).matches())
                        .forEach(unknown::add);
            }
        }

        assertThat(unknown).isEmpty();
    }

    private static String lastWord(String type) {
        return type.replaceFirst(".*(?=\\p{Lu})", "")
                .toLowerCase(Locale.ROOT)
                .replaceFirst("ies$", "y");
    }

    /** The first cells of the table below a heading. */
    private static List<String> rows(String heading) throws IOException {
        return Files.readAllLines(GLOSSARY).stream()
                .dropWhile(line -> !line.equals(heading))
                .skip(1)
                .takeWhile(line -> !line.startsWith("#"))
                .filter(line -> line.startsWith("| "))
                .skip(1)
                .map(line -> line.split("\\|", -1)[1].strip())
                .toList();
    }

    private static List<Path> files() {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> READ.stream().anyMatch(file.toString()::endsWith))
                    .filter(GlossaryTest::isOurs)
                    .filter(file -> !file.equals(GLOSSARY))
                    .filter(file -> !file.endsWith("GlossaryTest.java"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Neither built nor of another checkout. */
    static boolean isOurs(Path file) {
        for (var part : ROOT.relativize(file)) {
            if (LEFT_OUT.contains(part.toString())) {
                return false;
            }
        }
        return true;
    }
}
