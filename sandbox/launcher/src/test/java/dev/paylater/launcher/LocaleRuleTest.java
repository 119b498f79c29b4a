package dev.paylater.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What machines read does not depend on the language of the machine: a number that is formatted by
 * the default locale has other digits on an Arabic one, an upper-cased i another letter on a
 * Turkish one.
 */
class LocaleRuleTest {

    private static final Path ROOT = Path.of("../..");

    /** Benches and simulations print tables for whoever has started them here. */
    private static final List<String> FOR_PEOPLE = List.of("verification", "target", "samples");

    /** Conversions that a locale changes, in a format that is not given one. */
    private static final Pattern NUMBER =
            Pattern.compile("(?<!ROOT,\\s{0,60})\"[^\"\\n]*%[-0-9,.$+#(]*[dfeg][^\"\\n]*\"");

    private static final List<Pattern> FORBIDDEN =
            List.of(
                    NUMBER,
                    Pattern.compile("(?<!Ulid\\(\\))\\.to(Upper|Lower)Case\\(\\)"),
                    Pattern.compile("\\.ofPattern\\(\"[^\"]*\"\\)"),
                    Pattern.compile("NumberFormat\\.get\\w*Instance\\(\\)"),
                    Pattern.compile(
                            "ZoneId\\.systemDefault|TimeZone\\.getDefault|Locale\\.getDefault"));

    @Test
    void no_main_code_formats_by_the_locale_or_the_zone_of_the_machine() throws IOException {
        var found = new ArrayList<String>();
        try (var files = Files.walk(ROOT)) {
            for (var file : files.filter(LocaleRuleTest::isMain).toList()) {
                var source = Files.readString(file);
                for (var forbidden : FORBIDDEN) {
                    var match = forbidden.matcher(source);
                    while (match.find()) {
                        found.add(ROOT.relativize(file) + ": " + match.group());
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    private static boolean isMain(Path file) {
        var path = ROOT.relativize(file).toString();
        return path.endsWith(".java")
                && path.contains("src/main/java")
                // Nor an older version that a benchmark has checked out.
                && !path.startsWith(".paylater")
                && FOR_PEOPLE.stream().noneMatch(path::startsWith)
                && !path.contains("/target/");
    }

    @Test
    void every_process_that_is_started_here_has_a_language_and_a_zone_of_its_own()
            throws IOException {
        for (var starter : List.of("paylater", "docker/run.sh")) {
            assertThat(Files.readString(ROOT.resolve(starter)))
                    .as(starter)
                    .contains("-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC");
        }
        var compose = Files.readString(ROOT.resolve("docker-compose.yml"));
        assertThat(compose.split("-Duser.language=en", -1)).hasSize(3);
        assertThat(compose).contains("LC_ALL: C.UTF-8");
    }
}
