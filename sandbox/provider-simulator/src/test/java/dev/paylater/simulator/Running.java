package dev.paylater.simulator;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A simulator and somebody to take its webhooks, for all tests of a class. */
final class Running implements BeforeAllCallback, AfterAllCallback {

    private @Nullable ProviderSimulator simulator;
    private @Nullable WebhookReceiver webhooks;
    private @Nullable Path data;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        data = Files.createTempDirectory("simulator");
        simulator = ProviderSimulator.start(new Settings("127.0.0.1", 0, data, null));
        webhooks = new WebhookReceiver(0);
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        simulator().close();
        webhooks().close();
        if (data != null) {
            Files.delete(data.resolve("ledger.jsonl"));
            Files.delete(data);
        }
    }

    ProviderSimulator simulator() {
        return Objects.requireNonNull(simulator);
    }

    WebhookReceiver webhooks() {
        return Objects.requireNonNull(webhooks);
    }

    Client client() {
        return client("sandbox_merchant");
    }

    Client client(String apiKey) {
        return new Client(simulator().port(), apiKey);
    }
}
