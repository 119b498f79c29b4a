package dev.paylater.refund.core;

import static dev.paylater.refund.core.Samples.answer;
import static dev.paylater.refund.core.Samples.approved;
import static dev.paylater.refund.core.Samples.declined;
import static dev.paylater.refund.core.Samples.execute;
import static dev.paylater.refund.core.Samples.order;
import static dev.paylater.refund.core.Samples.outcome;
import static dev.paylater.refund.core.Samples.pending;
import static dev.paylater.refund.core.Samples.unauthorized;
import static dev.paylater.refund.core.Samples.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Waiter;
import dev.paylater.provider.ProviderResult;
import dev.paylater.refund.core.RefundCommand.DeadlinePassed;
import dev.paylater.refund.core.RefundCommand.RecordFoundRefund;
import dev.paylater.refund.core.RefundCommand.SettleRefund;
import dev.paylater.refund.core.RefundCommand.SyncRefund;
import dev.paylater.refund.core.RefundCommand.UpdateRefund;
import dev.paylater.teststack.StateTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Every state against every command. The table is docs/states/refunds.md beside the sources; a
 * difference fails, and {@code -Dpaylater.write-docs=true} writes it anew.
 */
class RefundMatrixTest {

    private static final Path PAGE = Path.of("..", "docs", "states", "refunds.md");
    private static final Duration LONG_AFTER = Duration.ofMinutes(10);

    @Test
    void the_table_of_states_and_commands_is_the_documented_one() throws IOException {
        var table = table();
        assertThat(table).isEqualTo(StateTable.documented(PAGE, table));
    }

    @Test
    void every_status_and_every_command_is_in_the_table() {
        var statuses =
                states().values().stream()
                        .map(Supplier::get)
                        .map(scenario -> scenario.refund().status())
                        .collect(Collectors.toSet());
        assertThat(statuses).containsExactlyInAnyOrder(RefundStatus.values());
        var commands =
                commands().values().stream().map(Object::getClass).collect(Collectors.toSet());
        assertThat(commands)
                .containsExactlyInAnyOrder(RefundCommand.class.getPermittedSubclasses());
    }

    private static Map<String, Supplier<Scenario>> states() {
        var states = new LinkedHashMap<String, Supplier<Scenario>>();
        states.put("pending: requested", () -> new Scenario().when(execute()));
        states.put(
                "pending: worker made no call",
                () ->
                        new Scenario()
                                .when(execute())
                                .when(outcome(ProviderResult.notExecuted("not called"))));
        states.put(
                "pending: outcome unknown",
                () -> new Scenario().when(execute()).when(outcome(unknown())));
        states.put(
                "pending: outcome unknown, retried",
                () ->
                        new Scenario()
                                .when(execute())
                                .when(outcome(unknown()))
                                .when(answer(ProviderResult.notFound()))
                                .when(outcome(unknown())));
        states.put(
                "pending at the provider",
                () -> new Scenario().when(execute()).when(outcome(pending())));
        states.put(
                "pending: account refused",
                () -> new Scenario().when(execute()).when(outcome(unauthorized())));
        states.put(
                "review",
                () -> new Scenario().when(execute()).when(outcome(ProviderResult.inReview())));
        states.put("succeeded", () -> new Scenario().when(execute()).when(outcome(approved())));
        states.put("failed", () -> new Scenario().when(execute()).when(outcome(declined())));
        return states;
    }

    private static Map<String, RefundCommand> commands() {
        var commands = new LinkedHashMap<String, RefundCommand>();
        commands.put("execute, the same reservation", execute());
        commands.put("execute, another reservation", execute(order("ref_1", 2, 700, List.of())));
        commands.put("found at the provider, the same", new RecordFoundRefund(order()));
        commands.put("sync", new SyncRefund(new Waiter("sync", 0, "sync")));
        commands.put("deadline passed", new DeadlinePassed(Scenario.START.plus(LONG_AFTER)));
        commands.put("deadline passed, an older one", new DeadlinePassed(Scenario.START));
        commands.put("provider approves", outcome(approved()));
        commands.put("provider declines", outcome(declined()));
        commands.put("provider is undecided", outcome(pending()));
        commands.put("provider reviews", outcome(ProviderResult.inReview()));
        commands.put("provider does not answer", outcome(unknown()));
        commands.put("provider does not answer the inquiry", answer(unknown()));
        commands.put("provider refuses the account", outcome(unauthorized()));
        commands.put("provider refuses the account at an inquiry", answer(unauthorized()));
        commands.put("provider does not know it", answer(ProviderResult.notFound()));
        commands.put(
                "provider does not know it, long after",
                answer(ProviderResult.notFound(), Scenario.START.plus(LONG_AFTER)));
        commands.put("worker made no call", outcome(ProviderResult.notExecuted("not called")));
        commands.put("worker sent no inquiry", answer(ProviderResult.notExecuted("not called")));
        commands.put("operator settles it", new SettleRefund(true, null, "ada", "portal", null));
        commands.put("update", new UpdateRefund("another reason", null, null));
        return commands;
    }

    private static String table() {
        var page = new StringBuilder();
        page.append(
                """
                # Refund states

                What follows from each command in each state, made from the state machine itself by
                RefundMatrixTest. A cell names the status afterwards and the events, or the error
                code of the refusal; `-` is: nothing happens.

                """);
        var states = states();
        commands()
                .forEach(
                        (name, command) ->
                                page.append(
                                        StateTable.section(
                                                name,
                                                states,
                                                state -> outcomeOf(state.get().when(command)))));
        return page.toString();
    }

    private static String outcomeOf(Scenario scenario) {
        var refusal = scenario.refusal();
        if (refusal != null) {
            return "refused: " + refusal.code();
        }
        return StateTable.follows(
                scenario.refund().status().name().toLowerCase(Locale.ROOT), scenario.events());
    }
}
