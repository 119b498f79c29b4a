package dev.paylater.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The rows of the interface in our own words, a line each; columns are divided by " | ". */
final class InterfaceRows {

    private InterfaceRows() {}

    /** The lines of one file of src/test/resources/interface. */
    static List<String[]> of(String file) {
        try (var stream =
                Objects.requireNonNull(
                        InterfaceRows.class.getResourceAsStream("/interface/" + file))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.strip().split(" \\| ", -1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
