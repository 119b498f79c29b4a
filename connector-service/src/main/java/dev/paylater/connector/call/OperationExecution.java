package dev.paylater.connector.call;

import dev.paylater.connector.call.Exchange.Answered;
import dev.paylater.connector.call.Exchange.Lost;
import dev.paylater.connector.call.Exchange.NotDone;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.BadAccount;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.message.OperationRequest;
import dev.paylater.kit.OnceAMinute;
import dev.paylater.kit.outgoing.PublicAddresses;
import dev.paylater.provider.ProviderResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out operations at providers. */
public final class OperationExecution {

    private static final Logger log = LoggerFactory.getLogger(OperationExecution.class);

    private final ProviderCaller caller;
    private final ProviderCaller prover;
    private final Tokens tokens;
    private final Clock clock;
    private final Duration patience;
    private final MeterRegistry meters;
    private final OnceAMinute alarms;
    private final FailedExchanges exchanges;
    private final AccountRefusals refusals;

    /** The one caller over this way to the providers. */
    public static OperationExecution over(
            Transport transport, CallSettings settings, MeterRegistry meters, Clock clock) {
        return over(transport, settings, meters, clock, FailedExchanges.NONE);
    }

    /** The one caller, which hands over the exchanges that did not succeed. */
    static OperationExecution over(
            Transport transport,
            CallSettings settings,
            MeterRegistry meters,
            Clock clock,
            FailedExchanges exchanges) {
        return over(transport, settings, meters, clock, System::nanoTime, exchanges);
    }

    /**
     * The caller with another clock for timeouts, as the simulation has one.
     *
     * @param nanoTime as {@link System#nanoTime} tells it
     */
    public static OperationExecution over(
            Transport transport,
            CallSettings settings,
            MeterRegistry meters,
            Clock clock,
            LongSupplier nanoTime) {
        return over(transport, settings, meters, clock, nanoTime, FailedExchanges.NONE);
    }

    private static OperationExecution over(
            Transport transport,
            CallSettings settings,
            MeterRegistry meters,
            Clock clock,
            LongSupplier nanoTime,
            FailedExchanges exchanges) {
        var addresses = new PublicAddresses(settings.internalHosts());
        var operations = Guards.forOperations(settings, meters, clock, nanoTime);
        var proofs = Guards.forProofs(settings, clock, nanoTime);
        return new OperationExecution(
                new ProviderCaller(transport, addresses, operations, meters, clock),
                new ProviderCaller(transport, addresses, proofs, meters, clock),
                new Tokens(clock),
                clock,
                settings.patience(),
                meters,
                new OnceAMinute(nanoTime),
                exchanges);
    }

    OperationExecution(
            ProviderCaller caller,
            ProviderCaller prover,
            Tokens tokens,
            Clock clock,
            Duration patience,
            MeterRegistry meters,
            OnceAMinute alarms,
            FailedExchanges exchanges) {
        this.caller = caller;
        this.prover = prover;
        this.tokens = tokens;
        this.clock = clock;
        this.patience = patience;
        this.meters = meters;
        this.alarms = alarms;
        this.exchanges = exchanges;
        this.refusals = new AccountRefusals(meters);
    }

    /** Blocks until there is a result, which there always is; belongs on a virtual thread. */
    public ProviderResult carryOut(OperationRequest request, Connector connector) {
        var session =
                session(
                        connector,
                        request.context().account(),
                        request.label(),
                        request.notAfter());
        var run = new OperationRun(session, connector, request, exchanges);
        var result = run.result();
        if (run.isAccountRefused()) {
            alarm(connector, request, result);
        }
        Counter.builder("paylater.connector.operations")
                .description("Operations at providers, by what came of them")
                .tag("connector", connector.name())
                .tag("operation", request.label())
                .tag("result", result.status().name().toLowerCase(Locale.ROOT))
                .register(meters)
                .increment();
        return result;
    }

    /**
     * Somebody has to correct the account: until then all of its payments fail or stay open. Each
     * is counted; the log says it once a minute for each cause, as many may be inquired about.
     */
    private void alarm(Connector connector, OperationRequest request, ProviderResult result) {
        var account = request.context().account().id();
        if (alarms.isDue(List.of(account, String.valueOf(result.reason())))) {
            log.error(
                    "Account {} at {} is refused, correct its credentials or settings: {}",
                    account,
                    connector.name(),
                    result.reason());
        }
        refusals.of(connector.name(), account).increment();
    }

    /**
     * The success that the provider proves a notification with, or null without one. Strangers can
     * cause this call, so it has limits of its own and is not repeated: the notification comes
     * again.
     */
    public @Nullable HttpAnswer prove(
            HttpCall call, String label, Account account, Connector connector) {
        var session =
                new ProviderSession(
                        prover,
                        tokens,
                        clock,
                        Duration.ZERO,
                        connector,
                        account,
                        label,
                        clock.instant().plus(patience));
        return switch (session.call(call)) {
            case Answered(var answer) -> answer.isSuccess() ? answer : null;
            case NotDone _, Lost _ -> null;
        };
    }

    /** Whether the provider accepts the account, by a call without effect; signs in anew. */
    public Verification verify(Account account, Connector connector) {
        var harmless = connector.harmless().orElse(null);
        if (harmless == null) {
            return Verification.undeclared();
        }
        try {
            tokens.drop(account);
            var session = session(connector, account, "verify", clock.instant().plus(patience));
            return switch (session.call(harmless.call(account))) {
                case Answered(var answer) ->
                        Verification.answered(
                                switch (harmless.read(answer)) {
                                    case ACCEPTED -> Verification.Status.ACCEPTED;
                                    case REFUSED -> Verification.Status.REFUSED;
                                    case UNCLEAR -> Verification.Status.UNCLEAR;
                                },
                                answer.status());
                case NotDone(var reason, _, _) -> Verification.unreachable(reason);
                case Lost(var reason, _, _) -> Verification.unreachable(reason);
            };
        } catch (BadAccount e) {
            return Verification.incomplete(String.valueOf(e.getMessage()));
        }
    }

    private ProviderSession session(
            Connector connector, Account account, String label, Instant notAfter) {
        return new ProviderSession(
                caller, tokens, clock, patience, connector, account, label, notAfter);
    }
}
