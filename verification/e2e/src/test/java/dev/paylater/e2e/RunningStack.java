package dev.paylater.e2e;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Starts the whole system before the first test that needs it and stops it after the last. With
 * {@code -Dpaylater.e2e.reuse=true} it takes the one that runs already, and leaves it running.
 */
public final class RunningStack implements BeforeAllCallback {

    private static final boolean REUSE = Boolean.getBoolean("paylater.e2e.reuse");

    private record Started() implements AutoCloseable {

        static Started started() {
            if (!REUSE) {
                Script.run("down", "--wipe");
            }
            var up = Script.run("up");
            if (up.exitCode() != 0) {
                new Started().close();
                throw new AssertionError("The system does not start:\n" + up.output());
            }
            Merchant.hold(Description.ofRunningSystem());
            return new Started();
        }

        @Override
        public void close() {
            if (!REUSE) {
                Script.run("down");
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Started.class, _ -> Started.started(), Started.class);
    }
}
