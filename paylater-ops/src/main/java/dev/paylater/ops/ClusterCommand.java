package dev.paylater.ops;

import dev.paylater.ops.console.Console;
import dev.paylater.ops.environment.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Brokers, consumer groups, dead letters and stuck payments. */
@Command(
        name = "status",
        description =
                "Show brokers, consumer groups with members and lag, dead letters, and what is"
                        + " stuck.",
        mixinStandardHelpOptions = true)
final class ClusterCommand implements Callable<Integer> {
    private static final String ROW = "%-42s %8s %10s";

    private final Environment environment;
    private final Console console;

    @Mixin private final JsonOption json = new JsonOption();

    ClusterCommand(Environment environment, Console console) {
        this.environment = environment;
        this.console = console;
    }

    @Override
    public Integer call() throws ExecutionException, InterruptedException {
        var stuck = environment.store().ask(StuckPayments::count);
        var cluster = Cluster.read(environment.kafka());
        List<String> troubles = new ArrayList<>(cluster.troubles());
        if (!stuck.isEmpty()) {
            troubles.add("payments or refunds are stuck: 'stuck' lists them");
        }
        if (json.isJson()) {
            var report = OpsJson.MAPPER.createObjectNode();
            report.set("kafka", OpsJson.MAPPER.valueToTree(cluster));
            var counts = report.putObject("stuck");
            stuck.kinds().forEach(kind -> counts.put(kind.name(), kind.count()));
            report.set("troubles", OpsJson.MAPPER.valueToTree(troubles));
            console.say(report.toString());
        } else {
            print(cluster, stuck, troubles);
        }
        return troubles.isEmpty() ? 0 : PaylaterOps.FOUND;
    }

    private void print(Cluster cluster, StuckPayments stuck, List<String> troubles) {
        console.say("%s brokers at %s".formatted(cluster.brokers(), environment.kafka()));
        console.say(ROW.formatted("GROUP", "MEMBERS", "LAG"));
        cluster.groups()
                .forEach(
                        group ->
                                console.say(
                                        ROW.formatted(group.name(), group.members(), group.lag())));
        stuck.lines().forEach(console::say);
        troubles.forEach(trouble -> console.say("! " + trouble));
    }
}
