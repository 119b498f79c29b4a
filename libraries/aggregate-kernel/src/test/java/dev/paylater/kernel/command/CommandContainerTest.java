package dev.paylater.kernel.command;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.schemas.Topic;
import dev.paylater.teststack.Stack;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** How a consumer of commands leaves its group, at a real broker. */
final class CommandContainerTest {

    private static final Topic TOPIC =
            new Topic(
                    "kernel.commands",
                    Set.of(),
                    2,
                    Duration.ofDays(1),
                    Set.of("test"),
                    Set.of("test"),
                    false);

    private static final String GROUP = "kernel-test";

    @Test
    void a_static_member_that_is_stopped_politely_leaves_its_partitions_to_the_others_at_once()
            throws Exception {
        try (var admin = Admin.create(Map.of("bootstrap.servers", Stack.shared().bootstrap()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC.name(), TOPIC.partitions(), (short) 1)))
                    .all()
                    .get();
            var staying = started("staying");
            var leaving = started("leaving");
            try {
                await(admin, Set.of(GROUP + "-staying-0", GROUP + "-leaving-0"));

                leaving.stop();

                assertThat(members(admin)).containsExactly(GROUP + "-staying-0");
            } finally {
                leaving.stop();
                staying.stop();
            }
        }
    }

    private static ConcurrentMessageListenerContainer<byte[], byte[]> started(String instance) {
        var settings =
                new KafkaSettings(
                        Stack.shared().bootstrap(),
                        "http://unused",
                        (short) 1,
                        1,
                        null,
                        null,
                        null,
                        Map.of(),
                        Map.of());
        var listener =
                new CommandListener((_, _, _) -> Optional.empty(), CrashPoint.REFUND_AFTER_COMMIT);
        var container =
                CommandContainer.of(
                        settings,
                        TOPIC,
                        GROUP,
                        instance,
                        1,
                        listener,
                        CrashPoint.REFUND_AFTER_COMMIT);
        container.start();
        return container;
    }

    private static void await(Admin admin, Set<String> wanted) throws Exception {
        while (!members(admin).equals(wanted)) {
            Thread.onSpinWait();
        }
    }

    /** Those that have a partition, by the ids that they come back under after a crash. */
    private static Set<String> members(Admin admin) throws Exception {
        try {
            var group = admin.describeConsumerGroups(List.of(GROUP)).all().get();
            return Objects.requireNonNull(group.get(GROUP)).members().stream()
                    .map(member -> member.groupInstanceId().orElseThrow())
                    .collect(toSet());
        } catch (ExecutionException e) {
            return Set.of();
        }
    }
}
