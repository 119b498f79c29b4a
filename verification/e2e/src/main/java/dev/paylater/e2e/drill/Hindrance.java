package dev.paylater.e2e.drill;

import java.time.Duration;

/** One way in which the running system is hindered. */
interface Hindrance {

    /** As it is typed and printed. */
    String name();

    /** In words. */
    String meaning();

    /** What has to be there before anything is measured. */
    default void prepare(SteadyLoad load) throws Exception {}

    /**
     * Lets it last for so long, or until its acts are done, and ends it.
     *
     * @param load the purchases that are made meanwhile
     * @param length what the person who runs the drill asked for
     */
    void play(SteadyLoad load, Duration length) throws Exception;

    /** Brings back what {@link #prepare} has changed. */
    default void cleanUp(SteadyLoad load) throws Exception {}
}
