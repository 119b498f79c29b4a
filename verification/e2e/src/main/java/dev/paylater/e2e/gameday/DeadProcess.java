package dev.paylater.e2e.gameday;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.Script;
import java.util.List;
import java.util.OptionalDouble;

/** A process ends by kill -9. */
record DeadProcess(String name, String process, Alert alert, String overWhen) implements Trouble {

    @Override
    public String meaning() {
        return process + " is killed (kill -9)";
    }

    @Override
    public void begin() {
        Script.succeed("kill", process);
    }

    @Override
    public List<Step> runbook() {
        var start = "./paylater start " + process;
        return List.of(new Step(start, () -> Script.succeed("start", process)));
    }

    @Override
    public boolean isOver(Prometheus prometheus) {
        var measured = prometheus.value(overWhen);
        return measured.equals(OptionalDouble.of(1))
                && MerchantClient.SANDBOX.pay("", "automatic").status() == 200;
    }
}
