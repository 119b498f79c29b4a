package dev.paylater.connector.call;

import dev.paylater.connector.call.Exchange.Answered;
import dev.paylater.connector.call.Exchange.Lost;
import dev.paylater.connector.call.Exchange.NotDone;
import dev.paylater.connector.message.Task;
import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.Login;
import dev.paylater.connector.provider.UnreadableAnswer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One order's line to its provider: puts the account's token on each call, and waits once when the
 * provider asks to be called later. Both repeat only calls that surely had no effect.
 */
final class Line {

    private static final int UNAUTHORIZED = 401;

    private final ProviderCaller caller;
    private final Tokens tokens;
    private final Clock clock;
    private final Duration patience;
    private final Connector connector;
    private final Account account;
    private final Task task;

    Line(
            ProviderCaller caller,
            Tokens tokens,
            Clock clock,
            Duration patience,
            Connector connector,
            Account account,
            Task task) {
        this.caller = caller;
        this.tokens = tokens;
        this.clock = clock;
        this.patience = patience;
        this.connector = connector;
        this.account = account;
        this.task = task;
    }

    Exchange call(HttpCall call) {
        var login = connector.login(account);
        if (login == null) {
            return inTurn(call, task.label());
        }
        var first = withToken(call, login);
        if (first instanceof Answered(var answer) && answer.status() == UNAUTHORIZED) {
            tokens.drop(account);
            return withToken(call, login);
        }
        return first;
    }

    private Exchange withToken(HttpCall call, Login login) {
        var known = tokens.of(account);
        return known != null
                ? inTurn(login.attach().apply(call, known), task.label())
                : loggedIn(call, login);
    }

    private Exchange loggedIn(HttpCall call, Login login) {
        return switch (inTurn(login.call(), "login")) {
            case Answered(var answer) -> {
                try {
                    var token = login.read().apply(answer);
                    tokens.keep(account, token);
                    yield inTurn(login.attach().apply(call, token.value()), task.label());
                } catch (UnreadableAnswer e) {
                    yield new NotDone("no token: " + e.getMessage(), null);
                }
            }
            case NotDone notDone -> notDone;
            // Nothing was ordered yet, so nothing can have happened.
            case Lost(var reason) -> new NotDone("no token: " + reason, null);
        };
    }

    private Exchange inTurn(HttpCall call, String label) {
        var base = connector.baseUrl(account);
        var first = caller.exchange(account, base, call, label);
        if (first instanceof NotDone(_, var until) && await(until)) {
            return caller.exchange(account, base, call, label);
        }
        return first;
    }

    /** Whether it was worth waiting until then. */
    private boolean await(@Nullable Instant until) {
        var now = clock.instant();
        if (until == null || until.isAfter(now.plus(patience)) || until.isAfter(task.notAfter())) {
            return false;
        }
        try {
            Thread.sleep(Duration.between(now, until).plusMillis(1));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
