package dev.paylater.launcher.compose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No Docker engine runs where this is built, so the files are held against what can be known. */
class ComposeFileTest {
    private static final Path CHECKOUT = Path.of("..", "..");

    private static final List<String> SERVICES =
            List.of(
                    "api-service",
                    "orchestrator-service",
                    "connector-service",
                    "refund-service",
                    "webhook-service");

    private static final Set<String> KEYS =
            Set.of(
                    "PAYLATER_ENCRYPTION_KEY",
                    "PAYLATER_KEY_PEPPER",
                    "PAYLATER_SERVICE_KEY",
                    "PAYLATER_WEBHOOK_KEY");

    private ComposeFile compose = new ComposeFile(NullNode.instance);

    @BeforeEach
    void read() throws IOException {
        compose = ComposeFile.read(CHECKOUT.resolve("docker-compose.yml"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docker-compose.yml",
                "docker-compose.production.yml",
                "docker-compose.small.yml"
            })
    void each_file_obeys_the_compose_specification(String file) throws IOException {
        var content = ComposeFile.read(CHECKOUT.resolve(file)).content();
        var errors =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2019_09)
                        .getSchema(composeSpecification(), InputFormat.JSON)
                        .validate(content.toString(), InputFormat.JSON);

        assertThat(errors).isEmpty();
    }

    /** The published schema says "id", a word of an older draft than the one it declares. */
    private static String composeSpecification() throws IOException {
        Path file = Path.of("src/test/resources/compose-spec/compose-spec.json");
        var schema = new JsonMapper().readTree(file.toFile());
        schema.findParents("id").stream()
                .filter(parent -> parent.path("id").isTextual())
                .forEach(parent -> ((ObjectNode) parent).remove("id"));
        return schema.toString();
    }

    @Test
    void every_container_has_a_limit_of_memory_and_time_to_end() throws IOException {
        var production =
                ComposeFile.read(CHECKOUT.resolve("docker-compose.production.yml"))
                        .content()
                        .path("services");
        var services = (ObjectNode) compose.content().path("services").deepCopy();
        production
                .properties()
                .forEach(
                        service -> {
                            if (!services.has(service.getKey())) {
                                services.set(service.getKey(), service.getValue());
                            }
                        });

        assertThat(services.properties())
                .hasSize(18)
                .allSatisfy(
                        service -> {
                            assertThat(service.getValue().path("mem_limit").asText())
                                    .as(service.getKey())
                                    .matches("\\d+m");
                            assertThat(service.getValue().path("stop_grace_period").asText())
                                    .as(service.getKey())
                                    .matches("\\d+s");
                        });
    }

    @Test
    void who_breaks_into_a_service_can_write_nothing_and_become_nobody_else() {
        for (var name :
                List.of(
                        "api-service",
                        "orchestrator-service",
                        "connector-service",
                        "refund-service",
                        "webhook-service",
                        "provider-simulator")) {
            var service = compose.service(name);
            assertThat(service.path("read_only").asBoolean()).as(name).isTrue();
            assertThat(service.path("cap_drop").toString()).as(name).isEqualTo("[\"ALL\"]");
            assertThat(service.has("cap_add")).as(name).isFalse();
            assertThat(service.path("tmpfs").toString()).as(name).isEqualTo("[\"/tmp:exec\"]");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docker-compose.yml",
                "docker-compose.production.yml",
                "docker-compose.small.yml"
            })
    void no_container_can_gain_rights(String file) throws IOException {
        var services = ComposeFile.read(CHECKOUT.resolve(file)).content().path("services");
        services.properties().stream()
                .filter(
                        service ->
                                service.getValue().has("image") || service.getValue().has("build"))
                .forEach(
                        service ->
                                assertThat(service.getValue().path("security_opt").toString())
                                        .as(service.getKey())
                                        .isEqualTo("[\"no-new-privileges:true\"]"));
    }

    @Test
    void in_production_every_broker_is_given_to_all_and_nobody_inside_is_called()
            throws IOException {
        for (var name : SERVICES) {
            var environment = inProduction(name);
            assertThat(environment).containsEntry("SPRING_PROFILES_ACTIVE", "production");
            assertThat(environment)
                    .containsEntry(
                            "PAYLATER_KAFKA_BOOTSTRAP", "kafka:19092,kafka2:19092,kafka3:19092");
            assertThat(environment).containsEntry("PAYLATER_INTERNAL_HOSTS", "");
        }
    }

    /** As the services' own settings say, not as the files do. */
    @Test
    void in_production_each_service_gets_the_keys_that_it_reads_as_files_and_no_others()
            throws IOException {
        var given = new TreeMap<String, Set<String>>();
        for (var name : SERVICES) {
            var mounted = secretsInProduction(name);
            var keys = new TreeSet<String>();
            inProduction(name)
                    .forEach(
                            (variable, value) -> {
                                if (KEYS.contains(variable)) {
                                    assertThat(value).isEqualTo("$${" + file(variable) + "}");
                                    keys.add(variable);
                                }
                            });
            given.put(name, keys);
            var read = ServiceSources.of(CHECKOUT, List.of(name)).required();
            assertThat(keys)
                    .as(name)
                    .isEqualTo(KEYS.stream().filter(read::contains).collect(Collectors.toSet()));
            var expected =
                    new TreeMap<>(
                            Map.of(
                                    "ca.pem", "ca.pem",
                                    "password", name + "-password",
                                    "registry-password", name + "-registry-password"));
            keys.forEach(variable -> expected.put(file(variable), file(variable)));
            assertThat(mounted).as(name).isEqualTo(expected);
        }
        assertThat(given.get("orchestrator-service")).isEmpty();
        assertThat(given.get("refund-service")).isEmpty();
        assertThat(given.get("webhook-service"))
                .containsExactly("PAYLATER_SERVICE_KEY", "PAYLATER_WEBHOOK_KEY");
        assertThat(given.get("api-service")).hasSize(4);
    }

    @Test
    void who_reconciles_gets_its_own_logins_and_no_key() throws IOException {
        var ops = production().path("services").path("paylater-ops");
        assertThat(secrets(ops))
                .isEqualTo(
                        Map.of(
                                "ca.pem", "ca.pem",
                                "password", "paylater-ops-password",
                                "registry-password", "paylater-ops-registry-password"));
        assertThat(ops.path("environment").properties())
                .extracting(Map.Entry::getKey)
                .doesNotContainAnyElementsOf(KEYS)
                .doesNotContain("PAYLATER_ADMIN_KEY");
        assertThat(ops.path("read_only").asBoolean()).isTrue();
        assertThat(ops.path("cap_drop").toString()).isEqualTo("[\"ALL\"]");
    }

    /** PAYLATER_SERVICE_KEY comes from service-key. */
    private static String file(String variable) {
        return variable.substring("PAYLATER_".length()).toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Test
    void in_production_nobody_but_those_who_need_it_gets_what_makes_an_operator()
            throws IOException {
        var holders = new TreeMap<String, Set<String>>();
        production()
                .path("services")
                .properties()
                .forEach(
                        service ->
                                secrets(service.getValue())
                                        .values()
                                        .forEach(
                                                secret ->
                                                        holders.computeIfAbsent(
                                                                        secret,
                                                                        _ -> new TreeSet<>())
                                                                .add(service.getKey())));

        var brokers = Set.of("kafka", "kafka2", "kafka3");
        var members = Set.of("mongo1", "mongo2", "mongo3");
        assertThat(holders.get("kafka-broker.properties")).isEqualTo(brokers);
        assertThat(holders.get("kafka.pem")).isEqualTo(brokers);
        assertThat(holders.get("kafka-operator.properties"))
                .containsExactly("kafka", "kafka-init", "kafka2", "kafka3");
        assertThat(holders.get("mongodb-members-key")).isEqualTo(members);
        assertThat(holders.get("mongodb.pem")).isEqualTo(members);
        assertThat(holders.get("mongodb-operator-password")).containsExactly("mongo-init");
        assertThat(holders.get("passwords")).containsExactly("kafka-init", "mongo-init");
        assertThat(holders.get("registry.properties")).containsExactly("registry");
        assertThat(holders.get("registry-users")).containsExactly("registry-gate");
        // What is mounted is declared, each from the file of its name, and nothing else is.
        var declared = new TreeMap<String, String>();
        production()
                .path("secrets")
                .properties()
                .forEach(
                        secret ->
                                declared.put(
                                        secret.getKey(), secret.getValue().path("file").asText()));
        assertThat(declared.keySet()).isEqualTo(holders.keySet());
        declared.forEach((name, file) -> assertThat(file).isEqualTo("./secrets/" + name));
    }

    @Test
    void in_production_only_the_gate_reaches_the_registry() throws IOException {
        var services = production().path("services");
        assertThat(services.path("registry").path("networks").toString())
                .isEqualTo("[\"registry\"]");
        var inside = new TreeSet<String>();
        services.properties()
                .forEach(
                        service -> {
                            if (service.getValue()
                                    .path("networks")
                                    .toString()
                                    .contains("registry")) {
                                inside.add(service.getKey());
                            }
                        });
        assertThat(inside)
                .containsExactly("kafka", "kafka2", "kafka3", "registry", "registry-gate");
    }

    private static JsonNode production() throws IOException {
        return ComposeFile.read(CHECKOUT.resolve("docker-compose.production.yml")).content();
    }

    private static Map<String, String> secretsInProduction(String service) throws IOException {
        return secrets(production().path("services").path(service));
    }

    /** Where each is mounted, and which it is. */
    private static Map<String, String> secrets(JsonNode service) {
        var secrets = new TreeMap<String, String>();
        service.path("secrets")
                .forEach(
                        secret -> {
                            if (secret.isTextual()) {
                                secrets.put(secret.asText(), secret.asText());
                            } else {
                                secrets.put(
                                        secret.path("target").asText(),
                                        secret.path("source").asText());
                            }
                        });
        return secrets;
    }

    /** What a container is started with: the one file over the other. */
    private Map<String, String> inProduction(String service) throws IOException {
        var production = ComposeFile.read(CHECKOUT.resolve("docker-compose.production.yml"));
        var merged = new TreeMap<String, String>();
        for (var file : List.of(compose, production)) {
            file.service(service)
                    .path("environment")
                    .properties()
                    .forEach(entry -> merged.put(entry.getKey(), entry.getValue().asText()));
        }
        return merged;
    }

    @Test
    void everything_is_published_on_loopback_only() {
        compose.content()
                .path("services")
                .forEach(
                        service ->
                                service.path("ports")
                                        .forEach(
                                                port ->
                                                        assertThat(port.asText())
                                                                .startsWith("127.0.0.1:")));
    }

    /** Each variable is a service's own, so that none reads the key of another. */
    @Test
    void the_small_installation_gives_each_service_in_the_one_process_what_it_requires()
            throws IOException {
        var small =
                ComposeFile.read(CHECKOUT.resolve("docker-compose.small.yml")).service("paylater");
        var environment = small.path("environment");
        for (var name : SERVICES) {
            var own = name.toUpperCase(Locale.ROOT).replace('-', '_') + "__";
            assertThat(environment.has(own + "SERVER_PORT")).as(name).isTrue();
            for (var variable : ServiceSources.of(CHECKOUT, List.of(name)).required()) {
                if (variable.equals("PAYLATER_SIMULATOR_URL")) {
                    // Of the local profile alone.
                    continue;
                }
                assertThat(environment.has(own + variable) || environment.has(variable))
                        .as("%s of %s", variable, name)
                        .isTrue();
            }
        }
        for (var key : KEYS) {
            assertThat(environment.has(key)).as("%s for all", key).isFalse();
            environment
                    .properties()
                    .forEach(
                            variable -> {
                                if (variable.getKey().endsWith("__" + key)) {
                                    assertThat(variable.getValue().asText())
                                            .isEqualTo("$${" + file(key) + "}");
                                }
                            });
        }
        assertThat(secrets(small).keySet())
                .isEqualTo(KEYS.stream().map(ComposeFileTest::file).collect(Collectors.toSet()));
        assertThat(environment.path("PAYLATER_INTERNAL_HOSTS").asText()).isEmpty();
        assertThat(small.path("read_only").asBoolean()).isTrue();
        assertThat(small.path("cap_drop").toString()).isEqualTo("[\"ALL\"]");
        assertThat(small.path("mem_limit").asText()).matches("\\d+m");
        small.path("ports").forEach(port -> assertThat(port.asText()).startsWith("127.0.0.1:"));
    }

    @Test
    void every_file_that_the_images_are_made_of_exists() throws IOException {
        Path recipe = CHECKOUT.resolve("docker/Dockerfile");
        var copied = Pattern.compile("docker/[a-z-]+\\.sh").matcher(Files.readString(recipe));

        assertThat(compose.service("api-service").path("build").path("dockerfile").asText())
                .isEqualTo("docker/Dockerfile");
        while (copied.find()) {
            assertThat(CHECKOUT.resolve(copied.group())).exists();
        }
    }
}
