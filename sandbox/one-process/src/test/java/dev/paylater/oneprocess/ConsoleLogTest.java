package dev.paylater.oneprocess;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import tools.jackson.databind.json.JsonMapper;

/** In a process of its own, since a JVM has one log. */
class ConsoleLogTest {

    /** Prints a line of a part, and one of the process. */
    static final class Lines {
        public static void main(String[] arguments) throws InterruptedException {
            ConsoleLog.install();
            var log = LoggerFactory.getLogger("dev.paylater.Test");
            var part =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        PartOfThread.is(ProcessPart.REFUND);
                                        MDC.put("payment_id", "pay_1");
                                        log.error("Refunded");
                                    });
            part.join();
            log.warn("Stopping", new IllegalStateException("because"));
        }
    }

    private static List<String> lines() throws IOException, InterruptedException {
        var java = ProcessHandle.current().info().command().orElseThrow();
        var process =
                new ProcessBuilder(
                                java,
                                "-cp",
                                System.getProperty(
                                        "surefire.test.class.path",
                                        System.getProperty("java.class.path")),
                                Lines.class.getName())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        var printed = new ByteArrayOutputStream();
        process.getInputStream().transferTo(printed);
        assertThat(process.waitFor()).isZero();
        return printed.toString(UTF_8).lines().toList();
    }

    @Test
    void a_line_is_an_event_of_ecs_that_names_its_service() throws Exception {
        var events = lines().stream().map(JsonMapper.shared()::readTree).toList();

        assertThat(events).hasSize(2);
        assertThat(events.getFirst().at("/service/name").asString()).isEqualTo("refund-service");
        assertThat(events.getFirst().at("/log/level").asString()).isEqualTo("ERROR");
        assertThat(events.getFirst().path("message").asString()).isEqualTo("Refunded");
        assertThat(events.getFirst().path("payment_id").asString()).isEqualTo("pay_1");
        assertThat(events.getLast().at("/service/name").asString()).isEqualTo("one-process");
        assertThat(events.getLast().at("/error/message").asString()).isEqualTo("because");
    }
}
