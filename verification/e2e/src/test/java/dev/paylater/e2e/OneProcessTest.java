package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A second system beside the first, of which everything but the registry is one process. */
class OneProcessTest {

    /** Away from the ports of the system that other tests use. */
    private static final int OFFSET = Script.PORT_OFFSET + 600;

    private static final List<String> TOGETHER =
            List.of(
                    "kafka",
                    "store",
                    "provider-simulator",
                    "orchestrator-service",
                    "connector-service",
                    "refund-service",
                    "webhook-service",
                    "api-service");

    @TempDir Path home;

    @AfterEach
    void end() {
        script("down");
    }

    @Test
    void everything_starts_as_one_process_and_comes_back_after_its_end() {
        var up = script("up");

        assertThat(up.exitCode()).as(up.output()).isZero();
        assertThat(up.output())
                .contains("Starting in one process: " + String.join(", ", TOGETHER))
                .containsPattern("pay_\\w+: succeeded, captured 6540, refunds 1");
        var status = succeed("status");
        var pids = TOGETHER.stream().map(service -> pidIn(status, service)).distinct().toList();
        assertThat(pids).hasSize(1);
        assertThat(pidIn(status, "registry")).isNotEqualTo(pids.getFirst());
        assertThat(status).contains("What has the same pid is one process");

        assertThat(succeed("logs", "refund-service")).contains("Started RefundApplication");
        assertThat(succeed("logs", "api-service"))
                .contains("Started ApiApplication")
                .doesNotContain("Started RefundApplication");
        var demo = succeed("demo");
        assertThat(succeed("trace", paymentIn(demo))).contains(paymentIn(demo));
        var asProcesses = script("up", "--processes", "api-service");
        assertThat(asProcesses.exitCode()).isEqualTo(1);
        assertThat(asProcesses.output()).contains("It runs as one process");

        assertThat(succeed("kill", "refund-service"))
                .contains("In the same process ran kafka, store, provider-simulator")
                .contains("./paylater up --processes", "All but refund-service runs again");
        var withoutRefunds = script("status").output();
        assertThat(withoutRefunds).containsPattern("refund-service .* dead");
        assertThat(withoutRefunds).containsPattern("api-service .* ready");
        assertThat(succeed("start", "refund-service"))
                .containsPattern("refund-service +ready after");
        assertThat(succeed("start", "connector-service", "2")).contains("connector-service-2");
        assertThat(succeed("kill", "refund-service")).doesNotContain("In the same process");
        assertThat(succeed("up")).contains("Starting refund-service");

        assertThat(succeed("demo", "crash"))
                .containsPattern("kill -9 of .*store.*orchestrator-service")
                .contains("The customer has paid once.");
        var reconciled = script("reconcile");
        assertThat(reconciled.output())
                .contains("4 payments and 0 webhook deliveries compared", " 0 differences.");

        assertThat(succeed("down"))
                .containsSubsequence(
                        "Stopped connector-service-2, refund-service",
                        "Stopped kafka, store",
                        "Stopped registry");
        assertThat(succeed("status")).contains("Nothing is running.");
    }

    private static String pidIn(String status, String service) {
        var line = Pattern.compile("(?m)^" + service + " +(\\d+) ").matcher(status);
        assertThat(line.find()).as("%s in %s", service, status).isTrue();
        return line.group(1);
    }

    private static String paymentIn(String output) {
        var id = Pattern.compile("pay_\\w+").matcher(output);
        assertThat(id.find()).as(output).isTrue();
        return id.group();
    }

    private String succeed(String... arguments) {
        var result = script(arguments);
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output();
    }

    private Script.Result script(String... arguments) {
        return Script.run(
                Map.of(
                        "PAYLATER_HOME",
                        home.toString(),
                        "PAYLATER_PORT_OFFSET",
                        Integer.toString(OFFSET),
                        "PAYLATER_TRAIN",
                        "off"),
                arguments);
    }
}
