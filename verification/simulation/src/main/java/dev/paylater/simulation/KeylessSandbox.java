package dev.paylater.simulation;

import dev.paylater.connector.kit.Capabilities.Idempotency;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.Operations;
import dev.paylater.connector.kit.Profile;
import dev.paylater.connector.kit.Provider;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.connectors.sandbox.Sandbox;

/**
 * The sandbox's connector, were its provider one that has to be inquired before each try and that
 * keeps what is left after a capture.
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
                .allRetried(Idempotency.INQUIRE_FIRST)
                .without(Operation.RELEASE);
    }

    @Override
    public Webhooks webhooks() {
        return sandbox.webhooks();
    }
}
