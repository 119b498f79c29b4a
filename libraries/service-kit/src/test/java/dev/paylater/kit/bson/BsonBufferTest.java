package dev.paylater.kit.bson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonSerializationException;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.io.BasicOutputBuffer;
import org.junit.jupiter.api.Test;

/** The witness is the driver's own buffer. */
class BsonBufferTest {

    private static final List<String> TEXTS =
            List.of("", "Ada", "Jönes", "日本", "a\0b", "😀 and more", "x".repeat(70_000));

    @Test
    void texts_and_names_are_written_as_the_driver_writes_them() {
        for (var text : TEXTS) {
            var ours = new BsonBuffer(16);
            var theirs = new BasicOutputBuffer(16);
            write(ours, text);
            write(theirs, text);
            assertThat(ours.toByteArray()).isEqualTo(theirs.toByteArray());
            assertThat(ours.document().getString(name(text)).getValue()).isEqualTo(text);
        }
    }

    @Test
    void a_name_with_a_nul_is_refused() {
        assertThatThrownBy(() -> new BsonBuffer(16).writeCString("a\0b"))
                .isInstanceOf(BsonSerializationException.class);
    }

    @Test
    void a_document_is_encoded_as_the_driver_encodes_it() {
        var document = new BsonDocument();
        for (var text : TEXTS) {
            document.append(
                    name(text), new BsonArray(List.of(new BsonString(text), new BsonInt64(1))));
        }
        var theirs = new RawBsonDocument(document, new BsonDocumentCodec());
        assertThat(BsonBuffer.encode(document, 16)).isEqualTo(theirs);
    }

    private static void write(BasicOutputBuffer buffer, String text) {
        try (var writer = new BsonBinaryWriter(buffer)) {
            writer.writeStartDocument();
            writer.writeString(name(text), text);
            writer.writeEndDocument();
        }
    }

    private static String name(String text) {
        return "n" + text.replace('\0', '_');
    }
}
