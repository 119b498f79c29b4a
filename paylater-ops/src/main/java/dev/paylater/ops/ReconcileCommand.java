package dev.paylater.ops;

import dev.paylater.ops.console.Console;
import dev.paylater.ops.environment.Environment;
import dev.paylater.ops.reconcile.Narrowing;
import dev.paylater.ops.reconcile.Reconciliation;
import dev.paylater.ops.reconcile.Report;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares payments, refunds, events, webhook deliveries and the provider's books; exits 1 on any
 * difference.
 */
@Command(
        name = "reconcile",
        description = "Compare payments, refunds, events, webhooks and the provider's books.",
        mixinStandardHelpOptions = true)
final class ReconcileCommand implements Callable<Integer> {
    private static final int AT_ONCE = 25_000;

    private final Environment environment;
    private final Console console;

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

    @Mixin private final JsonOption json = new JsonOption();

    ReconcileCommand(Environment environment, Console console) {
        this.environment = environment;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!json.isJson()) {
            console.progress("Comparing payments, refunds, events, webhooks and the ledger");
        }
        Report report =
                new Reconciliation(environment, AT_ONCE).run(new Narrowing(merchantId, since));
        if (json.isJson()) {
            console.say(json(report));
        } else {
            print(report);
        }
        return report.differences().isEmpty() ? 0 : PaylaterOps.FOUND;
    }

    private void print(Report report) {
        report.differences().forEach(difference -> console.say(difference.toString()));
        if (report.more() > 0) {
            console.say("... and %s more".formatted(report.more()));
        }
        console.say(
                "%s payments and %s webhook deliveries compared, %s still in flight, %s differences."
                        .formatted(
                                report.payments(),
                                report.deliveries(),
                                report.inFlight(),
                                report.differences().size() + report.more()));
    }

    private static String json(Report report) {
        var object = Json.MAPPER.createObjectNode();
        object.put("payments", report.payments())
                .put("in_flight", report.inFlight())
                .put("webhook_deliveries", report.deliveries());
        var differences = object.putArray("differences");
        for (var difference : report.differences()) {
            differences
                    .addObject()
                    .put("payment", difference.payment())
                    .put("rule", difference.rule().name().toLowerCase(Locale.ROOT))
                    .put("what", difference.what());
        }
        return object.put("more", report.more()).toString();
    }
}
