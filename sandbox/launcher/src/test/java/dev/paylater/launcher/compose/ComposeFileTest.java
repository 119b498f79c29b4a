package dev.paylater.launcher.compose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No Docker engine runs where this is built, so the file is held against what can be known. */
class ComposeFileTest {
    private static final Path CHECKOUT = Path.of("..", "..");

    private ComposeFile compose = new ComposeFile(NullNode.instance);

    @BeforeEach
    void read() throws IOException {
        compose = ComposeFile.read(CHECKOUT.resolve("docker-compose.yml"));
    }

    @Test
    void the_file_obeys_the_compose_specification() throws IOException {
        var errors =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2019_09)
                        .getSchema(composeSpecification(), InputFormat.JSON)
                        .validate(compose.content().toString(), InputFormat.JSON);

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

    @Test
    void every_file_that_the_images_are_made_of_exists() throws IOException {
        Path recipe = CHECKOUT.resolve("docker/Dockerfile");
        var copied = Pattern.compile("docker/[a-z]+\\.sh").matcher(Files.readString(recipe));

        assertThat(compose.service("api-service").path("build").path("dockerfile").asText())
                .isEqualTo("docker/Dockerfile");
        while (copied.find()) {
            assertThat(CHECKOUT.resolve(copied.group())).exists();
        }
    }
}
