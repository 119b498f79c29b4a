package dev.paylater.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * docker/prometheus/rules.yml: each alert with its expression, in one line, and its page.
 *
 * @param page from the root of the repository
 */
record AlertRules(String name, String expression, String page) {

    static final Path ROOT = Path.of("..", "..");
    static final Path FOLDER = ROOT.resolve("docker").resolve("prometheus");

    private static final Pattern RULE =
            Pattern.compile(
                    "- alert: (\\S+)\\s+expr: '((?:[^']|'')+)'\\s(?:(?!-"
                            + " alert:)[\\s\\S])*?runbook_url: (\\S+)");

    /** Names of our metrics and of those that libraries bring. */
    private static final Pattern METRIC =
            Pattern.compile(
                    "\\b(?:paylater|kafka|mongodb|http|jvm|process|system|disk|logback)_[a-z0-9_]+");

    static List<AlertRules> all() {
        try {
            return RULE.matcher(Files.readString(FOLDER.resolve("rules.yml")))
                    .results()
                    .map(rule -> new AlertRules(rule.group(1), rule.group(2), rule.group(3)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The metrics that a query names. */
    static Set<String> metrics(String query) {
        var metrics = new TreeSet<String>();
        METRIC.matcher(query.replaceAll("\"[^\"]*\"", "\"\""))
                .results()
                .forEach(found -> metrics.add(found.group()));
        return metrics;
    }
}
