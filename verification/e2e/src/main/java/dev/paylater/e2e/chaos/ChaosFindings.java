package dev.paylater.e2e.chaos;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What should not have been seen; each is told when it is seen, as a run takes long. */
final class ChaosFindings {

    private static final int MAX_CHARACTERS = 400;

    private final List<String> all = new CopyOnWriteArrayList<>();
    private final List<AuditRule> rules = new CopyOnWriteArrayList<>();

    void add(AuditRule rule, String subject, String what) {
        rules.add(rule);
        add(subject, what);
    }

    void add(String subject, String what) {
        var text = subject + ": " + what;
        var finding = text.substring(0, Math.min(MAX_CHARACTERS, text.length()));
        all.add(finding);
        System.out.println("  finding: " + finding);
    }

    int count() {
        return all.size();
    }

    List<String> all() {
        return List.copyOf(all);
    }

    /** Of the findings that break a rule, in order. */
    List<AuditRule> rules() {
        return List.copyOf(rules);
    }
}
