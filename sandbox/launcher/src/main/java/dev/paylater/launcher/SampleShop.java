package dev.paylater.launcher;

import dev.paylater.launcher.process.Service;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.nio.file.Path;

/** {@code ./paylater demo shop}: samples/shop against the running system, until Ctrl+C. */
record SampleShop(RunningSystem stack) {

    static final String NAME = "shop";

    private static final Path SCRIPT = Path.of("samples", "shop", "shop.mjs");

    int run() throws InterruptedException {
        stack.require(Service.API);
        var command =
                new ProcessBuilder("node", stack.home().checkout().resolve(SCRIPT).toString())
                        .inheritIO();
        command.environment().put("PAYLATER_URL", stack.ports().url(Service.API));
        try {
            var shop = command.start();
            // Ctrl+C reaches it as well; whoever ends this by its pid ends both.
            Runtime.getRuntime().addShutdownHook(new Thread(shop::destroy));
            return shop.waitFor();
        } catch (IOException e) {
            throw new UserProblem(
                    "The sample shop needs Node 20 ('node' on the PATH): " + e.getMessage());
        }
    }
}
