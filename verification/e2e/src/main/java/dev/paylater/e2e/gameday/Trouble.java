package dev.paylater.e2e.gameday;

import java.util.List;
import java.util.Map;

/** Something of the running system that breaks, the alert that tells of it, and its runbook. */
interface Trouble {

    /** As it is typed and printed. */
    String name();

    /** What breaks, in words. */
    String meaning();

    Alert alert();

    /**
     * An alert of docker/prometheus/rules.yml.
     *
     * @param labels that tell it from others of its name
     */
    record Alert(String name, Map<String, String> labels) {}

    /** Something that an operator does. */
    interface Act {

        void run() throws Exception;
    }

    /**
     * A step of the page that the alert leads to.
     *
     * @param instruction as it is printed
     */
    record Step(String instruction, Act act) {}

    /** Why it cannot be played on this machine; empty where it can. */
    default String obstacle() {
        return "";
    }

    /** What has to be there before it breaks. */
    default void prepare() throws Exception {}

    /** Breaks it; returns at once. */
    void begin() throws Exception;

    /** The steps that an operator takes once the alert has fired, in their order. */
    List<Step> runbook();

    /** Whether the sign holds that the page gives for the end of the trouble. */
    boolean isOver(Prometheus prometheus);

    /** Brings back what {@link #prepare} has changed. */
    default void cleanUp() throws Exception {}
}
