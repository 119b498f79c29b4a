package dev.paylater.launcher;

import dev.paylater.launcher.process.Infrastructure;
import dev.paylater.launcher.process.Service;
import dev.paylater.launcher.reconcile.Reconciliation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Compares payments, refunds, events, webhook deliveries and the provider's ledger; exits 1 on any
 * difference.
 */
@Command(
        name = "reconcile",
        description = "Compare payments, refunds, events, webhooks and the provider's ledger.",
        mixinStandardHelpOptions = true)
final class ReconcileCommand implements Callable<Integer> {
    private final Stack stack;

    ReconcileCommand(Stack stack) {
        this.stack = stack;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (Service needed :
                List.of(
                        Service.KAFKA,
                        Service.STORE,
                        Service.REGISTRY,
                        Service.PROVIDER_SIMULATOR)) {
            stack.require(needed);
        }
        stack.console().progress("Comparing payments, refunds, events, webhooks and the ledger");
        Infrastructure servers = stack.infrastructure();
        Reconciliation.Result result =
                new Reconciliation(
                                servers.address(Service.STORE),
                                servers.address(Service.KAFKA),
                                servers.address(Service.REGISTRY),
                                stack.ports().url(Service.PROVIDER_SIMULATOR))
                        .run();
        result.differences().forEach(difference -> stack.console().say(difference.toString()));
        stack.console()
                .say(
                        "%s payments and %s webhook deliveries compared, %s still in flight, %s differences."
                                .formatted(
                                        result.payments(),
                                        result.deliveries(),
                                        result.inFlight(),
                                        result.differences().size()));
        return result.differences().isEmpty() ? 0 : 1;
    }
}
