package dev.paylater.launcher.process;

import java.util.Collection;
import java.util.List;

/** In how many processes everything runs. */
public enum Shape {
    /** One for each service, so that each can be killed, started and multiplied by itself. */
    PROCESSES,
    /** One JVM for all but the registry, which cannot be embedded. */
    ONE_PROCESS;

    /** That of what runs, or has run until it died. */
    public static Shape of(Collection<Instance> instances) {
        boolean shared =
                instances.stream()
                        .anyMatch(each -> instances.stream().anyMatch(each::sharesProcessWith));
        return shared ? ONE_PROCESS : PROCESSES;
    }

    /** Which of these share the process of another one. */
    public static List<Instance> sharing(Collection<Instance> instances) {
        return instances.stream()
                .filter(each -> instances.stream().anyMatch(each::sharesProcessWith))
                .toList();
    }
}
