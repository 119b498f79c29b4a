package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents lead to what exists, and the table of settings is that of the services. */
class DocumentsTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```|`[^`\n]*`");
    private static final Pattern SETTING =
            Pattern.compile("\\$\\{((?:PAYLATER|SERVER)_[A-Z_]+)(:?)");
    private static final List<String> SERVICES =
            List.of("api", "orchestrator", "connector", "refund", "webhook");

    @Test
    void every_link_leads_to_a_file_and_a_heading_that_exist() throws IOException {
        var broken = new ArrayList<String>();
        for (var document : documents()) {
            var link = LINK.matcher(CODE.matcher(Files.readString(document)).replaceAll(""));
            while (link.find()) {
                var target = link.group(1);
                if (!target.contains("://")
                        && !target.startsWith("mailto:")
                        && !exists(document, target)) {
                    broken.add(ROOT.relativize(document) + ": " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void the_index_leads_to_every_document_of_its_folder() throws IOException {
        var folder = ROOT.resolve("docs");
        var index = Files.readString(folder.resolve("README.md"));
        var missing =
                documents().stream()
                        .filter(document -> document.startsWith(folder))
                        .map(document -> folder.relativize(document).toString())
                        .filter(name -> !name.equals("README.md"))
                        .filter(
                                name ->
                                        !name.startsWith("makers/adr/")
                                                && !name.startsWith("errors/"))
                        .filter(name -> !name.matches("operators/runbooks/[a-z-]+\\.md"))
                        .filter(name -> !index.contains("(" + name))
                        .toList();
        assertThat(missing).isEmpty();
    }

    @Test
    void each_setting_is_in_the_table_with_the_services_that_read_it() throws IOException {
        var read = new TreeMap<String, Set<String>>();
        var required = new TreeSet<String>();
        for (var service : SERVICES) {
            var settings =
                    Files.readString(
                                    ROOT.resolve(
                                            service
                                                    + "-service/src/main/resources/application.yml"))
                            .split("(?m)^---$", 2)[0];
            var setting = SETTING.matcher(settings);
            while (setting.find()) {
                read.computeIfAbsent(setting.group(1), _ -> new TreeSet<>()).add(service);
                if (setting.group(2).isEmpty()) {
                    required.add(setting.group(1));
                }
            }
        }
        var shown = new TreeMap<String, Set<String>>();
        var shownRequired = new TreeSet<String>();
        var row = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| ([a-z, ]+) \\| ([^|]+) \\| [^|]+ \\|$");
        var page = row.matcher(Files.readString(ROOT.resolve("docs/operators/configuration.md")));
        while (page.find()) {
            shown.put(page.group(1), new TreeSet<>(List.of(page.group(2).split(", "))));
            if (page.group(3).equals("required")) {
                shownRequired.add(page.group(1));
            }
        }
        assertThat(read).hasSizeGreaterThan(20);
        assertThat(shown).isEqualTo(read);
        assertThat(shownRequired).isEqualTo(required);
    }

    private static boolean exists(Path document, String target) throws IOException {
        var parts = target.split("#", 2);
        var file = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
        return Files.exists(file) && (parts.length == 1 || headings(file).contains(parts[1]));
    }

    /** As GitHub names them: lower case, spaces as hyphens, without punctuation. */
    private static Set<String> headings(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
                .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    static List<Path> documents() throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(file -> file.toString().endsWith(".md"))
                    .filter(GlossaryTest::isOurs)
                    .toList();
        }
    }
}
