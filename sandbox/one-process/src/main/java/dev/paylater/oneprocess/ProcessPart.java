package dev.paylater.oneprocess;

import dev.paylater.api.ApiApplication;
import dev.paylater.connector.ConnectorApplication;
import dev.paylater.orchestrator.OrchestratorApplication;
import dev.paylater.refund.RefundApplication;
import dev.paylater.simulator.ProviderSimulator;
import dev.paylater.simulator.Settings;
import dev.paylater.webhook.WebhookApplication;
import java.util.List;
import java.util.Map;

/** What runs in the process: each has its ports, its settings and its log, as a process has. */
enum ProcessPart {
    KAFKA("kafka"),
    STORE("store"),
    PROVIDER_SIMULATOR("provider-simulator"),
    ORCHESTRATOR("orchestrator-service"),
    CONNECTOR("connector-service"),
    REFUND("refund-service"),
    WEBHOOK("webhook-service"),
    API("api-service");

    /** What others need first. */
    static final List<List<ProcessPart>> START_ORDER =
            List.of(
                    List.of(KAFKA, STORE, PROVIDER_SIMULATOR),
                    List.of(ORCHESTRATOR, CONNECTOR, REFUND, WEBHOOK, API));

    /** First what takes payments in; the broker and the store last: everybody writes to the end. */
    static final List<List<ProcessPart>> STOP_ORDER =
            List.of(
                    List.of(API),
                    List.of(ORCHESTRATOR, CONNECTOR, REFUND),
                    List.of(WEBHOOK),
                    List.of(PROVIDER_SIMULATOR),
                    List.of(KAFKA),
                    List.of(STORE));

    private final String label;

    ProcessPart(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Starts it with its own variables and gives what stops it. */
    AutoCloseable start(Map<String, String> variables) throws Exception {
        return switch (this) {
            case KAFKA -> Servers.broker(variables);
            case STORE -> Servers.store(variables);
            case PROVIDER_SIMULATOR -> ProviderSimulator.start(Settings.of(variables));
            case ORCHESTRATOR -> ServiceContext.start(OrchestratorApplication.class, variables);
            case CONNECTOR -> ServiceContext.start(ConnectorApplication.class, variables);
            case REFUND -> ServiceContext.start(RefundApplication.class, variables);
            case WEBHOOK -> ServiceContext.start(WebhookApplication.class, variables);
            case API -> ServiceContext.start(ApiApplication.class, variables);
        };
    }
}
