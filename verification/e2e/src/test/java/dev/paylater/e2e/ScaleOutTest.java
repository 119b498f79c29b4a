package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Three worker processes share the work. */
@ExtendWith(RunningStack.class)
class ScaleOutTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final int CONFIRMS = 300;

    @Test
    void three_workers_share_the_confirms() {
        Script.succeed("start", "connector-service", "3");
        var ports = ConnectorProcesses.ports();
        assertThat(ports).hasSize(3);
        var before = ports.stream().mapToLong(ScaleOutTest::calls).toArray();
        for (var answer : Crowd.start(CONFIRMS, 16, () -> MERCHANT.pay("", "manual"))) {
            assertThat(Crowd.await(answer).expect(200).string("status"))
                    .isIn("requires_capture", "processing");
        }
        for (var i = 0; i < ports.size(); i++) {
            assertThat(calls(ports.get(i)) - before[i])
                    .as("calls of the worker on port " + ports.get(i))
                    .isPositive();
        }
    }

    private static long calls(String port) {
        return ConnectorProcesses.count(port, "paylater_provider_calls_total");
    }
}
