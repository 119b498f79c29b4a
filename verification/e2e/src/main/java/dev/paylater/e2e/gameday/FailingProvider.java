package dev.paylater.e2e.gameday;

import dev.paylater.e2e.ProviderLedger;
import java.util.List;
import java.util.Map;

/** Every call to a provider is answered with 5xx. */
final class FailingProvider implements Trouble {

    @Override
    public String name() {
        return "provider-5xx";
    }

    @Override
    public String meaning() {
        return "the provider sandbox answers 5xx to everything";
    }

    @Override
    public Alert alert() {
        return new Alert("PaylaterBreakerOpen", Map.of("connector", "sandbox"));
    }

    @Override
    public void begin() {
        var _ =
                ProviderLedger.tell(
                        "/behaviour", "{\"connector\": \"sandbox\", \"error_rate\": 1}");
    }

    @Override
    public List<Step> runbook() {
        return List.of(
                new Step(
                        "tell the provider, who mends it; calls begin again by themselves",
                        this::end));
    }

    private void end() {
        var _ =
                ProviderLedger.tell(
                        "/behaviour", "{\"connector\": \"sandbox\", \"error_rate\": 0}");
    }

    @Override
    public boolean isOver(Prometheus prometheus) {
        return prometheus
                        .value("max(paylater_connector_breakers_open{connector=\"sandbox\"})")
                        .orElse(1)
                == 0;
    }

    @Override
    public void cleanUp() {
        end();
    }
}
