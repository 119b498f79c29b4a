package dev.paylater.launcher.compose;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What the sources of the services say about the environment they read. */
public final class ServiceSources {
    private static final Pattern REQUIRED_PLACEHOLDER =
            Pattern.compile("\\$\\{(PAYLATER_[A-Z_]+)}");

    /** How Spring Data's mapping, the driver and refund-service name a collection. */
    private static final Pattern COLLECTION =
            Pattern.compile("(?:@Document\\(|getCollection\\(|COLLECTION = )\"([a-z_]+)\"");

    private final String text;

    private ServiceSources(String text) {
        this.text = text;
    }

    public static ServiceSources of(Path checkout, List<String> modules) throws IOException {
        var text = new StringBuilder();
        for (String module : modules) {
            Path main = checkout.resolve(module).resolve("src/main");
            if (Files.isDirectory(main)) {
                try (Stream<Path> files = Files.walk(main)) {
                    text.append(
                            files.filter(ServiceSources::isSource)
                                    .map(ServiceSources::read)
                                    .collect(Collectors.joining("\n")));
                }
            }
        }
        return new ServiceSources(text.toString());
    }

    /** By its name, or as the property that Spring Boot binds it to. */
    boolean reads(String variable) {
        return text.contains(variable)
                || text.contains(variable.toLowerCase(Locale.ROOT).replace('_', '.'));
    }

    /** Variables in configuration files for which there is no default. */
    public Set<String> required() {
        Set<String> names = new TreeSet<>();
        var matcher = REQUIRED_PLACEHOLDER.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** Those of MongoDB that the code names. */
    Set<String> collections() {
        return COLLECTION
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The parts of a configuration file (what holds always, then per profile) as properties. */
    static List<Properties> documents(Path file) throws IOException {
        List<Properties> parts = new ArrayList<>();
        var yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        for (Object part : yaml.loadAll(Files.readString(file))) {
            var properties = new Properties();
            flatten("", part, properties);
            parts.add(properties);
        }
        return parts;
    }

    private static void flatten(String name, Object value, Properties into) {
        if (value instanceof Map<?, ?> children) {
            children.forEach((key, child) -> flatten(name + "." + key, child, into));
        } else if (value != null) {
            into.setProperty(name, value.toString());
        }
    }

    private static boolean isSource(Path file) {
        String name = file.toString();
        return name.endsWith(".java") || name.endsWith(".yml") || name.endsWith(".properties");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
