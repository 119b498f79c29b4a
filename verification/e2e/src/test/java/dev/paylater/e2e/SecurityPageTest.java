package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** SECURITY.md names a test for each attack, and each of them exists. */
class SecurityPageTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)`");
    private static final Pattern PLANTED = Pattern.compile("planted bug `(\\w+)`");

    @Test
    void each_attack_has_a_test() throws IOException {
        var rows =
                Files.readAllLines(ROOT.resolve("SECURITY.md")).stream()
                        .dropWhile(line -> !line.equals("## What stops them"))
                        .filter(line -> line.startsWith("| "))
                        .skip(1)
                        .map(line -> List.of(line.split("\\|", -1)).get(3))
                        .toList();
        var sources = sources();

        assertThat(rows).hasSizeGreaterThan(15);
        assertThat(rows)
                .allMatch(tests -> TEST.matcher(tests).find() || PLANTED.matcher(tests).find());
        for (var tests : rows) {
            TEST.matcher(tests)
                    .results()
                    .forEach(
                            test ->
                                    assertThat(sources.get(test.group(1) + ".java"))
                                            .as(test.group())
                                            .contains("void " + test.group(2) + "("));
            PLANTED.matcher(tests)
                    .results()
                    .forEach(
                            bug ->
                                    assertThat(sources.get("PlantedBug.java"))
                                            .contains(bug.group(1)));
        }
    }

    private static Map<String, String> sources() throws IOException {
        try (var files = Files.walk(ROOT)) {
            return files.filter(GlossaryTest::isOurs)
                    .filter(file -> file.toString().matches(".*(Test|Cases|PlantedBug)\\.java"))
                    .collect(
                            Collectors.toMap(
                                    file -> file.getFileName().toString(),
                                    SecurityPageTest::read,
                                    String::concat));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
