package dev.paylater.oneprocess;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * All of paylater in one JVM: the services as Spring contexts beside each other, each with its own
 * port, settings, metrics and log, over the same topics and documents as separate processes; with
 * them the simulator, the store and the broker, as far as their variables are set. Logs go to a
 * file of each part in the folder PAYLATER_LOGS, or where that is not set to standard output.
 */
public final class OneProcess {
    private static final Logger LOG = LoggerFactory.getLogger(OneProcess.class);

    private OneProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        var began = System.nanoTime();
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        if (System.getenv("PAYLATER_LOGS") == null) {
            ConsoleLog.install();
        }
        var parts = new RunningParts();
        Runtime.getRuntime().addShutdownHook(new Thread(parts::close, "shutdown"));
        try {
            parts.start(PartVariables.divided(System.getenv()));
            LOG.info("All parts run after {} ms", (System.nanoTime() - began) / 1_000_000);
        } catch (PartFailed e) {
            // Where the launcher looks for last words; the part's own log has more.
            System.out.println(e.getMessage());
            LOG.error("Nothing runs", e);
            System.exit(1);
        }
    }
}
