package dev.paylater.orchestrator.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.PaymentEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EventTypesTest {

    private static final Pattern ROW = Pattern.compile("^- `([a-z_]+)`$", Pattern.MULTILINE);

    @Test
    void every_event_has_a_public_type_of_its_own() {
        assertThat(EventTypes.CATALOGUE.keySet()).isEqualTo(records(PaymentEvent.class));
        assertThat(EventTypes.CATALOGUE.values()).doesNotHaveDuplicates();
    }

    @Test
    void the_types_are_those_that_consumers_were_promised() throws IOException {
        var page = Files.readString(Path.of("..", "docs", "makers", "events.md"));
        assertThat(ROW.matcher(page).results().map(row -> row.group(1)))
                .containsExactlyInAnyOrderElementsOf(EventTypes.CATALOGUE.values());
    }

    private static Set<Class<?>> records(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses())
                        .flatMap(permitted -> records(permitted).stream())
                        .collect(Collectors.toSet())
                : Set.of(type);
    }
}
