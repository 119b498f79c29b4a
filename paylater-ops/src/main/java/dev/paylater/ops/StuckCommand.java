package dev.paylater.ops;

import dev.paylater.ops.console.Console;
import dev.paylater.ops.environment.Environment;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists payments and refunds that somebody must look at. */
@Command(
        name = "stuck",
        description = "List payments and refunds that are overdue, forgotten or unanswered.",
        mixinStandardHelpOptions = true)
final class StuckCommand implements Callable<Integer> {
    private final Environment environment;
    private final Console console;

    @Mixin private final JsonOption json = new JsonOption();

    StuckCommand(Environment environment, Console console) {
        this.environment = environment;
        this.console = console;
    }

    @Override
    public Integer call() {
        var stuck = environment.store().ask(StuckPayments::list);
        if (json.isJson()) {
            console.say(OpsJson.MAPPER.valueToTree(stuck).toString());
        } else {
            stuck.lines().forEach(console::say);
            stuck.kinds()
                    .forEach(
                            kind -> {
                                for (String id : kind.ids()) {
                                    console.say("  %-20s %s".formatted(kind.name(), id));
                                }
                            });
        }
        return stuck.isEmpty() ? 0 : PaylaterOps.FOUND;
    }
}
