package dev.paylater.simulation;

import dev.paylater.connector.kit.Capabilities.Idempotency;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.Operations;
import dev.paylater.connector.kit.Profile;
import dev.paylater.connector.kit.Provider;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.connectors.sandbox.Sandbox;

/**
 * The sandbox's connector, were its provider one that has to be inquired before each try, and a
 * capture one that is only inquired about once it may have been tried.
 */
final class KeylessSandbox implements Provider {

    private final Sandbox sandbox = new Sandbox();

    @Override
    public Profile profile() {
        return sandbox.profile();
    }

    @Override
    public Operations operations() {
        return sandbox.operations()
                .retried(
                        operation ->
                                operation == Operation.CAPTURE
                                        ? Idempotency.ONCE
                                        : Idempotency.INQUIRE_FIRST);
    }

    @Override
    public Webhooks webhooks() {
        return sandbox.webhooks();
    }
}
