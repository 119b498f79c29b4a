package dev.paylater.kernel.store;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.bson.BsonWriter;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** Notes: the simplest documents there are. */
final class NoteCodec extends DocumentCodec<NoteCodec.Note, NoteCodec.Noted> {

    /** What nobody will change any more. */
    static final String ENDED = "ended";

    /** An event of a note, whose state is when it is due, and null when it is not. */
    record Noted(String text) {}

    /** What a note has become. */
    record Note(String text, @Nullable Instant due) {}

    NoteCodec() {
        super(Noted.class, 3);
    }

    @Override
    protected Set<String> viewFields() {
        return Set.of("_id", "text", DUE);
    }

    @Override
    protected void writeView(BsonWriter document, Stored<Note, Noted> stored) {
        document.writeString("_id", stored.id());
        document.writeString("text", stored.state().text());
        if (stored.state().due() != null) {
            document.writeDateTime(DUE, stored.state().due().toEpochMilli());
        }
    }

    @Override
    protected boolean mayBeArchived(Note note) {
        return note.text().startsWith(ENDED);
    }

    @Override
    protected Note fold(List<Entry<Noted>> journal) {
        return new Note(journal.getLast().event().text(), null);
    }

    @Override
    protected List<String> partitionKeyFields() {
        return List.of("text");
    }

    @Override
    protected String partitionKey(RawBsonDocument document) {
        return "key of " + document.getString("text").getValue();
    }
}
