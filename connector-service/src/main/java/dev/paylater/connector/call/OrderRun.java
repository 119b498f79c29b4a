package dev.paylater.connector.call;

import dev.paylater.connector.call.Exchange.Answered;
import dev.paylater.connector.call.Exchange.Lost;
import dev.paylater.connector.call.Exchange.NotDone;
import dev.paylater.connector.message.Task;
import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.BadAccount;
import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one order call by call, as its connector says, until there is an outcome. What cannot be
 * known for sure becomes {@link Verdict.Unknown}, never a refusal.
 */
final class OrderRun {

    private static final Logger log = LoggerFactory.getLogger(OrderRun.class);

    /** No provider needs as many calls for one operation; a connector that goes round does. */
    private static final int MOST_CALLS = 12;

    private final Line line;
    private final Clock clock;
    private final Connector connector;
    private final Account account;
    private final Task task;
    private int calls;

    OrderRun(Line line, Clock clock, Connector connector, Account account, Task task) {
        this.line = line;
        this.clock = clock;
        this.connector = connector;
        this.account = account;
        this.task = task;
    }

    Outcome outcome() {
        if (clock.instant().isAfter(task.notAfter())) {
            return notDone(new NotDone("the request came too late", null), Told.NOTHING);
        }
        try {
            return follow(begin());
        } catch (BadAccount e) {
            log.warn("Account {} cannot be used: {}", account.id(), e.getMessage());
            return mayHaveActed()
                    ? Outcome.of(Verdict.unknown(String.valueOf(e.getMessage())))
                    : refused(UnifiedError.PROVIDER_UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            log.error("Connector {} failed at {}", connector.name(), task.label(), e);
            return notDone(new NotDone("connector fault: " + e, null), Told.NOTHING);
        }
    }

    private Step begin() {
        var order = task.order();
        if (task.question()) {
            return connector.ask(order, account);
        }
        var idempotency = connector.capabilities().idempotency().get(order.operation());
        return switch (idempotency) {
            case null ->
                    Step.done(
                            refused(
                                    UnifiedError.INVALID_DATA,
                                    connector.name()
                                            + " does not support "
                                            + order.operation().wireName()));
            case KEY, HARMLESS -> connector.perform(order, account);
            case ASK_FIRST ->
                    connector
                            .ask(order, account)
                            .andThen(
                                    known ->
                                            known.verdict() instanceof Verdict.NotFound
                                                    ? connector.perform(order, account)
                                                    : Step.done(known));
        };
    }

    private Outcome follow(Step first) {
        var step = first;
        while (step instanceof Step.Call(var call, var known, var then)) {
            if (++calls > MOST_CALLS) {
                throw new IllegalStateException(connector.name() + " does not come to an end");
            }
            switch (line.call(call)) {
                case Answered(HttpAnswer answer) -> {
                    try {
                        step = then.apply(answer);
                    } catch (UnreadableAnswer e) {
                        log.warn("Unreadable answer of {}: {}", connector.name(), e.getMessage());
                        return unknown(String.valueOf(e.getMessage()), known);
                    }
                }
                case NotDone notDone -> {
                    calls--;
                    return notDone(notDone, known);
                }
                case Lost(var reason) -> {
                    return unknown(reason, known);
                }
            }
        }
        return ((Step.Done) step).outcome();
    }

    /** Nothing was done this time; whether that is all there is to say depends on before. */
    private Outcome notDone(NotDone notDone, Told known) {
        return new Outcome(
                mayHaveActed()
                        ? new Verdict.Unknown(notDone.reason(), notDone.until())
                        : new Verdict.NotExecuted(notDone.reason()),
                known);
    }

    private boolean mayHaveActed() {
        return task.question() || task.mayHaveBeenTried() || calls > 0;
    }

    private static Outcome unknown(String reason, Told known) {
        return new Outcome(Verdict.unknown(reason), known);
    }

    private static Outcome refused(UnifiedError unified, String message) {
        return Outcome.of(
                new Verdict.Declined(Refused.FAILURE, ProviderError.of(unified, message)));
    }
}
