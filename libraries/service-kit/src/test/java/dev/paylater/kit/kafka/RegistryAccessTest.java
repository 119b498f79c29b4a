package dev.paylater.kit.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.paylater.kit.security.Certificates;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.messaging.TlsContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A registry that lets in only whom it knows. */
class RegistryAccessTest {

    private static final Schema SCHEMA =
            SchemaBuilder.record("Letter").fields().requiredString("text").endRecord();

    @TempDir Path folder;

    private @Nullable HttpServer server;
    private String wanted = "";
    private boolean configurable = true;
    private String configured = "";

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    @Test
    void basic_auth_is_given_by_the_names_of_confluents_clients() throws IOException {
        wanted = "Basic YWRhOnNlY3JldA==";
        var url = start("http");
        assertThat(
                        idAt(
                                url,
                                Map.of(
                                        "basic.auth.credentials.source", "USER_INFO",
                                        "basic.auth.user.info", "ada:secret")))
                .isEqualTo(7);
        assertThat(idAt(url.replace("//", "//ada:secret@"), Map.of())).isEqualTo(7);
        assertThatThrownBy(() -> idAt(url, Map.of("basic.auth.user.info", "ada:wrong")))
                .isInstanceOf(RegistryUnavailable.class)
                .hasMessageContaining("answered 401");
    }

    @Test
    void a_bearer_token_is_given_by_the_names_of_confluents_clients() throws IOException {
        wanted = "Bearer t0ken";
        var url = start("http");
        assertThat(
                        idAt(
                                url,
                                Map.of(
                                        "bearer.auth.credentials.source", "STATIC_TOKEN",
                                        "bearer.auth.token", "t0ken")))
                .isEqualTo(7);
        assertThatThrownBy(() -> idAt(url, Map.of())).isInstanceOf(RegistryUnavailable.class);
    }

    @Test
    void a_registry_that_wants_a_certificate_gets_one() throws Exception {
        var certificates = Certificates.in(folder);
        var url = startWithTls(certificates);
        var trusting = registrySettings(certificates.settings("trust", "trusts-server"));
        var known = new HashMap<>(trusting);
        known.putAll(registrySettings(certificates.settings("key", "client")));

        assertThat(idAt(url, known)).isEqualTo(7);
        assertThatThrownBy(() -> idAt(url, trusting)).isInstanceOf(RegistryUnavailable.class);
        assertThatThrownBy(() -> idAt(url, Map.of())).isInstanceOf(RegistryUnavailable.class);
    }

    @Test
    void a_subject_is_protected_from_what_its_readers_could_not_read() throws IOException {
        assertThat(idAt(start("http"), Map.of())).isEqualTo(7);
        assertThat(configured)
                .isEqualTo("PUT /config/letters {\"compatibility\":\"FULL_TRANSITIVE\"}");
    }

    @Test
    void who_may_not_protect_it_may_still_write() throws IOException {
        configurable = false;
        assertThat(idAt(start("http"), Map.of())).isEqualTo(7);
    }

    @Test
    void what_is_not_understood_is_refused_by_name() {
        assertThatThrownBy(() -> SchemaRegistry.at("http://r", Map.of("basic.auth.user", "ada")))
                .hasMessage("paylater.kafka.registry.basic.auth.user is not understood");
        assertThatThrownBy(
                        () ->
                                SchemaRegistry.at(
                                        "http://r",
                                        Map.of("basic.auth.credentials.source", "SASL_INHERIT")))
                .hasMessageContaining("basic.auth.credentials.source can be one of")
                .hasMessageContaining("not SASL_INHERIT");
        assertThatThrownBy(
                        () ->
                                SchemaRegistry.at(
                                        "http://ada:secret@r", Map.of("bearer.auth.token", "t")))
                .hasMessageContaining("cannot both be given")
                .hasMessageNotContaining("secret");
    }

    @Test
    void variables_of_the_environment_name_the_same_settings() {
        var settings =
                settingsOf(
                        Map.of(
                                "PAYLATER_KAFKA_BOOTSTRAP", "b:1",
                                "PAYLATER_KAFKA_CLIENT_SECURITY_PROTOCOL", "SASL_SSL",
                                "PAYLATER_KAFKA_CLIENT_SASL_MECHANISM", "PLAIN",
                                "PAYLATER_KAFKA_CLIENT_SSL_TRUSTSTORE_LOCATION", "/trust.p12",
                                "PAYLATER_KAFKA_REGISTRY_BASIC_AUTH_USER_INFO", "ada:secret",
                                "PAYLATER_KAFKA_REGISTRY_SCHEMA_REGISTRY_SSL_TRUSTSTORE_TYPE",
                                        "PEM"));
        assertThat(settings.client())
                .isEqualTo(
                        Map.of(
                                "security.protocol", "SASL_SSL",
                                "sasl.mechanism", "PLAIN",
                                "ssl.truststore.location", "/trust.p12"));
        assertThat(settings.registry())
                .isEqualTo(
                        Map.of(
                                "basic.auth.user.info", "ada:secret",
                                "schema.registry.ssl.truststore.type", "PEM"));
    }

    private static KafkaSettings settingsOf(Map<String, Object> variables) {
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables));
        ConfigurationPropertySources.attach(environment);
        return Binder.get(environment).bind("paylater.kafka", KafkaSettings.class).get();
    }

    private static Map<String, String> registrySettings(Map<String, String> tls) {
        var named = new HashMap<String, String>();
        tls.forEach((name, value) -> named.put("schema.registry." + name, value));
        return named;
    }

    private static int idAt(String url, Map<String, String> settings) {
        return SchemaRegistry.at(url, settings).idOf("letters", SCHEMA);
    }

    private String start(String scheme) throws IOException {
        var started = server == null ? HttpServer.create(anyPort(), 0) : server;
        server = started;
        started.createContext("/subjects/letters/versions", this::answer);
        started.createContext("/config/", this::configure);
        started.start();
        return "%s://127.0.0.1:%d".formatted(scheme, started.getAddress().getPort());
    }

    private String startWithTls(Certificates certificates) throws IOException {
        var stores = new HashMap<>(certificates.settings("key", "server"));
        stores.putAll(certificates.settings("trust", "trusts-client"));
        var context = Objects.requireNonNull(TlsContext.of(stores));
        var secured = HttpsServer.create(anyPort(), 0);
        secured.setHttpsConfigurator(
                new HttpsConfigurator(context) {
                    @Override
                    public void configure(HttpsParameters parameters) {
                        var wantsCertificate = context.getDefaultSSLParameters();
                        wantsCertificate.setNeedClientAuth(true);
                        parameters.setSSLParameters(wantsCertificate);
                    }
                });
        server = secured;
        return start("https");
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private void configure(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            configured = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body;
            exchange.sendResponseHeaders(configurable ? 200 : 403, -1);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        var shown = exchange.getRequestHeaders().getFirst("Authorization");
        var known = wanted.equals(shown == null ? "" : shown);
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(known ? 200 : 401, 0);
        try (var body = exchange.getResponseBody()) {
            body.write("{\"id\": 7}".getBytes(UTF_8));
        }
    }
}
