package dev.paylater.connector.call;

import dev.paylater.connector.call.Exchange.Answered;
import dev.paylater.connector.call.Exchange.Lost;
import dev.paylater.connector.call.Exchange.NotDone;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.Login;
import dev.paylater.connector.kit.UnreadableAnswer;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One operation's session with its provider: puts the account's token on each call, and waits once
 * when the provider asks to be called later. Both retry only calls that surely had no effect.
 */
final class ProviderSession {

    private static final int UNAUTHORIZED = 401;
    private static final String LOGIN = "login";

    /** Of a login: RFC 6749 5.2 says 400 or 401 of a client that is not known, others say 403. */
    private static final Set<Integer> REFUSALS = Set.of(400, UNAUTHORIZED, 403);

    private final ProviderCaller caller;
    private final Tokens tokens;
    private final Clock clock;
    private final Duration patience;
    private final Connector connector;
    private final Account account;
    private final String label;
    private final Instant notAfter;
    private @Nullable Sent latest;

    ProviderSession(
            ProviderCaller caller,
            Tokens tokens,
            Clock clock,
            Duration patience,
            Connector connector,
            Account account,
            String label,
            Instant notAfter) {
        this.caller = caller;
        this.tokens = tokens;
        this.clock = clock;
        this.patience = patience;
        this.connector = connector;
        this.account = account;
        this.label = label;
        this.notAfter = notAfter;
    }

    /**
     * A call as it was sent, and its end.
     *
     * @param isLogin whether it was to get a token
     */
    record Sent(URI base, HttpCall call, boolean isLogin, Exchange end) {}

    /** The latest call; null before the first. */
    @Nullable Sent latest() {
        return latest;
    }

    Exchange call(HttpCall call) {
        var login = connector.login(account);
        if (login == null) {
            return inTurn(call, label);
        }
        var known = tokens.of(account);
        if (known == null) {
            return loggedIn(call, login);
        }
        var first = inTurn(login.attach().apply(call, known), label);
        if (first instanceof Answered(var answer) && answer.status() == UNAUTHORIZED) {
            tokens.drop(account);
            return loggedIn(call, login);
        }
        return first;
    }

    private Exchange loggedIn(HttpCall call, Login login) {
        return switch (inTurn(login.call(), LOGIN)) {
            // The credentials are refused: for the operation it is as if its own call had been.
            case Answered(var answer) when REFUSALS.contains(answer.status()) ->
                    new Answered(new HttpAnswer(UNAUTHORIZED, answer.headers(), answer.body()));
            case Answered(var answer) -> {
                try {
                    var token = login.read().apply(answer);
                    tokens.keep(account, token);
                    yield inTurn(login.attach().apply(call, token.value()), label);
                } catch (UnreadableAnswer e) {
                    yield new NotDone("no token: " + e.getMessage());
                }
            }
            case NotDone notDone -> notDone;
            // Nothing was sent yet that has an effect.
            case Lost(var reason, _, _) -> new NotDone("no token: " + reason);
        };
    }

    private Exchange inTurn(HttpCall call, String label) {
        var base = connector.baseUrl(account);
        var end = caller.exchange(account, base, call, label, notAfter);
        if (end instanceof NotDone(_, var until, _) && await(until)) {
            end = caller.exchange(account, base, call, label, notAfter);
        }
        latest = new Sent(base, call, label.equals(LOGIN), end);
        return end;
    }

    /** Whether it was worth waiting until then. */
    private boolean await(@Nullable Instant until) {
        var now = clock.instant();
        if (until == null || until.isAfter(now.plus(patience)) || until.isAfter(notAfter)) {
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
