package dev.paylater.connector.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds docs/connector-accounts.md to what the code reads from an account. */
final class AccountSettingsTest {

    private static final List<Path> SOURCES =
            List.of(
                    Path.of("src", "main", "java"),
                    Path.of("..", "connectors", "src", "main", "java"),
                    Path.of("..", "libraries", "connector-kit", "src", "main", "java"));
    private static final Path PAGE = Path.of("..", "docs", "connector-accounts.md");
    private static final Pattern SETTING =
            Pattern.compile(
                    "(?:settings(?:\\(\\))?\\s*\\.(?:text|at)"
                            + "|account(?:\\(\\))?\\s*\\.(?:setting|flag|millis|credential))"
                            + "\\(\\s*\"(\\w+)\"");
    private static final Pattern CREDENTIALS =
            Pattern.compile(
                    "Authentication\\s*\\.(?:header|bearer|basic|clientCredentials|basicClientCredentials)\\(([^)]*)\\)");
    private static final Pattern CREDENTIAL = Pattern.compile("\"([a-z_]+)\"");

    @Test
    void every_setting_and_credential_of_an_account_is_documented() throws IOException {
        var names = new TreeSet<String>();
        for (var sources : SOURCES) {
            try (var files = Files.walk(sources)) {
                for (var file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    var source = Files.readString(file, UTF_8);
                    SETTING.matcher(source).results().forEach(match -> names.add(match.group(1)));
                    CREDENTIALS
                            .matcher(source)
                            .results()
                            .flatMap(match -> CREDENTIAL.matcher(match.group(1)).results())
                            .forEach(match -> names.add(match.group(1)));
                }
            }
        }
        assertThat(names).contains("timeout_millis", "invoice_url", "api_token");
        assertThat(Files.readString(PAGE, UTF_8))
                .contains(names.stream().map(n -> "`" + n + "`").toList());
    }
}
