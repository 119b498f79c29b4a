package dev.paylater.launcher.process;

import java.util.Collection;
import java.util.List;

/** In how many processes everything runs. */
public enum ProcessShape {
    /** One for each service, so that each can be killed, started and multiplied by itself. */
    PROCESSES,
    /** One JVM for all but the registry, which cannot be embedded. */
    ONE_PROCESS;

    /** The shape of the instances that run, or ran until they died. */
    public static ProcessShape of(Collection<Instance> instances) {
        return sharing(instances).isEmpty() ? PROCESSES : ONE_PROCESS;
    }

    /** Which of these share the process of another one. */
    public static List<Instance> sharing(Collection<Instance> instances) {
        return instances.stream()
                .filter(each -> instances.stream().anyMatch(each::sharesProcessWith))
                .toList();
    }
}
