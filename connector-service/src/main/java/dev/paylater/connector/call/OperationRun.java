package dev.paylater.connector.call;

import dev.paylater.connector.call.Exchange.Answered;
import dev.paylater.connector.call.Exchange.Lost;
import dev.paylater.connector.call.Exchange.NotDone;
import dev.paylater.connector.kit.BadAccount;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Step;
import dev.paylater.connector.kit.UnreadableAnswer;
import dev.paylater.connector.message.OperationRequest;
import dev.paylater.connector.message.OperationRequest.Earlier;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one operation call by call, as its connector says, until there is a result. What cannot
 * be known for sure becomes UNKNOWN, never a refusal.
 */
final class OperationRun {

    private static final Logger log = LoggerFactory.getLogger(OperationRun.class);

    /** No provider needs as many calls for one operation; a connector without an end does. */
    private static final int MAX_CALLS = 12;

    private final ProviderSession session;
    private final Connector connector;
    private final OperationRequest request;
    private final FailedExchanges exchanges;
    private int calls;
    private boolean accountRefused;

    OperationRun(
            ProviderSession session,
            Connector connector,
            OperationRequest request,
            FailedExchanges exchanges) {
        this.session = session;
        this.connector = connector;
        this.request = request;
        this.exchanges = exchanges;
    }

    ProviderResult result() {
        try {
            var context = request.context();
            return follow(
                    request.inquiry()
                            ? connector.inquire(context)
                            : connector.perform(context, request.mayHaveBeenTried()));
        } catch (BadAccount e) {
            accountRefused = true;
            return refused(String.valueOf(e.getMessage()), mayHaveActed());
        } catch (RuntimeException e) {
            log.error("Connector {} failed at {}", connector.name(), request.label(), e);
            keep("connector_fault");
            return notDone(new NotDone("connector fault: " + e), ProviderData.NONE);
        }
    }

    /** Whether the account cannot be used: its credentials are refused, or data are missing. */
    boolean isAccountRefused() {
        return accountRefused;
    }

    private ProviderResult follow(Step first) {
        var step = first;
        while (step instanceof Step.Call(var call, var known, var then)) {
            if (++calls > MAX_CALLS) {
                throw new IllegalStateException(connector.name() + " does not come to an end");
            }
            switch (session.call(call)) {
                case Answered(var answer) -> {
                    try {
                        step = then.apply(answer);
                        if (answer.status() >= 400 && step instanceof Step.Call) {
                            keep("http_" + answer.status());
                        }
                    } catch (UnreadableAnswer e) {
                        keep("unreadable");
                        log.warn("Unreadable answer of {}: {}", connector.name(), e.getMessage());
                        return ProviderResult.unknown(String.valueOf(e.getMessage())).with(known);
                    }
                }
                case NotDone notDone -> {
                    calls--;
                    keep("not_executed");
                    return notDone(notDone, known);
                }
                case Lost(var reason, var result, _) -> {
                    keep(result);
                    return ProviderResult.unknown(reason).with(known);
                }
            }
        }
        var result = ((Step.Done) step).result();
        if (!hasSucceeded(result)) {
            keep(result.status().name().toLowerCase(Locale.ROOT));
        }
        return certain(result);
    }

    /** Whether the provider did, or is doing, what was asked, or told what became of it. */
    private static boolean hasSucceeded(ProviderResult result) {
        return switch (result.status()) {
            case APPROVED, CAPTURED, PENDING, REQUIRES_ACTION, IN_REVIEW -> true;
            case DECLINED, NOT_FOUND, NOT_EXECUTED, UNAUTHORIZED, UNKNOWN -> false;
        };
    }

    /** The latest call, if one was sent; whatever goes wrong here, the operation goes on. */
    private void keep(String result) {
        var sent = session.latest();
        if (sent == null || (sent.end() instanceof NotDone(_, _, var answer) && answer == null)) {
            return;
        }
        try {
            exchanges.keep(FailedExchange.of(request, sent, result));
        } catch (RuntimeException e) {
            log.warn("An exchange with {} was not kept: {}", connector.name(), e.toString());
        }
    }

    /**
     * A refusal says that this call did nothing, and nothing about those before it, or about one of
     * an earlier delivery that may still be under way.
     */
    private ProviderResult certain(ProviderResult result) {
        accountRefused = result.status() == Status.UNAUTHORIZED;
        var isDeclinedAgain =
                result.status() == Status.DECLINED
                        && request.earlier() == Earlier.PERHAPS
                        && !request.inquiry();
        if (accountRefused) {
            return refused(String.valueOf(result.reason()), mayHaveActedBefore() || calls > 1)
                    .with(result.data());
        }
        return isDeclinedAgain
                ? ProviderResult.unknown("declined, and an earlier delivery may be under way")
                        .with(result.data())
                : result;
    }

    /**
     * The account's fault. Of an inquiry this settles nothing, and is said as it is, so that
     * whoever waits for its answer learns why there is none.
     */
    private ProviderResult refused(String reason, boolean mayHaveActed) {
        return mayHaveActed && !request.inquiry()
                ? ProviderResult.unknown(reason)
                : ProviderResult.unauthorized(reason);
    }

    /** Nothing was done this time; whether that is all there is to say depends on before. */
    private ProviderResult notDone(NotDone notDone, ProviderData known) {
        var result =
                mayHaveActed()
                        ? ProviderResult.unknown(notDone.reason(), notDone.until())
                        : ProviderResult.notExecuted(notDone.reason());
        return result.with(known);
    }

    private boolean mayHaveActed() {
        return mayHaveActedBefore() || calls > 0;
    }

    private boolean mayHaveActedBefore() {
        return request.inquiry() || request.mayHaveBeenTried();
    }
}
