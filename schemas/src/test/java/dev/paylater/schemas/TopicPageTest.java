package dev.paylater.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tables of topics in docs/makers/events.md are what {@link Topic} says; {@code
 * -Dpaylater.write-docs=true} writes them anew.
 */
class TopicPageTest {

    private static final Path PAGE = Path.of("..", "docs", "makers", "events.md");
    private static final String BEGIN = "<!-- topics -->\n";
    private static final String END = "<!-- end of topics -->";

    @Test
    void the_page_shows_every_topic_and_what_each_service_may_do() throws IOException {
        var page = Files.readString(PAGE);
        var begin = page.indexOf(BEGIN) + BEGIN.length();
        var end = page.indexOf(END);
        assertThat(begin).isGreaterThan(BEGIN.length());
        var made = topics() + "\n" + acls() + "\n";
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(PAGE, page.substring(0, begin) + made + page.substring(end));
        } else {
            assertThat(page.substring(begin, end)).isEqualTo(made);
        }
    }

    private static List<Topic> all() {
        return Stream.concat(
                        Topic.shared().stream(),
                        Stream.of(
                                new Topic(
                                        "connectors.<connector>",
                                        Topic.ofConnector("klarna").messages(),
                                        Topic.ofConnector("klarna").partitions(),
                                        Topic.ofConnector("klarna").retention(),
                                        Topic.ofConnector("klarna").writers(),
                                        Topic.ofConnector("klarna").readers())))
                .toList();
    }

    private static String topics() {
        var lines = new ArrayList<String>();
        lines.add("| topic | partitions | kept | largest record | written by | read by |");
        lines.add("|---|---|---|---|---|---|");
        for (var topic : all()) {
            lines.add(
                    "| `%s` | %d | %s | %d KiB | %s | %s |"
                            .formatted(
                                    topic.name(),
                                    topic.partitions(),
                                    kept(topic),
                                    topic.maxMessageBytes() / 1024,
                                    services(topic.writers()),
                                    topic.readers().isEmpty() ? "-" : services(topic.readers())));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String kept(Topic topic) {
        if (topic.compacted()) {
            return "the latest of a key";
        }
        var retention = topic.retention();
        return retention.toDays() > 0 ? retention.toDays() + " d" : retention.toHours() + " h";
    }

    private static String services(Set<String> services) {
        return services.stream().sorted().collect(Collectors.joining(", "));
    }

    /** A service that reads a topic writes to its dead letter topic. */
    private static String acls() {
        var lines = new ArrayList<String>();
        lines.add("| service | Write, Describe | Read, Describe | its own dead letters, Write |");
        lines.add("|---|---|---|---|");
        var services = new TreeSet<String>();
        all().forEach(topic -> services.addAll(topic.writers()));
        all().forEach(topic -> services.addAll(topic.readers()));
        for (var service : services) {
            lines.add(
                    "| %s | %s | %s | %s |"
                            .formatted(
                                    service,
                                    names(topic -> topic.writers().contains(service), ""),
                                    names(topic -> topic.readers().contains(service), ""),
                                    names(topic -> topic.readers().contains(service), ".dlt")));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String names(Predicate<Topic> which, String suffix) {
        var names =
                all().stream()
                        .filter(which)
                        .map(topic -> "`" + topic.name() + suffix + "`")
                        .collect(Collectors.joining(", "));
        return names.isEmpty() ? "-" : names;
    }
}
