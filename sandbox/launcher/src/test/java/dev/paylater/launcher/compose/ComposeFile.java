package dev.paylater.launcher.compose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** docker-compose.yml with its anchors and merge keys resolved. */
record ComposeFile(JsonNode content) {

    static ComposeFile read(Path file) throws IOException {
        var yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        return new ComposeFile(new JsonMapper().valueToTree(yaml.load(Files.readString(file))));
    }

    JsonNode service(String name) {
        JsonNode service = content.path("services").path(name);
        assertThat(service.isObject()).as(name).isTrue();
        return service;
    }

    Set<String> environment(String service) {
        Set<String> names = new TreeSet<>();
        service(service).path("environment").fieldNames().forEachRemaining(names::add);
        return names;
    }
}
