package dev.paylater.conformance;

import dev.paylater.connector.call.CallSettings;
import dev.paylater.connector.call.CallSettings.BreakerSettings;
import dev.paylater.connector.call.Http;
import dev.paylater.connector.call.OperationExecution;
import dev.paylater.connector.call.Verification;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.message.OperationRequest;
import dev.paylater.kit.outgoing.PublicAddresses;
import dev.paylater.provider.ProviderResult;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;

/** The shared caller as production wires it, with limits that suit a test on this machine. */
public final class RealCalls implements AutoCloseable {

    private final Http http;
    private final OperationExecution execution;

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
        execution = OperationExecution.over(http, settings, meters, clock);
    }

    public Verification verify(Account account, Connector connector) {
        return execution.verify(account, connector);
    }

    public ProviderResult carryOut(OperationRequest request, Connector connector) {
        return execution.carryOut(request, connector);
    }

    /** The notice, once the provider has been asked where it has to be. */
    public Notice proven(Notice notice, Account account, Connector connector) {
        if (!(notice instanceof Notice.Unproven(var call, var then))) {
            return notice;
        }
        var answer = execution.prove(call, "webhook_verification", account, connector);
        return answer == null ? notice : then.apply(answer);
    }

    @Override
    public void close() throws IOException {
        http.close();
    }
}
