package dev.paylater.api.console.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The plain words of a payment's story. */
class StoryTest {

    /** EventTypesTest holds this list against the code. */
    @Test
    void every_type_of_payment_event_has_a_sentence() throws Exception {
        var page = Files.readString(Path.of("..", "docs", "makers", "events.md"));
        var from = page.indexOf("Types of payment events:");
        var list = page.substring(from, page.indexOf("Types of refund events:"));
        var types =
                Pattern.compile("(?m)^- `(\\w+)`$")
                        .matcher(list)
                        .results()
                        .map(type -> type.group(1))
                        .toList();
        assertThat(types).hasSizeGreaterThan(50);
        assertThat(Story.types()).containsExactlyInAnyOrderElementsOf(types);
    }
}
