package dev.paylater.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.AccountForm;
import dev.paylater.connector.kit.Connector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * A connector reads what it declares of an account and nothing else, and
 * docs/operators/connector-accounts.md shows what it declares; {@code -Dpaylater.write-docs=true}
 * writes that between the marks of each section.
 */
final class AccountFormsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "operators", "connector-accounts.md");
    private static final Path SOURCES =
            Path.of("src", "main", "java", "dev", "paylater", "connectors");
    private static final String BEGIN = "<!-- declared -->\n";
    private static final String END = "<!-- /declared -->";

    /** By hand: what only other parts of the service read. */
    private static final List<String> READ_ELSEWHERE = List.of("repeats_keys", "invoice_url");

    private static final Pattern READ =
            Pattern.compile(
                    "(?:settings(?:\\(\\))?\\s*\\.(?:text|at)"
                            + "|account(?:\\(\\))?\\s*\\.(?:setting|flag|millis|credential))"
                            + "\\(\\s*\"(\\w+)\"");
    private static final Pattern SIGNED_IN =
            Pattern.compile(
                    "Authentication\\s*\\.(?:header|bearer|basic|clientCredentials|basicClientCredentials)\\(([^)]*)\\)");
    private static final Pattern NAME = Pattern.compile("\"([a-z_]+)\"");

    @Test
    void a_connector_reads_what_it_declares_of_an_account_and_nothing_else() throws IOException {
        for (var connector : Connectors.all()) {
            var declared = new TreeSet<>(connector.accountForm().credentials());
            connector.accountForm().settings().stream()
                    .map(AccountForm.Setting::name)
                    .filter(name -> !READ_ELSEWHERE.contains(name))
                    .forEach(declared::add);
            var read = read(connector);
            read.removeAll(READ_ELSEWHERE);
            assertThat(read).as(connector.name()).isEqualTo(declared);
        }
    }

    @Test
    void the_page_about_accounts_shows_what_is_declared() throws IOException {
        var page = Files.readString(PAGE, UTF_8);
        var made = between(page, "For every connector", table(AccountForm.COMMON));
        for (var connector : Connectors.all()) {
            made = between(made, connector.name(), text(connector.accountForm()));
        }
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(PAGE, made, UTF_8);
        }
        assertThat(Files.readString(PAGE, UTF_8)).isEqualTo(made);
    }

    private static Set<String> read(Connector connector) throws IOException {
        var names = new TreeSet<String>();
        var folder = SOURCES.resolve(connector.name().replace("_clearpay", ""));
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                var source = Files.readString(file, UTF_8);
                READ.matcher(source).results().forEach(match -> names.add(match.group(1)));
                SIGNED_IN
                        .matcher(source)
                        .results()
                        .flatMap(match -> NAME.matcher(match.group(1)).results())
                        .forEach(match -> names.add(match.group(1)));
            }
        }
        return names;
    }

    private static String between(String page, String section, String text) {
        var head = page.indexOf("\n## " + section + "\n");
        assertThat(head).as("section " + section).isNotNegative();
        var begin = page.indexOf(BEGIN, head) + BEGIN.length();
        return page.substring(0, begin)
                + "\n"
                + text
                + "\n"
                + page.substring(page.indexOf(END, begin));
    }

    private static String text(AccountForm form) {
        var credentials =
                form.credentials().stream()
                        .map(name -> "`" + name + "`")
                        .collect(Collectors.joining(", "));
        return (form.credentials().size() == 1 ? "Credential: " : "Credentials: ")
                + credentials
                + ".\n"
                + test(form)
                + (form.settings().isEmpty() ? "" : "\n" + table(form.settings()));
    }

    private static String test(AccountForm form) {
        return switch (form.test()) {
            case AccountForm.TestSystem.Address(var baseUrl) ->
                    "\nTest system: `base_url` `" + baseUrl + "`.\n";
            case AccountForm.TestSystem.Flag(var setting) ->
                    "\nTest system: setting `" + setting + "` true.\n";
            case null -> "";
        };
    }

    private static String table(List<AccountForm.Setting> settings) {
        return settings.stream()
                .map(
                        setting ->
                                "| `%s` | %s | %s | %s |\n"
                                        .formatted(
                                                setting.name(),
                                                switch (setting.kind()) {
                                                    case TEXT -> "text";
                                                    case FLAG -> "true, false";
                                                    case NUMBER -> "number";
                                                    case OBJECT -> "object";
                                                },
                                                setting.usual(),
                                                setting.meaning()))
                .collect(
                        Collectors.joining(
                                "", "| setting | value | without it | |\n|---|---|---|---|\n", ""));
    }
}
