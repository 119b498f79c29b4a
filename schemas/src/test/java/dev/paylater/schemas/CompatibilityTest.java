package dev.paylater.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every schema can read, and be read by, every released version of itself, and the bytes that a
 * release wrote are still understood. A folder under src/test/resources/released is a release;
 * {@code -Dpaylater.release=N} writes one.
 */
class CompatibilityTest {

    private static final Path RELEASES = Path.of("src", "test", "resources", "released");
    private static final int RECORDS = 5;
    private static final long SEED = 1;

    static List<Schema> messages() {
        return Topic.all().stream()
                .flatMap(topic -> topic.messages().stream())
                .distinct()
                .map(SpecificData.get()::getSchema)
                .toList();
    }

    static List<Path> releasedSchemas() throws IOException {
        var release = System.getProperty("paylater.release");
        if (release != null) {
            for (var message : messages()) {
                release(RELEASES.resolve(release), message);
            }
        }
        try (Stream<Path> files = Files.walk(RELEASES)) {
            return files.filter(file -> file.toString().endsWith(".avsc")).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("releasedSchemas")
    void a_released_schema_is_fully_compatible_with_the_present_one(Path released)
            throws IOException {
        var then = new Schema.Parser().parse(Files.readString(released));
        var now = SpecificData.get().getSchema(SpecificData.get().getClass(then));
        assertThat(compatibility(now, then))
                .as("reading old records")
                .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
        assertThat(compatibility(then, now))
                .as("read by old readers")
                .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
    }

    @ParameterizedTest
    @MethodSource("releasedSchemas")
    void released_bytes_are_read_by_the_present_classes(Path released) throws IOException {
        var then = new Schema.Parser().parse(Files.readString(released));
        var now = SpecificData.get().getSchema(SpecificData.get().getClass(then));
        var bytes = Files.readAllBytes(golden(released));
        var decoder = DecoderFactory.get().binaryDecoder(bytes, null);
        var reader = new SpecificDatumReader<Object>(then, now);
        for (var i = 0; i < RECORDS; i++) {
            assertThat(reader.read(null, decoder)).isInstanceOf(SpecificData.get().getClass(now));
        }
        assertThat(decoder.isEnd()).isTrue();
    }

    @Test
    void every_message_has_been_released() throws IOException {
        var names =
                releasedSchemas().stream()
                        .map(file -> file.getFileName().toString().replace(".avsc", ""))
                        .toList();
        assertThat(names).containsAll(messages().stream().map(Schema::getName).toList());
    }

    private static SchemaCompatibilityType compatibility(Schema reader, Schema writer) {
        return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getType();
    }

    private static Path golden(Path schema) {
        return schema.resolveSibling(schema.getFileName().toString().replace(".avsc", ".bin"));
    }

    private static void release(Path folder, Schema schema) {
        try {
            Files.createDirectories(folder);
            var file = folder.resolve(schema.getName() + ".avsc");
            Files.writeString(file, schema.toString(true) + "\n");
            var bytes = new ByteArrayOutputStream();
            var encoder = EncoderFactory.get().binaryEncoder(bytes, null);
            var writer = new GenericDatumWriter<Object>(schema, new GenericData());
            for (var value : new RandomData(schema, RECORDS, SEED, true)) {
                writer.write(value, encoder);
            }
            encoder.flush();
            Files.write(golden(file), bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
