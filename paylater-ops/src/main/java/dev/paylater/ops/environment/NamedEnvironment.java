package dev.paylater.ops.environment;

import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * What options and variables name. An option goes before its variable; a password is taken from the
 * environment or a file only, since everybody on a machine sees the arguments of its processes.
 */
public final class NamedEnvironment implements Environment {
    private final Variables variables;

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT",
            scope = ScopeType.INHERIT,
            description = "some brokers of Kafka, separated by commas (PAYLATER_KAFKA_BOOTSTRAP)")
    private @Nullable String bootstrapServers;

    @Option(
            names = "--kafka-config",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description =
                    "settings of Kafka's clients, for a login and TLS (PAYLATER_KAFKA_CONFIG,"
                            + " PAYLATER_KAFKA_CLIENT_...)")
    private @Nullable Path kafkaConfig;

    @Option(
            names = "--mongodb-uri",
            paramLabel = "URI",
            scope = ScopeType.INHERIT,
            description =
                    "the store, with its database and without a password; one with a password"
                            + " stands in PAYLATER_MONGODB_URI")
    private @Nullable String mongodbUri;

    @Option(
            names = "--registry-url",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "the schema registry's Confluent API (PAYLATER_REGISTRY_URL)")
    private @Nullable String registryUrl;

    @Option(
            names = "--api",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "api-service (PAYLATER_API_URL)")
    private @Nullable String apiUrl;

    @Option(
            names = "--admin-key-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "holds an administrator's key (or PAYLATER_ADMIN_KEY is the key)")
    private @Nullable Path adminKeyFile;

    public NamedEnvironment(Map<String, String> environment) {
        this.variables = new Variables(environment);
    }

    @Override
    public Kafka kafka() {
        Map<String, String> settings = new HashMap<>();
        String file =
                kafkaConfig == null
                        ? variables.get("PAYLATER_KAFKA_CONFIG")
                        : kafkaConfig.toString();
        if (file != null) {
            settings.putAll(properties(Path.of(file)));
        }
        settings.putAll(variables.below("PAYLATER_KAFKA_CLIENT_"));
        String servers = first(bootstrapServers, "PAYLATER_KAFKA_BOOTSTRAP");
        if (servers == null) {
            servers = settings.get("bootstrap.servers");
        }
        if (servers == null) {
            throw missing("Kafka", "--bootstrap-servers", "PAYLATER_KAFKA_BOOTSTRAP");
        }
        if (!servers.matches("[^\\s/,]+:\\d+(,[^\\s/,]+:\\d+)*")) {
            throw new UserProblem("Kafka is named as HOST:PORT, not '" + servers + "'.");
        }
        settings.put("bootstrap.servers", servers);
        return new Kafka(settings);
    }

    @Override
    public StoreAddress store() {
        if (mongodbUri != null && mongodbUri.matches("[^/]*//[^/@]*:[^/]*@.*")) {
            throw new UserProblem(
                    "A password does not belong into arguments, which everybody on this machine"
                            + " sees: set PAYLATER_MONGODB_URI.");
        }
        String uri = first(mongodbUri, "PAYLATER_MONGODB_URI");
        if (uri == null) {
            throw missing("The store", "--mongodb-uri", "PAYLATER_MONGODB_URI");
        }
        return new StoreAddress(uri, variables.below("PAYLATER_MONGODB_TLS_"));
    }

    @Override
    public SchemaRegistry registry() {
        if (registryUrl != null && registryUrl.contains("@")) {
            throw new UserProblem(
                    "A password does not belong into arguments, which everybody on this machine"
                            + " sees: set PAYLATER_REGISTRY_URL.");
        }
        String url = first(registryUrl, "PAYLATER_REGISTRY_URL");
        if (url == null) {
            throw missing("The schema registry", "--registry-url", "PAYLATER_REGISTRY_URL");
        }
        requireUrl("The schema registry", url);
        return SchemaRegistry.at(url, variables.below("PAYLATER_KAFKA_REGISTRY_"));
    }

    @Override
    public ApiAddress api() {
        String url = first(apiUrl, "PAYLATER_API_URL");
        if (url == null) {
            throw missing("api-service", "--api", "PAYLATER_API_URL");
        }
        requireUrl("api-service", url);
        String key = adminKey();
        if (key == null) {
            throw missing("An administrator's key", "--admin-key-file", "PAYLATER_ADMIN_KEY");
        }
        return new ApiAddress(url.replaceFirst("/+$", ""), key);
    }

    @Override
    public boolean hasAdminKey() {
        return adminKey() != null;
    }

    private @Nullable String adminKey() {
        return adminKeyFile == null
                ? variables.get("PAYLATER_ADMIN_KEY")
                : Variables.read(adminKeyFile);
    }

    @Override
    public Optional<String> simulatorUrl() {
        return Optional.empty();
    }

    private @Nullable String first(@Nullable String option, String variable) {
        return option == null ? variables.get(variable) : option;
    }

    private static UserProblem missing(String what, String option, String variable) {
        return new UserProblem(
                "%s is not named: give %s or set %s.".formatted(what, option, variable));
    }

    private static void requireUrl(String what, String url) {
        try {
            if (url.matches("https?://.*") && URI.create(url).getHost() != null) {
                return;
            }
        } catch (IllegalArgumentException _) {
            // What it says about it is a part of the address, which may hold a password.
        }
        throw new UserProblem(what + " is named by a URL, as in https://HOST:PORT.");
    }

    private static Map<String, String> properties(Path file) {
        var properties = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new UserProblem("The file %s cannot be read.".formatted(file), e);
        }
        Map<String, String> settings = new HashMap<>();
        properties
                .stringPropertyNames()
                .forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings;
    }
}
