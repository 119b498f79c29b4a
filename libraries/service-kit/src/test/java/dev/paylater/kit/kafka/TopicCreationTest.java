package dev.paylater.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.schemas.Topic;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopicCreationTest {

    private static final String DAYS_7 = Long.toString(7L * 24 * 60 * 60 * 1000);
    private static final String DAYS_30 = Long.toString(30L * 24 * 60 * 60 * 1000);

    private final List<NewTopic> created = new ArrayList<>();
    private @Nullable RuntimeException answer;

    private static final class Result extends CreateTopicsResult {
        Result(Map<String, KafkaFuture<TopicMetadataAndConfig>> futures) {
            super(futures);
        }
    }

    /** A broker's administration that remembers what it was asked to create. */
    private Admin admin() {
        return (Admin)
                Proxy.newProxyInstance(
                        Admin.class.getClassLoader(),
                        new Class<?>[] {Admin.class},
                        (_, method, arguments) -> {
                            if (!method.getName().equals("createTopics")) {
                                throw new UnsupportedOperationException(method.getName());
                            }
                            return create((Collection<?>) arguments[0]);
                        });
    }

    private CreateTopicsResult create(Collection<?> topics) {
        var futures = new HashMap<String, KafkaFuture<CreateTopicsResult.TopicMetadataAndConfig>>();
        for (var each : topics) {
            var topic = (NewTopic) each;
            created.add(topic);
            var future = new KafkaFutureImpl<CreateTopicsResult.TopicMetadataAndConfig>();
            if (answer == null) {
                future.complete(null);
            } else {
                future.completeExceptionally(answer);
            }
            futures.put(topic.name(), future);
        }
        return new Result(futures);
    }

    private TopicCreation creation(@Nullable Integer partitions) {
        return new TopicCreation(
                admin(),
                new KafkaSettings(
                        "b:1",
                        "http://r",
                        (short) 3,
                        2,
                        partitions,
                        null,
                        null,
                        Map.of(),
                        Map.of()));
    }

    private static NewTopic expected(String name, int partitions, String retention) {
        return new NewTopic(name, partitions, (short) 3)
                .configs(
                        Map.of(
                                "cleanup.policy",
                                "delete",
                                "retention.ms",
                                retention,
                                "min.insync.replicas",
                                "2",
                                "max.message.bytes",
                                name.endsWith(".dlt") ? "2162688" : "2097152"));
    }

    @Test
    void a_topic_is_created_as_the_catalogue_has_it_with_its_dead_letters() {
        creation(null).ensure(List.of(Topic.PAYMENT_COMMANDS, Topic.ofConnector("klarna")));
        assertThat(created)
                .containsExactly(
                        expected("payments.commands", 24, DAYS_7),
                        expected("payments.commands.dlt", 1, DAYS_30),
                        expected("connectors.klarna", 48, DAYS_7),
                        expected("connectors.klarna.dlt", 1, DAYS_30));
    }

    @Test
    void a_single_broker_may_have_fewer_partitions() {
        creation(4).ensure(List.of(Topic.PAYMENT_COMMANDS));
        assertThat(created)
                .containsExactly(
                        expected("payments.commands", 4, DAYS_7),
                        expected("payments.commands.dlt", 1, DAYS_30));
    }

    @Test
    void a_refusal_of_the_broker_is_reported() {
        answer = new InvalidReplicationFactorException("3 of 1");
        assertThatThrownBy(() -> creation(null).ensure(List.of(Topic.PAYMENT_COMMANDS)))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCause(answer);
    }

    @Test
    void settings_that_could_lose_a_payment_are_for_local_use_only() {
        var weakCopies = settings(2, 2);
        var weakQuorum = settings(3, 1);
        assertThatThrownBy(() -> weakCopies.requireDurable(false))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> weakQuorum.requireDurable(false))
                .isInstanceOf(IllegalStateException.class);
        assertThatCode(() -> settings(3, 2).requireDurable(false)).doesNotThrowAnyException();
        assertThatCode(() -> settings(1, 1).requireDurable(true)).doesNotThrowAnyException();
    }

    private static KafkaSettings settings(int copies, int inSync) {
        return new KafkaSettings(
                "b:1", "http://r", (short) copies, inSync, null, null, null, Map.of(), Map.of());
    }
}
