package dev.paylater.connector.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds docs/connector-accounts.md to what the code reads from an account. */
final class AccountSettingsTest {

    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final Path PAGE = Path.of("..", "docs", "connector-accounts.md");
    private static final Pattern READ =
            Pattern.compile(
                    "(?:settings(?:\\(\\))?\\.(?:text|at)|account\\.(?:setting|millis|credential))"
                            + "\\(\\s*\"(\\w+)\"");

    @Test
    void every_setting_and_credential_of_an_account_is_documented() throws IOException {
        var names = new TreeSet<String>();
        try (var files = Files.walk(SOURCES)) {
            for (var file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                READ.matcher(Files.readString(file, UTF_8))
                        .results()
                        .forEach(match -> names.add(match.group(1)));
            }
        }
        assertThat(names).contains("timeout_millis", "invoice_url", "api_token");
        assertThat(Files.readString(PAGE, UTF_8))
                .contains(names.stream().map(n -> "`" + n + "`").toList());
    }
}
