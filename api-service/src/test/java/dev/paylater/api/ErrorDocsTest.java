package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/errors is made from the one table; a difference is written and fails the build. */
class ErrorDocsTest {

    private static final Path DOCS = Path.of("..", "docs", "errors");

    @Test
    void every_error_code_has_a_page() throws IOException {
        var differs = write("README", index());
        for (var code : ErrorCode.values()) {
            differs |= write(code.name(), page(code));
        }
        assertThat(differs).as("docs/errors was out of date and is rewritten: commit it").isFalse();
    }

    private static String index() {
        return Arrays.stream(ErrorCode.values())
                .map(
                        code ->
                                "| [%1$s](%1$s.md) | %2$d | %3$s | %4$s |\n"
                                        .formatted(
                                                code.name(),
                                                code.status(),
                                                code.type(),
                                                code.title()))
                .collect(
                        Collectors.joining(
                                "",
                                "# Error codes\n\n| code | HTTP | type | |\n|---|---|---|---|\n",
                                ""));
    }

    private static String page(ErrorCode code) {
        return """
        # %s: %s

        HTTP status %d, type `%s`

        ## When

        %s

        ## What to do

        %s
        """
                .formatted(
                        code.name(),
                        code.title(),
                        code.status(),
                        code.type(),
                        code.meaning(),
                        code.remedy());
    }

    private static boolean write(String name, String content) throws IOException {
        var file = DOCS.resolve(name + ".md");
        if (Files.exists(file) && Files.readString(file).equals(content)) {
            return false;
        }
        Files.createDirectories(DOCS);
        Files.writeString(file, content);
        return true;
    }
}
