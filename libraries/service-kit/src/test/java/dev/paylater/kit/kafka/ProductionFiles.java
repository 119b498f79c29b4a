package dev.paylater.kit.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.springframework.boot.env.ConfigTreePropertySource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * docker-compose.production.yml with secrets that docker/secrets.sh has made: what a container is
 * given there, a process of this machine is given here.
 *
 * @param content of the file
 * @param secrets the folder that the script has made
 */
record ProductionFiles(Map<String, Object> content, Path secrets) {

    static final Path DOCKER = Path.of("..", "..", "docker");

    private static final String MOUNTED = "/run/secrets/";

    static ProductionFiles in(Path folder) throws IOException, InterruptedException {
        var secrets = folder.resolve("secrets").toAbsolutePath();
        var script =
                new ProcessBuilder(
                                "bash", DOCKER.resolve("secrets.sh").toString(), secrets.toString())
                        .inheritIO()
                        .start();
        if (script.waitFor() != 0) {
            throw new IllegalStateException("docker/secrets.sh failed");
        }
        var file = DOCKER.resolveSibling("docker-compose.production.yml");
        var yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        return new ProductionFiles(yaml.load(Files.readString(file)), secrets);
    }

    /** What a broker is started with, as its image makes it of variables. */
    Map<String, String> broker(String name) {
        var settings = new HashMap<String, String>();
        environment(name)
                .forEach(
                        (variable, value) -> {
                            if (!variable.equals("KAFKA_HEAP_OPTS")) {
                                settings.put(
                                        variable.substring("KAFKA_".length())
                                                .replace("___", "-")
                                                .replace('_', '.')
                                                .toLowerCase(Locale.ROOT),
                                        value);
                            }
                        });
        return settings;
    }

    /** The environment of a service that has its variables and the secrets it is given, no more. */
    StandardEnvironment of(String service) throws IOException {
        var mounted = Files.createTempDirectory(secrets.getParent(), service);
        for (var secret : (Iterable<?>) part(service(service), "secrets")) {
            var source = secret instanceof Map<?, ?> renamed ? renamed.get("source") : secret;
            var target = secret instanceof Map<?, ?> renamed ? renamed.get("target") : secret;
            Files.copy(
                    secrets.resolve(String.valueOf(source)),
                    mounted.resolve(String.valueOf(target)));
        }
        var variables = new HashMap<String, Object>(environment(service));
        variables.replaceAll((_, value) -> value.toString().replace(secrets + "/", mounted + "/"));
        var environment = new StandardEnvironment();
        var sources = environment.getPropertySources();
        sources.addFirst(new MapPropertySource("name", Map.of("spring.application.name", service)));
        sources.addFirst(
                new ConfigTreePropertySource(
                        "secrets",
                        mounted,
                        ConfigTreePropertySource.Option.AUTO_TRIM_TRAILING_NEW_LINE));
        sources.replace(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        return environment;
    }

    private Map<String, String> environment(String service) {
        var all = new TreeMap<String, String>();
        ((Map<?, ?>) part(service(service), "environment"))
                .forEach(
                        (name, value) ->
                                all.put(
                                        name.toString(),
                                        String.valueOf(value)
                                                .replace("$$", "$")
                                                .replace(MOUNTED, secrets + "/")));
        return all;
    }

    private Map<?, ?> service(String name) {
        return (Map<?, ?>) part((Map<?, ?>) part(content, "services"), name);
    }

    private static Object part(Map<?, ?> of, String name) {
        return Objects.requireNonNull(of.get(name), name);
    }
}
