package dev.paylater.launcher;

import dev.paylater.launcher.process.Ports;
import dev.paylater.launcher.process.Problem;
import dev.paylater.launcher.process.Service;
import dev.paylater.launcher.reconcile.Reconciliation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Compares payments, refunds and events with the provider's ledger; exits 1 on any difference. */
@Command(
        name = "reconcile",
        description = "Compare payments, refunds, events and the provider's ledger.",
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
            if (stack.processes().isPortFree(needed)) {
                throw new Problem(needed.label() + " is not running. './paylater up' starts it.");
            }
        }
        stack.console().progress("Comparing payments, refunds, events and the ledger");
        Ports ports = stack.ports();
        Reconciliation.Result result =
                new Reconciliation(
                                ports.mongoUri(),
                                ports.kafkaBootstrap(),
                                ports.registryApi(),
                                ports.url(Service.PROVIDER_SIMULATOR))
                        .run();
        result.differences().forEach(difference -> stack.console().say(difference.toString()));
        stack.console()
                .say(
                        "%d payments compared, %d still in flight, %d differences."
                                .formatted(
                                        result.payments(),
                                        result.inFlight(),
                                        result.differences().size()));
        return result.differences().isEmpty() ? 0 : 1;
    }
}
