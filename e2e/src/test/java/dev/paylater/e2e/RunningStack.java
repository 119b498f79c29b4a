package dev.paylater.e2e;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Starts the whole system before the first test that needs it and stops it after the last. */
final class RunningStack implements BeforeAllCallback {

    private record Started() implements AutoCloseable {

        static Started fresh() {
            Script.run("down", "--wipe");
            Script.succeed("up");
            return new Started();
        }

        @Override
        public void close() {
            Script.run("down");
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Started.class, _ -> Started.fresh(), Started.class);
    }
}
