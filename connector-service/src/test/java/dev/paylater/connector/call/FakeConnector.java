package dev.paylater.connector.call;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Capabilities;
import dev.paylater.connector.provider.Capabilities.Idempotency;
import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.HttpCall.Method;
import dev.paylater.connector.provider.Login;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notice.Reason;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Operation;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.Verdict;
import java.net.URI;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Pays with one call and asks with another, or does what a test puts in its place. */
final class FakeConnector implements Connector {

    static final Outcome PAID = Outcome.of(new Verdict.Approved(6540, false));

    Idempotency idempotency = Idempotency.KEY;
    Set<Operation> operations = Set.of(Operation.values());
    @Nullable Login login;
    Function<Order, Step> performing =
            _ -> {
                var session =
                        new Told(null, null, null, Map.of("s", "1"), null, null, null, null, null);
                return new Step.Call(
                        HttpCall.of(Method.POST, "/pay"),
                        session,
                        answer -> {
                            answer.json();
                            return Step.done(PAID);
                        });
            };

    @Override
    public String name() {
        return "sandbox";
    }

    @Override
    public Capabilities capabilities() {
        var repeatable = new EnumMap<Operation, Idempotency>(Operation.class);
        operations.forEach(operation -> repeatable.put(operation, idempotency));
        return new Capabilities(Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), repeatable);
    }

    @Override
    public URI live(Account account) {
        throw new AssertionError("no test calls a live provider");
    }

    @Override
    public @Nullable Login login(Account account) {
        return login;
    }

    @Override
    public Step perform(Order order, Account account) {
        return performing.apply(order);
    }

    @Override
    public Step ask(Order order, Account account) {
        return Step.call(
                HttpCall.of(Method.GET, "/ask"),
                answer ->
                        answer.status() == 404
                                ? Step.done(new Verdict.NotFound())
                                : Step.done(PAID));
    }

    @Override
    public Notice read(Notification notification, Account account, Instant now) {
        return new Notice.Rejected(Reason.FORGED);
    }
}
