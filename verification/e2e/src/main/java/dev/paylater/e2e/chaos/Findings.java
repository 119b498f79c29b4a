package dev.paylater.e2e.chaos;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What should not have been seen. */
final class Findings {

    private static final int MAX_CHARACTERS = 400;

    private final List<String> all = new CopyOnWriteArrayList<>();

    void add(String subject, String what) {
        var finding = subject + ": " + what;
        all.add(finding.substring(0, Math.min(MAX_CHARACTERS, finding.length())));
    }

    int count() {
        return all.size();
    }

    List<String> all() {
        return List.copyOf(all);
    }
}
