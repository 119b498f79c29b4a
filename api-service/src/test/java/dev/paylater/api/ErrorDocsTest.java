package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * docs/errors is made from the one table. A difference fails, and {@code
 * -Dpaylater.write-docs=true} writes the pages anew.
 */
class ErrorDocsTest {

    private static final Path DOCS = Path.of("..", "docs", "errors");

    @Test
    void every_error_code_has_a_page() throws IOException {
        var pages = new TreeMap<String, String>();
        pages.put("README.md", index());
        for (var code : ErrorCode.values()) {
            pages.put(code.name() + ".md", page(code));
        }
        if (Boolean.getBoolean("paylater.write-docs")) {
            for (var page : pages.entrySet()) {
                Files.writeString(DOCS.resolve(page.getKey()), page.getValue());
            }
        }
        assertThat(written()).isEqualTo(pages);
    }

    private static Map<String, String> written() throws IOException {
        var pages = new TreeMap<String, String>();
        try (var files = Files.list(DOCS)) {
            for (var file : files.toList()) {
                pages.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return pages;
    }

    private static String index() {
        return Arrays.stream(ErrorCode.values())
                .map(
                        code ->
                                "| [%1$s](%1$s.md) | %2$s | %3$s | %4$s |\n"
                                        .formatted(
                                                code.name(),
                                                code.statusText(),
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

        HTTP status %s, type `%s`

        ## When

        %s

        ## What to do

        %s
        """
                .formatted(
                        code.name(),
                        code.title(),
                        code.statusText(),
                        code.type(),
                        code.meaning(),
                        code.remedy());
    }
}
