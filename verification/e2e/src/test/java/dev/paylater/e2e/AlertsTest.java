package dev.paylater.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules, their trials, the pages that they lead to and the table of alarms belong together. */
class AlertsTest {

    private static final String PAGES = "docs/operators/runbooks/";

    @Test
    void each_alert_has_a_page_and_each_page_an_alert() throws IOException {
        var named =
                AlertRules.all().stream()
                        .map(AlertRules::page)
                        .collect(Collectors.toCollection(TreeSet::new));
        try (Stream<Path> files = Files.list(AlertRules.ROOT.resolve(PAGES))) {
            assertThat(files.map(file -> PAGES + file.getFileName()))
                    .filteredOn(page -> !page.endsWith("README.md"))
                    .containsExactlyInAnyOrderElementsOf(named);
        }
        assertThat(named).hasSameSizeAs(AlertRules.all()).hasSizeGreaterThan(25);
        assertThat(AlertRules.all().size())
                .as("every alert of the file is understood here")
                .isEqualTo(
                        Files.readString(AlertRules.FOLDER.resolve("rules.yml"))
                                        .split("- alert:", -1)
                                        .length
                                - 1);
    }

    @Test
    void each_page_shows_its_rule_and_says_the_four_things() throws IOException {
        for (var rule : AlertRules.all()) {
            var page = Files.readString(AlertRules.ROOT.resolve(rule.page()));
            assertThat(page)
                    .as(rule.page())
                    .startsWith("# " + rule.name().replaceFirst("^Paylater", "") + "\n")
                    .contains("`" + rule.name() + "`")
                    .contains("`" + rule.expression().replace("''", "'") + "`")
                    .contains("\n## What it means\n")
                    .contains("\n## What to look at\n")
                    .contains("\n## What to do\n")
                    .contains("\n## How to know that it is over\n");
        }
    }

    @Test
    void each_alarm_of_the_table_has_a_rule_that_uses_its_metric() throws IOException {
        var table =
                Files.readString(AlertRules.ROOT.resolve("docs/operators/reliability.md"))
                        .replaceFirst("(?s)^.*\n## Alarms\n", "")
                        .replaceFirst("(?s)\n## .*$", "");
        var rows =
                Pattern.compile("(?m)^\\| \\[`(paylater_[a-z_]+)`]\\((\\S+)\\) \\|")
                        .matcher(table)
                        .results()
                        .toList();
        assertThat(rows).hasSize(table.split("\n\\| (?!metric|-)", -1).length - 1);
        for (var row : rows) {
            assertThat(AlertRules.all())
                    .as(row.group(1))
                    .anyMatch(
                            rule ->
                                    rule.page().equals("docs/operators/" + row.group(2))
                                            && AlertRules.metrics(rule.expression())
                                                    .contains(row.group(1)));
        }
    }

    @Test
    void each_alert_is_tried_with_a_history_that_it_fires_at_and_one_that_it_does_not()
            throws IOException {
        var trials = Files.readString(AlertRules.FOLDER.resolve("rules-test.yml"));
        for (var rule : AlertRules.all()) {
            var expected =
                    Arrays.stream(trials.split("\n +alertname: ", -1))
                            .filter(trial -> trial.startsWith(rule.name() + "\n"))
                            .map(trial -> trial.lines().skip(1).findFirst().orElseThrow().strip())
                            .toList();
            assertThat(expected).as(rule.name()).contains("exp_alerts:", "exp_alerts: []");
        }
    }

    @Test
    void the_rules_fire_when_they_shall_and_only_then() throws Exception {
        assumeTrue(hasPromtool(), "promtool (Debian's package prometheus) is not installed");
        var promtool =
                new ProcessBuilder("promtool", "test", "rules", "rules-test.yml")
                        .directory(AlertRules.FOLDER.toFile())
                        .redirectErrorStream(true)
                        .start();
        var output = new String(promtool.getInputStream().readAllBytes(), UTF_8);
        assertThat(promtool.waitFor()).as(output).isZero();
    }

    private static boolean hasPromtool() {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool")));
    }
}
