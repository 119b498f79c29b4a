package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Three worker processes share the work. */
@ExtendWith(RunningStack.class)
class ScaleOutTest {

    private static final Pattern PORT = Pattern.compile("connector-service\\S*\\s+\\d+\\s+(\\d+)");
    private static final Merchant MERCHANT = Merchant.SANDBOX;
    private static final int CONFIRMS = 300;

    @Test
    void three_workers_share_the_confirms() {
        Script.succeed("start", "connector-service", "3");
        var ports = new ArrayList<String>();
        var matcher = PORT.matcher(Script.succeed("status"));
        while (matcher.find()) {
            ports.add(matcher.group(1));
        }
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

    /** Provider calls that a worker has made, from its metrics. */
    private static long calls(String port) {
        var metrics =
                new Merchant("").get("http://127.0.0.1:" + port + "/actuator/prometheus").text();
        return metrics.lines()
                .filter(line -> line.startsWith("paylater_provider_calls_seconds_count"))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }
}
