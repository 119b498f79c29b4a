package dev.paylater.kit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.broker.LocalBroker;
import dev.paylater.kit.security.Certificates;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker of Apache Kafka that lets in only whom it knows, over TLS. */
@Timeout(120)
class SecuredKafkaTest {

    private static final String PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule";
    private static final String SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule";

    @TempDir static Path folder;

    private static Certificates certificates;
    private static LocalBroker broker;
    private static int loginPort;
    private static int certificatePort;

    @BeforeAll
    static void start() throws Exception {
        certificates = Certificates.in(folder.resolve("certificates"));
        var port = LocalBroker.freePort();
        loginPort = LocalBroker.freePort();
        certificatePort = LocalBroker.freePort();
        broker = LocalBroker.start(port, folder.resolve("kafka"), listeners(port));
        try (var admin = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + port))) {
            admin.alterUserScramCredentials(
                            List.of(
                                    new UserScramCredentialUpsertion(
                                            "paylater",
                                            new ScramCredentialInfo(
                                                    ScramMechanism.SCRAM_SHA_512, 4096),
                                            "scrambled")))
                    .all()
                    .get();
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    /** Beside its own, one that wants a login and one that wants a certificate, both by TLS. */
    private static Map<String, String> listeners(int port) {
        var all = new HashMap<String, String>();
        all.put(
                "listeners",
                "PLAINTEXT://127.0.0.1:%d,LOGIN://127.0.0.1:%d,CERTIFICATE://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                        .formatted(port, loginPort, certificatePort, port + 1000));
        all.put(
                "advertised.listeners",
                "PLAINTEXT://127.0.0.1:%d,LOGIN://127.0.0.1:%d,CERTIFICATE://127.0.0.1:%d"
                        .formatted(port, loginPort, certificatePort));
        all.put(
                "listener.security.protocol.map",
                "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,LOGIN:SASL_SSL,CERTIFICATE:SSL");
        var server = certificates.settings("key", "server");
        server.forEach((name, value) -> all.put("listener.name.login." + name, value));
        server.forEach((name, value) -> all.put("listener.name.certificate." + name, value));
        certificates
                .settings("trust", "trusts-client")
                .forEach((name, value) -> all.put("listener.name.certificate." + name, value));
        all.put("listener.name.certificate.ssl.client.auth", "required");
        all.put("listener.name.login.sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-512");
        all.put(
                "listener.name.login.plain.sasl.jaas.config",
                PLAIN + " required user_paylater=\"secret\";");
        all.put("listener.name.login.scram-sha-512.sasl.jaas.config", SCRAM + " required;");
        return all;
    }

    @Test
    void a_login_by_plain_over_tls_works() throws Exception {
        assertThatMessagesPass(loginPort, login("PLAIN", PLAIN, "secret"));
    }

    @Test
    void a_login_by_scram_over_tls_works() throws Exception {
        assertThatMessagesPass(loginPort, login("SCRAM-SHA-512", SCRAM, "scrambled"));
    }

    @Test
    void a_certificate_of_ones_own_works() throws Exception {
        var client = new HashMap<>(certificates.settings("trust", "trusts-server"));
        client.putAll(certificates.settings("key", "client"));
        client.put("security.protocol", "SSL");
        assertThatMessagesPass(certificatePort, client);
    }

    @Test
    void who_is_not_known_is_refused() {
        assertThatThrownBy(() -> assertThatMessagesPass(loginPort, login("PLAIN", PLAIN, "wrong")))
                .hasRootCauseInstanceOf(SaslAuthenticationException.class);
        var nobody = new HashMap<>(certificates.settings("trust", "trusts-server"));
        nobody.put("security.protocol", "SSL");
        assertThatThrownBy(() -> assertThatMessagesPass(certificatePort, nobody))
                .hasCauseInstanceOf(SslAuthenticationException.class);
    }

    private static Map<String, String> login(String mechanism, String module, String password) {
        var client = new HashMap<>(certificates.settings("trust", "trusts-server"));
        client.put("security.protocol", "SASL_SSL");
        client.put("sasl.mechanism", mechanism);
        client.put(
                "sasl.jaas.config",
                "%s required username=\"paylater\" password=\"%s\";".formatted(module, password));
        return client;
    }

    /** By admin, producer and consumer as the services make them. */
    private static void assertThatMessagesPass(int port, Map<String, String> client)
            throws Exception {
        var settings =
                new KafkaSettings(
                        "127.0.0.1:" + port,
                        "http://r",
                        (short) 1,
                        1,
                        1,
                        null,
                        null,
                        client,
                        Map.of());
        var topic = "topic-" + UUID.randomUUID();
        try (var admin = Admin.create(ClientSettings.admin(settings))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        }
        var bytes = new ByteArraySerializer();
        try (var producer = new KafkaProducer<>(ClientSettings.producer(settings), bytes, bytes)) {
            producer.send(new ProducerRecord<>(topic, "hello".getBytes(UTF_8))).get();
        }
        try (var consumer =
                new KafkaConsumer<byte[], byte[]>(ClientSettings.consumer(settings, topic))) {
            consumer.subscribe(List.of(topic));
            var polled = consumer.poll(Duration.ofSeconds(20));
            assertThat(polled).singleElement().matches(one -> one.value().length == 5);
        }
    }
}
