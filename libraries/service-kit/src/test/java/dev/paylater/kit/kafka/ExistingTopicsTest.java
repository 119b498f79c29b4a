package dev.paylater.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.schemas.Topic;
import dev.paylater.teststack.Stack;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Topics that somebody else made, on a real broker with its default settings. */
class ExistingTopicsTest {

    private static final short ONE = 1;

    private static final Map<String, String> CLEANED = Map.of("cleanup.policy", "delete");

    private static Admin admin;

    private final Topic topic = Topic.ofConnector("of-" + UUID.randomUUID());

    @BeforeAll
    static void connect() {
        admin = Admin.create(Map.of("bootstrap.servers", Stack.shared().bootstrap()));
    }

    @AfterAll
    static void disconnect() {
        admin.close();
    }

    @Test
    void what_is_set_weaker_is_raised_and_what_is_set_stronger_is_left() throws Exception {
        make(
                Map.of(
                        "max.message.bytes", "1000000",
                        "retention.ms", "60000",
                        "retention.bytes", "1000000",
                        "min.insync.replicas", "1",
                        "unclean.leader.election.enable", "true"));
        new TopicCreation(admin, settings(ONE, 2)).ensure(List.of(topic));
        assertThat(settings())
                .containsEntry("max.message.bytes", "2097152")
                .containsEntry("retention.ms", "604800000")
                .containsEntry("retention.bytes", "-1")
                .containsEntry("min.insync.replicas", "2")
                .containsEntry("unclean.leader.election.enable", "false");

        new TopicCreation(admin, settings(ONE, 1)).ensure(List.of(topic));
        assertThat(settings()).containsEntry("min.insync.replicas", "2");
    }

    @Test
    void a_topic_that_is_created_at_this_moment_is_waited_for() throws Exception {
        var wanted = List.of(new NewTopic(topic.name(), 1, ONE).configs(CLEANED));
        var held = CompletableFuture.runAsync(() -> new ExistingTopics(admin).hold(wanted));
        assertThat(held)
                .failsWithin(Duration.ofMillis(500))
                .withThrowableThat()
                .isInstanceOf(TimeoutException.class);
        admin.createTopics(wanted).all().get();
        assertThat(held).succeedsWithin(Duration.ofSeconds(20));
    }

    @Test
    void messages_that_are_kept_for_ever_stay_so() throws Exception {
        make(Map.of("retention.ms", "-1", "max.message.bytes", "3000000"));
        new TopicCreation(admin, settings(ONE, 1)).ensure(List.of(topic));
        assertThat(settings())
                .containsEntry("retention.ms", "-1")
                .containsEntry("max.message.bytes", "3000000");
    }

    @Test
    void a_topic_with_too_few_copies_is_refused_with_what_to_do() throws Exception {
        make(Map.of());
        var creation = new TopicCreation(admin, settings((short) 3, 2));
        // Its dead letters cannot be created with three copies on one broker either.
        admin.createTopics(List.of(new NewTopic(topic.deadLetters().name(), 1, ONE))).all().get();
        assertThatThrownBy(() -> creation.ensure(List.of(topic)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(topic.name())
                .hasMessageContaining("has 1 copies of partition 0, and must have 3")
                .hasMessageContaining("kafka-reassign-partitions.sh");
    }

    @Test
    void a_compacted_topic_is_refused_with_what_to_do() throws Exception {
        make(Map.of("cleanup.policy", "compact"));
        var creation = new TopicCreation(admin, settings(ONE, 1));
        assertThatThrownBy(() -> creation.ensure(List.of(topic)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cleanup.policy=compact")
                .hasMessageContaining(
                        "kafka-configs.sh --alter --topic %s --add-config cleanup.policy=delete"
                                .formatted(topic.name()));
    }

    @Test
    void a_topic_of_the_latest_is_created_compacted_and_held_to_it() throws Exception {
        var latest =
                new Topic(
                        topic.name(),
                        topic.messages(),
                        1,
                        Duration.ofDays(30),
                        Set.of(),
                        Set.of(),
                        true);
        var creation = new TopicCreation(admin, settings(ONE, 1));
        creation.ensure(List.of(latest));
        creation.ensure(List.of(latest));
        assertThat(settings())
                .containsEntry("cleanup.policy", "compact")
                .containsEntry("delete.retention.ms", "2592000000");

        assertThatThrownBy(() -> creation.ensure(List.of(topic)))
                .hasMessageContaining("cleanup.policy=compact");
    }

    @Test
    void a_broker_with_default_settings_takes_our_consumers_into_a_group() throws Exception {
        make(Map.of());
        var config = ClientSettings.consumer(settings(ONE, 1), "group-" + topic.name());
        try (var consumer = new KafkaConsumer<byte[], byte[]>(config)) {
            consumer.subscribe(List.of(topic.name()));
            while (consumer.assignment().isEmpty()) {
                consumer.poll(Duration.ofMillis(100));
            }
            assertThat(consumer.assignment()).hasSize(1);
        }
    }

    private void make(Map<String, String> configs) throws Exception {
        admin.createTopics(List.of(new NewTopic(topic.name(), 1, ONE).configs(configs)))
                .all()
                .get();
    }

    private Map<String, String> settings() throws Exception {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
        var settings = new HashMap<String, String>();
        var configs = admin.describeConfigs(List.of(resource)).all().get();
        Objects.requireNonNull(configs.get(resource))
                .entries()
                .forEach(entry -> settings.put(entry.name(), entry.value()));
        return settings;
    }

    private static KafkaSettings settings(short copies, int inSync) {
        return new KafkaSettings(
                Stack.shared().bootstrap(),
                "http://r",
                copies,
                inSync,
                1,
                null,
                null,
                Map.of(),
                Map.of());
    }
}
