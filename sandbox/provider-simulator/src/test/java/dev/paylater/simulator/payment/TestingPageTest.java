package dev.paylater.simulator.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Merchants read of every tag that the simulator understands, and of no other. */
class TestingPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "merchants", "testing.md");

    @Test
    void the_page_has_a_row_for_every_tag() throws IOException {
        var tag = Pattern.compile("`([a-z0-9-]+)`");
        var shown =
                Files.readAllLines(PAGE).stream()
                        .dropWhile(line -> !line.startsWith("| tag |"))
                        .skip(2)
                        .takeWhile(line -> line.startsWith("|"))
                        .map(line -> line.split("\\|", -1)[1])
                        .flatMap(cell -> tag.matcher(cell).results())
                        .map(found -> found.group(1))
                        .toList();

        assertThat(shown)
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Tag.values()).map(Tag::label).toList());
    }
}
