package dev.paylater.launcher;

import dev.paylater.launcher.process.Infrastructure;
import dev.paylater.launcher.process.Service;
import dev.paylater.launcher.reconcile.Narrowing;
import dev.paylater.launcher.reconcile.Reconciliation;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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

    @Option(
            names = "--merchant",
            paramLabel = "ID",
            description = "only differences of this merchant, and what only the provider knows")
    private @Nullable String merchantId;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "only of payments that have changed since then: 2026-01-31T00:00:00Z")
    private @Nullable Instant since;

    @Option(names = "--json", description = "one JSON object in place of text")
    private boolean isJson;

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
        if (!isJson) {
            stack.console()
                    .progress("Comparing payments, refunds, events, webhooks and the ledger");
        }
        Infrastructure servers = stack.infrastructure();
        Reconciliation.Result result =
                new Reconciliation(
                                servers.address(Service.STORE),
                                servers.address(Service.KAFKA),
                                servers.address(Service.REGISTRY),
                                stack.ports().url(Service.PROVIDER_SIMULATOR))
                        .run(new Narrowing(merchantId, since));
        if (isJson) {
            stack.console().say(json(result));
            return result.differences().isEmpty() ? 0 : 1;
        }
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

    private static String json(Reconciliation.Result result) throws IOException {
        var report = Json.MAPPER.createObjectNode();
        report.put("payments", result.payments())
                .put("in_flight", result.inFlight())
                .put("webhook_deliveries", result.deliveries());
        var differences = report.putArray("differences");
        for (var difference : result.differences()) {
            differences
                    .addObject()
                    .put("payment", difference.payment())
                    .put("rule", difference.rule().name().toLowerCase(Locale.ROOT))
                    .put("what", difference.what());
        }
        return Json.MAPPER.writeValueAsString(report);
    }
}
