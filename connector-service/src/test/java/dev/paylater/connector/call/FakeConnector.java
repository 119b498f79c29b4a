package dev.paylater.connector.call;

import dev.paylater.connector.kit.Api;
import dev.paylater.connector.kit.Authentication;
import dev.paylater.connector.kit.Capabilities.Idempotency;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Data;
import dev.paylater.connector.kit.Errors;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.HttpCall.Method;
import dev.paylater.connector.kit.Login;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.Operations;
import dev.paylater.connector.kit.Profile;
import dev.paylater.connector.kit.Provider;
import dev.paylater.connector.kit.Rule;
import dev.paylater.connector.kit.Step;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.ProviderResult;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pays with one call and inquires with another, or does what a test puts in its place. */
final class FakeConnector implements Provider {

    static final ProviderResult PAID = ProviderResult.approved(6540);

    Idempotency idempotency = Idempotency.KEY;
    Set<Operation> operations = Set.of(Operation.values());
    @Nullable Login login;
    Rule performing =
            _ ->
                    new Step.Call(
                            HttpCall.of(Method.POST, "/pay"),
                            new Data().keep("s", "1").build(),
                            answer -> {
                                if (!answer.isSuccess()) {
                                    return Step.done(Errors.at("/code").result(answer));
                                }
                                answer.json();
                                return Step.done(PAID);
                            });

    Connector connector() {
        return Connector.of(this);
    }

    @Override
    public Profile profile() {
        return Profile.of(
                "sandbox",
                _ -> {
                    throw new AssertionError("no test calls a live provider");
                });
    }

    private Api api() {
        var got = login;
        return new Api(
                "",
                new Authentication((call, _) -> call, got == null ? null : _ -> got),
                Errors.at("/code"));
    }

    @Override
    public Operations operations() {
        Rule inquiry =
                _ ->
                        Step.call(
                                HttpCall.of(Method.GET, "/ask"),
                                answer ->
                                        Step.done(
                                                switch (answer.status()) {
                                                    case 404 -> ProviderResult.notFound();
                                                    case 401, 403 -> Errors.inquiryRefused(answer);
                                                    default -> PAID;
                                                }));
        var rows = new Operations(api(), idempotency);
        operations.forEach(operation -> rows.on(operation, performing, inquiry));
        return rows;
    }

    @Override
    public Webhooks webhooks() {
        return new Webhooks(
                (_, _, _, _) -> Reason.FORGED, (_, _) -> new Notice.Rejected(Reason.FORGED));
    }
}
