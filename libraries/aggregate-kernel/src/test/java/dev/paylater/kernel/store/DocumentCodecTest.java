package dev.paylater.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Refusal;
import dev.paylater.kernel.RefusedCommand;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.NoteCodec.Note;
import dev.paylater.kernel.store.NoteCodec.Noted;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonReader;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a form may leave to the kernel, and what it may take over. */
final class DocumentCodecTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final BsonDocumentCodec DOCUMENTS = new BsonDocumentCodec();

    /** Keeps a note's text in the document, and what others have added to that. */
    private static final class KeptCodec extends DocumentCodec<Note, Noted> {

        KeptCodec() {
            super(Noted.class, 3);
        }

        @Override
        protected Set<String> viewFields() {
            return Set.of("_id", "state", "words");
        }

        @Override
        protected void writeView(BsonWriter document, Stored<Note, Noted> stored) {
            document.writeString("_id", stored.id());
            document.writeStartDocument("state");
            document.writeString("text", stored.state().text());
            document.writeEndDocument();
            document.writeInt32("words", stored.state().text().split(" ").length);
        }

        @Override
        protected @Nullable Note readState(String name, BsonReader reader) {
            if (!name.equals("state")) {
                reader.skipValue();
                return null;
            }
            reader.readStartDocument();
            var text = reader.readString("text");
            while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                reader.skipName();
                reader.skipValue();
            }
            reader.readEndDocument();
            return new Note(text, null);
        }

        @Override
        protected void keepUnknownState(BsonDocument before, BsonDocument after) {
            before.getDocument("state").forEach(after.getDocument("state")::putIfAbsent);
        }

        @Override
        protected Note fold(List<Entry<Noted>> journal) {
            return new Note("folded", null);
        }

        @Override
        protected List<String> partitionKeyFields() {
            return List.of();
        }

        @Override
        protected String partitionKey(RawBsonDocument document) {
            return "";
        }
    }

    private final KeptCodec form = new KeptCodec();
    private final Stored<Note, Noted> stored =
            new Stored<>(
                    "a",
                    1,
                    new Note("two words", null),
                    List.of(new Entry<>(1, NOW, "cause", new Noted("event"))),
                    List.of(),
                    7L);

    @Test
    void a_state_that_is_kept_is_not_folded() {
        assertThat(form.read(form.whole(stored, "writer"))).isEqualTo(stored);
    }

    @Test
    void who_was_refused_is_kept() {
        var refused =
                stored.withRefused(
                                new RefusedCommand(
                                        "c1", NOW, new Refusal("IR_06", "Too much", "amount")))
                        .withRefused(
                                new RefusedCommand("c2", NOW, new Refusal("IR_16", "Over", null)));

        assertThat(form.read(form.whole(refused, "writer"))).isEqualTo(refused);
        assertThat(form.view(refused)).isEqualTo(form.view(stored));
    }

    @Test
    void what_was_replied_is_stored_as_it_was_and_only_for_its_place_in_the_journal() {
        var before = form.whole(stored, "writer");
        var replied = form.view(stored);
        assertThat(form.whole(stored, "writer")).isEqualTo(before);
        assertThat(form.view(stored)).isSameAs(replied);

        var further =
                new Stored<>(
                        "a",
                        2,
                        stored.state(),
                        List.of(
                                new Entry<>(1, NOW, "cause", new Noted("event")),
                                new Entry<>(2, NOW, "cause", new Noted("another"))),
                        List.of(),
                        7L);
        assertThat(form.view(further)).isNotSameAs(replied);
        assertThat(form.read(form.whole(further, "writer"))).isEqualTo(further);
    }

    @Test
    void what_a_newer_version_has_added_to_the_state_is_kept_with_it() {
        var newer = form.whole(stored, "writer").decode(DOCUMENTS);
        newer.append("colour", new BsonString("red"))
                .getDocument("state")
                .append("colour", new BsonString("blue"));

        var written = form.whole(form.read(raw(newer)), "writer");
        assertThat(written.getDocument("state").toJson())
                .isEqualTo("{\"text\": \"two words\", \"colour\": \"blue\"}");
        assertThat(written.getString("colour").getValue()).isEqualTo("red");
    }

    @Test
    void what_a_reply_carries_is_the_facts() {
        assertThat(form.view(stored).toJson())
                .isEqualTo("{\"_id\": \"a\", \"state\": {\"text\": \"two words\"}, \"words\": 2}");
    }

    @Test
    void a_document_stays_where_it_is_unless_its_form_says_otherwise() {
        assertThat(form.atRestSince(stored)).isEmpty();
    }

    @Test
    void a_document_of_this_schema_that_cannot_be_read_says_what_it_lacks() {
        var broken = form.whole(stored, "writer").decode(DOCUMENTS);
        broken.append("journal", new BsonArray());

        assertThatThrownBy(() -> form.read(raw(broken)))
                .isInstanceOf(UnreadableDocument.class)
                .hasMessage("The document of a cannot be read: Not a document with a journal: a");
    }

    @Test
    void what_stands_in_the_place_of_an_event_is_none() {
        var renamed = form.whole(stored, "writer").decode(DOCUMENTS);
        var entry = renamed.getArray("journal").getFirst().asDocument();
        entry.put("happened", entry.remove("event"));

        assertThatThrownBy(() -> form.read(raw(renamed))).isInstanceOf(UnreadableDocument.class);
    }

    private static RawBsonDocument raw(BsonDocument document) {
        return new RawBsonDocument(document, DOCUMENTS);
    }
}
