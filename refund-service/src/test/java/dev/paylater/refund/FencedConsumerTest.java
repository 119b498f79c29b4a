package dev.paylater.refund;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.schemas.Topic;
import dev.paylater.teststack.Stack;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.Test;

/** Two processes under one instance id: Kafka lets only the later one consume. */
class FencedConsumerTest {

    @Test
    void a_process_that_was_fenced_is_not_ready_and_says_why() throws Exception {
        try (var service = new RunningService(Stack.shared().mongoUri("fenced_test"))) {
            RunningService.await(() -> readiness(service).statusCode() == 200, "readiness");

            var settings = service.bean(KafkaSettings.class);
            var config = KafkaConfiguration.consumer(settings, Topic.REFUND);
            config.put(
                    ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, instanceId(service.bean(Admin.class)));
            try (var usurper = new KafkaConsumer<byte[], byte[]>(config)) {
                usurper.subscribe(List.of(Topic.REFUND_COMMANDS.name()));
                RunningService.await(
                        () -> {
                            usurper.poll(Duration.ofMillis(100));
                            return readiness(service).statusCode() == 503;
                        },
                        "the fenced one to be not ready");
            }
            assertThat(readiness(service).body())
                    .contains("A consumer of refunds.commands has stopped")
                    .contains("PAYLATER_INSTANCE");
        }
    }

    private static HttpResponse<String> readiness(RunningService service) {
        try {
            return service.manage("/actuator/health/readiness");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String instanceId(Admin admin) throws Exception {
        var group = admin.describeConsumerGroups(List.of(Topic.REFUND)).all().get();
        return Objects.requireNonNull(group.get(Topic.REFUND))
                .members()
                .iterator()
                .next()
                .groupInstanceId()
                .orElseThrow();
    }
}
