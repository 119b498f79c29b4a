package dev.paylater.e2e.chaos;

/** What happens to the system's processes while payments are made. */
interface Disturbance {

    /** Runs until stopped, or until nothing is left to do; every process is up when it returns. */
    void run();

    void stop();

    /** What happened last. */
    String last();
}
