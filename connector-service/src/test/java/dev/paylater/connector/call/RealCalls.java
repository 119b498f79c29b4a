package dev.paylater.connector.call;

import dev.paylater.connector.call.CallSettings.BreakerSettings;
import dev.paylater.connector.message.Task;
import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.Outcome;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;

/** The shared caller as production wires it, with limits that suit a test on this machine. */
public final class RealCalls implements AutoCloseable {

    private final Http http;
    private final OrderExecution execution;

    public RealCalls(Duration patience) {
        var settings =
                new CallSettings(
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(2),
                        50,
                        0,
                        patience,
                        new BreakerSettings(100, 50, 60, Duration.ofSeconds(1)),
                        Set.of("127.0.0.1"));
        var clock = Clock.systemUTC();
        var meters = new SimpleMeterRegistry();
        var addresses = new PublicAddresses(settings.internalHosts());
        http = new Http(addresses, settings.connectTimeout());
        var guards = new Guards(settings, meters);
        var caller = new ProviderCaller(http, addresses, guards, meters, clock);
        execution = new OrderExecution(caller, new Tokens(clock), clock, patience, meters);
    }

    public Outcome carryOut(Task task, Connector connector, Account account) {
        return execution.carryOut(task, connector, account);
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
