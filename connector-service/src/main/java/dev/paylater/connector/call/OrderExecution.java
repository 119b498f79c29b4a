package dev.paylater.connector.call;

import dev.paylater.connector.message.Task;
import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.Outcome;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;

/** Carries out orders at providers. */
public final class OrderExecution {

    private final ProviderCaller caller;
    private final Tokens tokens;
    private final Clock clock;
    private final Duration patience;
    private final MeterRegistry meters;

    /** The one caller over this way to the providers. */
    public static OrderExecution over(
            Transport transport, CallSettings settings, MeterRegistry meters, Clock clock) {
        var caller =
                new ProviderCaller(
                        transport,
                        new PublicAddresses(settings.internalHosts()),
                        new Guards(settings, meters),
                        meters,
                        clock);
        return new OrderExecution(caller, new Tokens(clock), clock, settings.patience(), meters);
    }

    OrderExecution(
            ProviderCaller caller,
            Tokens tokens,
            Clock clock,
            Duration patience,
            MeterRegistry meters) {
        this.caller = caller;
        this.tokens = tokens;
        this.clock = clock;
        this.patience = patience;
        this.meters = meters;
    }

    /** Blocks until there is an outcome, which there always is; belongs on a virtual thread. */
    public Outcome carryOut(Task task, Connector connector, Account account) {
        var line = new Line(caller, tokens, clock, patience, connector, account, task);
        var outcome = new OrderRun(line, clock, connector, account, task).outcome();
        meters.counter(
                        "paylater.connector.orders",
                        "connector",
                        connector.name(),
                        "operation",
                        task.label(),
                        "verdict",
                        outcome.verdict().getClass().getSimpleName())
                .increment();
        return outcome;
    }
}
