package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.json.JsonMapper;

/** The jar for operators, against the running system as against any other. */
@ExtendWith(RunningStack.class)
class PaylaterOpsTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Map<String, String> ENVIRONMENT =
            Map.of(
                    "PAYLATER_KAFKA_BOOTSTRAP",
                    "127.0.0.1:" + (9092 + Script.PORT_OFFSET),
                    "PAYLATER_MONGODB_URI",
                    "mongodb://127.0.0.1:%s/paylater".formatted(27017 + Script.PORT_OFFSET),
                    "PAYLATER_REGISTRY_URL",
                    "http://127.0.0.1:%s/apis/ccompat/v7".formatted(8085 + Script.PORT_OFFSET),
                    "PAYLATER_API_URL",
                    MerchantClient.BASE,
                    "PAYLATER_ADMIN_KEY",
                    "admin_sandbox_paylater_0123456789abcdef");

    private record Result(int exitCode, String output) {}

    @Test
    void a_payment_is_traced_and_reconciled_from_outside() throws Exception {
        var id = MerchantClient.SANDBOX.pay("", "automatic").expect(200).string("payment_id");
        MerchantClient.SANDBOX.await(
                id, SOON, p -> p.json().at("/status").asString().equals("succeeded"));

        var trace = JSON.readTree(ops("trace", id, "--json").output());
        assertThat(trace.path("moments").findValuesAsString("type"))
                .contains("authorization_approved");

        var status = JSON.readTree(ops("status", "--json").output());
        assertThat(status.at("/kafka/groups").findValuesAsString("name"))
                .contains("orchestrator-service", "connector-service.klarna");
        assertThat(status.at("/kafka/missing").isEmpty()).isTrue();

        var books =
                JSON.readTree(
                        ops("reconcile", "--merchant", "merchant_sandbox", "--json").output());
        assertThat(books.path("payments").asInt()).isPositive();
        assertThat(books.path("differences").isEmpty()).as("%s", books).isTrue();
        assertThat(ops("stuck").exitCode()).isZero();

        var settled =
                ops(
                        "settle",
                        "refund",
                        "merchant_sandbox",
                        "ref_none",
                        "--result",
                        "failed",
                        "--reason",
                        "x");
        assertThat(settled.exitCode()).isEqualTo(3);
        assertThat(settled.output()).contains("answered 404");
    }

    private static Result ops(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-jar", jar().toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(ENVIRONMENT);
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }

    private static Path jar() throws IOException {
        try (var files =
                Files.newDirectoryStream(
                        Script.root().resolve("paylater-ops/target"), "*-exec.jar")) {
            return files.iterator().next();
        }
    }
}
