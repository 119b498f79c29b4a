package dev.paylater.ops;

import dev.paylater.ops.console.Console;
import dev.paylater.ops.environment.Environment;
import dev.paylater.ops.nightly.Nightly;
import dev.paylater.ops.reconcile.Narrowing;
import dev.paylater.ops.reconcile.Reconciliation;
import dev.paylater.ops.reconcile.Report;
import dev.paylater.ops.settlement.SettlementCheck;
import dev.paylater.ops.settlement.SettlementFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
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

    @Option(
            names = "--settlements",
            paramLabel = "FOLDER",
            description =
                    "compare providers' settlement files too: FOLDER/MERCHANT_ID/"
                            + "MERCHANT_CONNECTOR_ID/*.csv")
    private @Nullable Path settlements;

    @Option(
            names = "--settled-within",
            paramLabel = "DAYS",
            defaultValue = "14",
            description = "how long a provider may take to settle (default: ${DEFAULT-VALUE})")
    private int settledWithin = 14;

    @Option(
            names = "--daily",
            paramLabel = "HH:MM",
            description =
                    "do it each day at this time of UTC until the process is ended, and write the"
                            + " reports into the store; a missed day is made good")
    private @Nullable LocalTime daily;

    @Mixin private final JsonOption json = new JsonOption();

    ReconcileCommand(Environment environment, Console console) {
        this.environment = environment;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var files = settlements == null ? null : new SettlementFiles(settlements);
        if (daily != null) {
            var clock = InstantSource.system();
            console.say("Reconciling each day at %s UTC".formatted(daily));
            new Nightly(environment.store(), daily, () -> compare(files), clock, console).run();
        }
        if (!json.isJson()) {
            console.progress("Comparing payments, refunds, events, webhooks and the ledger");
        }
        Report report = compare(files);
        if (json.isJson()) {
            console.say(json(report));
        } else {
            print(report);
        }
        return report.differences().isEmpty() ? 0 : PaylaterOps.FOUND;
    }

    private Report compare(@Nullable SettlementFiles files)
            throws IOException, InterruptedException {
        var narrowing = new Narrowing(merchantId, since);
        Report report = new Reconciliation(environment, AT_ONCE).run(narrowing);
        if (files != null) {
            new SettlementCheck(files, Duration.ofDays(settledWithin))
                    .run(environment.store(), narrowing, Instant.now(), report);
        }
        return report;
    }

    private void print(Report report) {
        for (var difference : report.differences()) {
            console.say(difference.toString());
            console.say("  " + difference.rule().advice());
        }
        if (report.more() > 0) {
            console.say("... and %s more".formatted(report.more()));
        }
        if (report.settled() > 0) {
            console.say("%s lines of settlement files compared.".formatted(report.settled()));
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
        var object = OpsJson.MAPPER.createObjectNode();
        object.put("payments", report.payments())
                .put("in_flight", report.inFlight())
                .put("webhook_deliveries", report.deliveries())
                .put("settlement_lines", report.settled());
        var differences = object.putArray("differences");
        for (var difference : report.differences()) {
            differences
                    .addObject()
                    .put("payment", difference.payment())
                    .put("rule", difference.rule().name().toLowerCase(Locale.ROOT))
                    .put("what", difference.what())
                    .put("advice", difference.rule().advice());
        }
        return object.put("more", report.more()).toString();
    }
}
