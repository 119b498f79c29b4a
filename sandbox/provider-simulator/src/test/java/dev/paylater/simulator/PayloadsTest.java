package dev.paylater.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Orders in the form that providers' own clients and documents give them, where no client of theirs
 * can be driven: {@code payloads/<provider>.http}, each with its source and the day it was read.
 * The bodies are sent byte by byte, with all that the originals put up with.
 */
class PayloadsTest {

    @RegisterExtension static final Running RUNNING = new Running();

    private static final Path FILES = Path.of("src", "test", "resources", "payloads");

    private final Client client = RUNNING.client();

    @TestFactory
    Stream<DynamicTest> an_order_as_the_providers_own_clients_write_it_is_taken()
            throws IOException {
        try (var files = Files.list(FILES)) {
            return files.sorted().toList().stream()
                    .map(file -> dynamicTest(file.getFileName().toString(), () -> replay(file)));
        }
    }

    /** Comments, the request, a header, the status and what the answer shows; then the body. */
    private void replay(Path file) throws IOException {
        var text = Files.readString(file, UTF_8);
        var end = text.indexOf("\n\n");
        var lines = text.substring(0, end).lines().toList();
        assertThat(lines.getFirst()).matches("# .*read \\d{4}-\\d{2}-\\d{2}\\.");
        var head = lines.stream().filter(line -> !line.startsWith("# ")).toList();
        var call = head.get(0).split(" ", -1);
        var header = head.get(1).split(": ", 2);
        var shown = List.of(head.get(2).split(" ", -1));

        var got =
                client.send(
                        HttpRequest.newBuilder(URI.create(client.url(call[1])))
                                .header(header[0], header[1])
                                .header("Content-Type", "application/json")
                                .method(call[0], BodyPublishers.ofString(text.substring(end + 2)))
                                .build());

        assertThat(got.status())
                .as(got.response().body())
                .isEqualTo(Integer.parseInt(shown.get(0)));
        for (var pointer : shown.subList(1, shown.size())) {
            assertThat(got.json().at(pointer).isMissingNode()).as(pointer).isFalse();
        }
    }
}
