package dev.paylater.kit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.broker.LocalBroker;
import dev.paylater.schemas.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kafka.admin.ConfigCommand;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;

/**
 * A broker of Apache Kafka with the settings of docker-compose.production.yml, the users and rights
 * that docker/kafka-access.sh gives, and clients as each service makes them of what it is given.
 */
@Timeout(120)
class ProductionKafkaTest {

    @TempDir static Path folder;

    private static ProductionFiles files;
    private static LocalBroker broker;
    private static int port;
    private static Admin operator;

    @BeforeAll
    static void start() throws Exception {
        files = ProductionFiles.in(folder);
        port = LocalBroker.freePort();
        var settings = files.broker("kafka");
        // One node instead of three, on this machine.
        settings.keySet().removeIf(name -> name.matches("(offsets|transaction)\\..*|.*voters"));
        settings.put("log.dirs", folder.resolve("kafka").toString());
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("advertised.listeners", "INTERNAL://127.0.0.1:" + port);
        settings.put(
                "listeners",
                "INTERNAL://127.0.0.1:%s,CONTROLLER://127.0.0.1:%s".formatted(port, port + 1000));
        broker = LocalBroker.start(port, folder.resolve("kafka"), settings);
        operator = Admin.create(ofOperator());
        giveUsersAndRights();
        for (var service : List.of(Topic.CONNECTOR, Topic.API)) {
            createsItsTopics(service);
        }
        try (var producer = producer(ofOperator())) {
            for (var topic : withDeadLetters()) {
                producer.send(record(topic.name())).get();
            }
        }
    }

    @AfterAll
    static void stop() {
        operator.close();
        broker.close();
    }

    private static Map<String, Object> ofOperator() throws IOException {
        var file = Files.readString(files.secrets().resolve("kafka-operator.properties"));
        var read = new Properties();
        read.load(
                new java.io.StringReader(file.replace("/run/secrets", files.secrets().toString())));
        var all = new HashMap<String, Object>();
        read.forEach((name, value) -> all.put(name.toString(), value));
        all.put("bootstrap.servers", "127.0.0.1:" + port);
        return all;
    }

    /**
     * As docker/kafka-access.sh does: the logins by Kafka's own tool, of files as the script writes
     * them, the rights by the client.
     */
    private static void giveUsersAndRights() throws Exception {
        var script = Files.readString(ProductionFiles.DOCKER.resolve("kafka-access.sh"));
        var format = Pattern.compile("printf '(.*)\\\\n' \"\\$password\"").matcher(script);
        assertThat(format.find()).as("the script writes a login").isTrue();
        for (var line : Files.readAllLines(files.secrets().resolve("passwords"))) {
            var words = line.split(" ", -1);
            var login =
                    Files.writeString(folder.resolve("login"), format.group(1).formatted(words[1]));
            ConfigCommand.alterConfig(
                    operator,
                    new ConfigCommand.ConfigCommandOptions(
                            new String[] {
                                "--bootstrap-server",
                                "127.0.0.1:" + port,
                                "--alter",
                                "--entity-type",
                                "users",
                                "--entity-name",
                                words[0],
                                "--add-config-file",
                                login.toString()
                            }));
        }
        var rights = new ArrayList<AclBinding>();
        for (var line : Files.readAllLines(ProductionFiles.DOCKER.resolve("kafka-access.txt"))) {
            rights.addAll(rights(line));
        }
        operator.createAcls(rights).all().get();
        while (operator.describeAcls(AclBindingFilter.ANY).values().get().size() < rights.size()) {
            Thread.onSpinWait();
        }
    }

    private static List<AclBinding> rights(String line) {
        var words = line.split(" ", -1);
        var rights = new ArrayList<AclBinding>();
        for (var name : List.of(words).subList(4, words.length)) {
            for (var operation : words[1].split(",", -1)) {
                rights.add(
                        new AclBinding(
                                new ResourcePattern(
                                        ResourceType.fromString(words[2]),
                                        name,
                                        PatternType.fromString(words[3].toUpperCase(Locale.ROOT))),
                                new AccessControlEntry(
                                        "User:" + words[0],
                                        "*",
                                        AclOperation.fromString(
                                                operation
                                                        .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
                                                        .toUpperCase(Locale.ROOT)),
                                        AclPermissionType.ALLOW)));
            }
        }
        return rights;
    }

    private static List<Topic> withDeadLetters() {
        return Topic.all().stream()
                .flatMap(topic -> Stream.of(topic, topic.deadLetters()))
                .toList();
    }

    /** What the service's own settings come to, at the broker that there is. */
    private static KafkaSettings settings(String service) {
        try {
            var bound =
                    Binder.get(files.of(service)).bind("paylater.kafka", KafkaSettings.class).get();
            return new KafkaSettings(
                    "127.0.0.1:" + port,
                    bound.registryUrl(),
                    (short) 1,
                    1,
                    1,
                    null,
                    null,
                    bound.client(),
                    bound.registry());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void createsItsTopics(String service) {
        var settings = settings(service);
        try (var admin = Admin.create(ClientSettings.admin(settings))) {
            new TopicCreation(admin, settings)
                    .ensure(service.equals(Topic.CONNECTOR) ? Topic.all() : Topic.shared());
        }
    }

    private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> settings) {
        var bytes = new ByteArraySerializer();
        return new KafkaProducer<>(settings, bytes, bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api-service",
                "orchestrator-service",
                "connector-service",
                "refund-service",
                "webhook-service"
            })
    void each_service_writes_and_reads_what_the_catalogue_gives_it_and_nothing_else(
            String service) {
        createsItsTopics(service);

        var written = new TreeSet<String>();
        var read = new TreeSet<String>();
        try (var producer = producer(ClientSettings.producer(settings(service)));
                var consumer =
                        new KafkaConsumer<byte[], byte[]>(
                                ClientSettings.consumer(settings(service), service))) {
            for (var topic : withDeadLetters()) {
                if (writes(producer, topic.name())) {
                    written.add(topic.name());
                }
                if (reads(consumer, topic.name())) {
                    read.add(topic.name());
                }
            }
        }

        assertThat(written)
                .isEqualTo(new TreeSet<>(names(topic -> topic.writers().contains(service))));
        assertThat(read)
                .isEqualTo(new TreeSet<>(names(topic -> topic.readers().contains(service))));
    }

    private static List<String> names(java.util.function.Predicate<Topic> which) {
        return withDeadLetters().stream().filter(which).map(Topic::name).toList();
    }

    private static boolean writes(KafkaProducer<byte[], byte[]> producer, String topic) {
        try {
            producer.send(record(topic)).get();
            return true;
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(TopicAuthorizationException.class);
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ProducerRecord<byte[], byte[]> record(String topic) {
        return new ProducerRecord<>(topic, 0, "key".getBytes(UTF_8), "value".getBytes(UTF_8));
    }

    private static boolean reads(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        var partition = new TopicPartition(topic, 0);
        try {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            while (consumer.poll(Duration.ofSeconds(1)).isEmpty()) {
                Thread.onSpinWait();
            }
            return true;
        } catch (TopicAuthorizationException _) {
            return false;
        }
    }

    @Test
    void no_service_acts_as_a_member_of_another_ones_group() {
        try (var consumer =
                new KafkaConsumer<byte[], byte[]>(
                        ClientSettings.consumer(settings(Topic.WEBHOOK), Topic.ORCHESTRATOR))) {
            var offsets =
                    Map.of(
                            new TopicPartition(Topic.PAYMENT_EVENTS.name(), 0),
                            new OffsetAndMetadata(0));
            assertThatThrownBy(() -> consumer.commitSync(offsets))
                    .isInstanceOf(GroupAuthorizationException.class);
        }
    }

    @Test
    void no_service_weakens_empties_or_deletes_a_topic_or_gives_rights() {
        var topic = new ConfigResource(ConfigResource.Type.TOPIC, Topic.PAYMENT_COMMANDS.name());
        var shorter =
                new AlterConfigOp(new ConfigEntry("retention.ms", "1"), AlterConfigOp.OpType.SET);
        try (var admin = Admin.create(ClientSettings.admin(settings(Topic.ORCHESTRATOR)))) {
            assertThatThrownBy(
                            () ->
                                    admin.incrementalAlterConfigs(Map.of(topic, List.of(shorter)))
                                            .all()
                                            .get())
                    .hasCauseInstanceOf(AuthorizationException.class);
            assertThatThrownBy(() -> admin.deleteTopics(List.of(topic.name())).all().get())
                    .hasCauseInstanceOf(AuthorizationException.class);
            assertThatThrownBy(
                            () ->
                                    admin.createAcls(
                                                    rights(
                                                            "orchestrator-service All topic"
                                                                    + " prefixed p"))
                                            .all()
                                            .get())
                    .hasCauseInstanceOf(AuthorizationException.class);
        }
    }

    @Test
    void the_registry_has_its_own_topics_and_no_others() throws Exception {
        var password = Files.readString(files.secrets().resolve("registry-password")).strip();
        var settings = new HashMap<>(ClientSettings.producer(settings(Topic.API)));
        settings.computeIfPresent(
                "sasl.jaas.config",
                (_, jaas) ->
                        jaas.toString()
                                .replaceAll("username=\"[^\"]*\"", "username=\"registry\"")
                                .replaceAll(
                                        "password=\"[^\"]*\"", "password=\"" + password + "\""));
        try (var admin = Admin.create(settings);
                var producer = producer(settings)) {
            var own = new org.apache.kafka.clients.admin.NewTopic("kafkasql-journal", 1, (short) 1);
            admin.createTopics(List.of(own)).all().get();
            assertThat(writes(producer, own.name())).isTrue();
            assertThat(withDeadLetters()).noneMatch(topic -> writes(producer, topic.name()));
        }
    }

    @Test
    void nobody_gets_in_with_the_password_of_somebody_else() {
        var settings = settings(Topic.API);
        var client = new HashMap<>(settings.client());
        client.computeIfPresent(
                "sasl.jaas.config",
                (_, jaas) -> jaas.replace("\"api-service\"", "\"orchestrator-service\""));
        var forged = new HashMap<String, Object>(client);
        forged.put("bootstrap.servers", settings.bootstrap());
        try (var admin = Admin.create(forged)) {
            assertThatThrownBy(() -> admin.listTopics().names().get())
                    .hasCauseInstanceOf(SaslAuthenticationException.class);
        }
    }
}
