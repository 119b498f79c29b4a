package dev.paylater.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.mongodb.ConnectionString;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.WriteConcernError;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.Waiter;
import dev.paylater.kernel.store.Due.Position;
import dev.paylater.kernel.store.NoteCodec.Note;
import dev.paylater.kernel.store.NoteCodec.Noted;
import dev.paylater.schemas.MessageSizes;
import dev.paylater.teststack.Stack;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The store of the services, on the document store of the tests. */
final class ConditionalStoreTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Position START = Position.before(Instant.EPOCH);

    private static MongoClient client;
    private static MongoDatabase database;
    private static final List<BsonDocument> finds = new CopyOnWriteArrayList<>();

    private final Notes notes = new Notes("notes-" + UUID.randomUUID());

    private static final class Notes extends ConditionalStore<Note, Noted> {

        private final String name;

        Notes(String name) {
            this(database, name);
        }

        Notes(MongoDatabase database, String name) {
            super(database, name, new NoteCodec());
            this.name = name;
        }

        MongoCollection<RawBsonDocument> documents() {
            return collection;
        }

        void ensureIndexes() {
            collection.createIndexes(List.of(dueIndex()));
        }

        /** As somebody else does who writes past this process. */
        void alter(String id, Document changes) {
            database.getCollection(name)
                    .updateOne(new Document("_id", id), new Document("$set", changes));
        }

        Document raw(String id) {
            return Objects.requireNonNull(
                    database.getCollection(name).find(new Document("_id", id)).first());
        }

        long countAll() {
            return count(new Document());
        }

        Document explain(Bson filter) {
            return database.getCollection(name)
                    .find(filter)
                    .sort(new Document("due", 1).append("_id", 1))
                    .limit(500)
                    .explain();
        }
    }

    @BeforeAll
    static void connect() {
        var finding =
                new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        if (event.getCommandName().equals("find")) {
                            finds.add(event.getCommand().clone());
                        }
                    }
                };
        client =
                MongoClients.create(
                        MongoClientSettings.builder()
                                .applyConnectionString(
                                        new ConnectionString(Stack.shared().mongoUri("kernel")))
                                .addCommandListener(finding)
                                .build());
        database = client.getDatabase("kernel");
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    @BeforeEach
    void begin() {
        notes.ensureIndexes();
    }

    @Test
    void a_document_comes_back_as_it_was_written() {
        var note =
                new Stored<>(
                        "a",
                        1,
                        note("2"),
                        List.of(
                                new Entry<>(1, NOW, "command-1", new Noted("1")),
                                new Entry<>(2, NOW.plusMillis(1), "command-2", new Noted("2"))),
                        List.of(new Waiter("command-2", 3, "correlation")),
                        77L);
        assertThat(notes.write(List.of(note))).isEmpty();
        assertThat(notes.find(List.of("a", "nobody"))).isEqualTo(Map.of("a", note));
    }

    @Test
    void the_newest_is_asked_for_document_by_document_with_what_a_majority_has() {
        notes.write(List.of(stored("a", 1, "first"), stored("b", 1, "other")));
        finds.clear();

        var newest = notes.findNewest(List.of("a", "b", "nobody"));

        assertThat(newest).isEqualTo(notes.find(List.of("a", "b")));
        assertThat(finds.subList(0, 3))
                .extracting(find -> find.get("filter"), find -> find.get("readConcern"))
                .containsExactlyInAnyOrder(asked("a"), asked("b"), asked("nobody"));
    }

    private static Tuple asked(String id) {
        return tuple(
                new BsonDocument("_id", new BsonString(id)),
                new BsonDocument("level", new BsonString("linearizable")));
    }

    @Test
    void of_two_writers_of_the_same_version_one_takes_effect() {
        assertThat(notes.write(List.of(stored("a", 1, "first")))).isEmpty();
        assertThat(notes.write(List.of(stored("a", 1, "second")))).containsExactly("a");
        assertThat(notes.write(List.of(stored("a", 2, "third")))).isEmpty();
        assertThat(notes.write(List.of(stored("a", 2, "fourth")))).containsExactly("a");
        assertThat(notes.write(List.of(stored("a", 4, "fifth")))).containsExactly("a");
        assertThat(text("a")).isEqualTo("third");
    }

    @Test
    void losers_of_a_batch_stop_no_other() {
        notes.write(List.of(stored("taken", 1, "theirs"), stored("stale", 1, "old")));
        notes.write(List.of(stored("stale", 2, "theirs")));

        var lost =
                notes.write(
                        List.of(
                                stored("new", 1, "ours"),
                                stored("taken", 1, "ours"),
                                stored("stale", 2, "ours"),
                                stored("other", 1, "ours")));

        assertThat(lost).containsExactlyInAnyOrder("taken", "stale");
        assertThat(List.of(text("new"), text("taken"), text("stale"), text("other")))
                .containsExactly("ours", "theirs", "theirs", "ours");
    }

    @Test
    void a_document_that_is_too_large_is_refused_before_anything_is_written() {
        var large = stored("large", 1, "x".repeat(15 * 1024 * 1024));
        assertThatThrownBy(() -> notes.write(List.of(stored("small", 1, "y"), large)))
                .isInstanceOf(DocumentTooLarge.class)
                .hasMessageContaining("large");
        assertThat(notes.find(List.of("small", "large"))).isEmpty();
    }

    @Test
    void a_document_may_be_as_large_as_the_limit() {
        var writer = "x".repeat(UUID.randomUUID().toString().length()) + ":1";
        var empty = new NoteCodec().whole(stored("large", 1, ""), writer).getByteBuffer();
        var room = MessageSizes.MAX_DOCUMENT - empty.remaining();
        // The text is stored twice, as what the note has become and as what happened.
        var id = "large" + "x".repeat(room % 2);

        assertThat(notes.write(List.of(stored(id, 1, "x".repeat(room / 2))))).isEmpty();
    }

    @Test
    void nothing_is_looked_up_after_a_write_without_conflicts() {
        notes.write(List.of(stored("a", 1, "first")));
        finds.clear();

        assertThat(notes.write(List.of(stored("a", 2, "second"), stored("b", 1, "new")))).isEmpty();
        assertThat(finds).isEmpty();
    }

    @Test
    void a_write_that_fails_for_another_reason_is_no_conflict() {
        for (var code : List.of(11000, 11601)) {
            var error = new BulkWriteError(code, "no", new BsonDocument(), 0);
            var unconfirmed = new WriteConcernError(64, "timeout", "late", new BsonDocument());
            var failure =
                    new MongoBulkWriteException(
                            BulkWriteResult.unacknowledged(),
                            List.of(error),
                            code == 11000 ? unconfirmed : null,
                            new ServerAddress(),
                            Set.of());
            var failing = new Notes(database(failing("bulkWrite", failure)), "notes");

            assertThatThrownBy(() -> failing.write(List.of(stored("a", 1, "first"))))
                    .isSameAs(failure);
        }
    }

    @Test
    void a_server_that_stands_alone_has_nothing_newer_than_what_it_reads() {
        notes.write(List.of(stored("a", 1, "first")));
        var alone = failing("withReadConcern", new MongoException(123, "not a replica set"));
        assertThat(new Notes(database(alone), "notes").findNewest(List.of("a", "nobody")))
                .isEqualTo(notes.find(List.of("a")));

        var away = new MongoException(6, "the host is unreachable");
        var unreachable = new Notes(database(failing("withReadConcern", away)), "notes");
        assertThatThrownBy(() -> unreachable.findNewest(List.of("a"))).isSameAs(away);
    }

    /** The notes' collection, one of whose methods fails. */
    private MongoCollection<?> failing(String method, RuntimeException failure) {
        return proxy(
                MongoCollection.class,
                (_, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        throw failure;
                    }
                    return called.invoke(notes.documents(), arguments);
                });
    }

    private static MongoDatabase database(MongoCollection<?> only) {
        return proxy(MongoDatabase.class, (_, _, _) -> only);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Test
    void what_is_due_is_found_in_its_order_page_by_page() {
        notes.write(
                List.of(
                        due("b", 1),
                        due("a", 1),
                        due("c", 1),
                        due("late", 9),
                        due("first", 0),
                        stored("never", 1, "never")));

        var first = notes.findDue(START, NOW.plusSeconds(1), 2);
        assertThat(first)
                .containsExactly(
                        new Due("first", "key of first", 1, NOW),
                        new Due("a", "key of a", 1, NOW.plusSeconds(1)));
        assertThat(notes.findDue(first.getLast().position(), NOW.plusSeconds(1), 10))
                .extracting(Due::id)
                .containsExactly("b", "c");
        assertThat(notes.findDue(Position.before(NOW.plusSeconds(2)), NOW.plusSeconds(9), 10))
                .extracting(Due::id)
                .containsExactly("late");
    }

    @Test
    void what_is_late_is_counted_up_to_a_thousand() {
        notes.write(List.of(due("a", 1), due("b", 2), stored("never", 1, "never")));
        assertThat(notes.countOverdue(NOW.plusSeconds(1))).isZero();
        assertThat(notes.countOverdue(NOW.plusMillis(1_001))).isOne();
        assertThat(notes.countOverdue(NOW.plusSeconds(3))).isEqualTo(2);

        notes.write(IntStream.range(0, 1_200).mapToObj(i -> due("more-" + i, 1)).toList());
        assertThat(notes.countOverdue(NOW.plusSeconds(3))).isEqualTo(1_000);
        assertThat(notes.countAll()).isEqualTo(1_000);
    }

    /** As many are due as {@code -Dpaylater.due-documents} says: see docs/makers/runs.md. */
    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void a_page_of_what_is_due_and_its_count_are_served_by_the_index() {
        var documents = Integer.getInteger("paylater.due-documents", 3_000);
        for (var from = 0; from < documents; from += 3_000) {
            notes.write(
                    IntStream.range(from, Math.min(documents, from + 3_000))
                            .mapToObj(i -> due("due-%04d".formatted(i), i))
                            .toList());
        }

        var middle = new Position(NOW.plusSeconds(1_500), "due-1500");
        var page =
                notes.explain(
                        ConditionalStore.between(
                                DocumentCodec.DUE, middle, NOW.plusSeconds(9_999)));
        assertThat(plan(page)).contains("IXSCAN").doesNotContain("COLLSCAN");
        assertThat(examined(page)).isLessThanOrEqualTo(501);

        var overdue = notes.explain(ConditionalStore.overdue(NOW.plusSeconds(100)));
        assertThat(plan(overdue)).contains("IXSCAN").doesNotContain("COLLSCAN");
        assertThat(examined(overdue)).isLessThanOrEqualTo(100);
    }

    @Test
    void what_a_newer_version_has_written_is_kept_when_the_document_is_written_again() {
        notes.write(List.of(due("newer", 10)));
        notes.alter(
                "newer",
                new Document("colour", "red")
                        .append("journal.0.weight", 7)
                        .append("journal.0.event.language", "en"));

        var read = read("newer");
        notes.write(List.of(read.withWaiters(List.of()).writtenAfter(read)));

        var written = notes.raw("newer");
        assertThat(written)
                .containsEntry("version", 2L)
                .containsEntry("schema", 3)
                .containsEntry("colour", "red");
        var entry = written.getList("journal", Document.class).getFirst();
        assertThat(entry).containsEntry("weight", 7);
        assertThat(entry.get("event", Document.class))
                .isEqualTo(new Document("text", "newer").append("language", "en"));
    }

    @Test
    void a_fact_that_is_left_out_does_not_come_back_with_what_is_kept() {
        notes.write(List.of(due("no longer due", 10)));
        notes.alter("no longer due", new Document("colour", "red"));

        var read = read("no longer due");
        var settled =
                new Stored<>(
                        read.id(),
                        2,
                        note("settled"),
                        read.journal(),
                        List.of(),
                        0,
                        List.of(),
                        read.asRead());
        notes.write(List.of(settled));

        assertThat(notes.raw("no longer due"))
                .containsEntry("colour", "red")
                .containsEntry("text", "settled")
                .doesNotContainKey("due");
    }

    @Test
    void a_document_of_a_newer_schema_is_refused_and_not_announced_again() {
        notes.write(List.of(due("beyond", 10), due("usual", 10)));
        notes.alter("beyond", new Document("schema", 4));

        assertThatThrownBy(() -> notes.find(List.of("beyond", "usual")))
                .isInstanceOf(UnreadableDocument.class)
                .hasMessage(
                        "The document of beyond cannot be read: it has schema 4, and this version"
                                + " knows 3");
        assertThat(notes.findDue(START, NOW.plusSeconds(60), 10))
                .filteredOn(notes::isReadable)
                .extracting(Due::id)
                .containsExactly("usual");
    }

    private static String plan(Document explained) {
        return explained.get("queryPlanner", Document.class).toJson();
    }

    private static int examined(Document explained) {
        return explained
                .get("executionStats", Document.class)
                .getInteger("totalDocsExamined", Integer.MAX_VALUE);
    }

    private Stored<Note, Noted> read(String id) {
        return notes.find(List.of(id)).values().iterator().next();
    }

    private String text(String id) {
        return read(id).state().text();
    }

    private static Note note(String text) {
        return new Note(text, null);
    }

    private static Stored<Note, Noted> stored(String id, long version, String text) {
        return stored(id, version, note(text));
    }

    private static Stored<Note, Noted> due(String id, int seconds) {
        return stored(id, 1, new Note(id, NOW.plusSeconds(seconds)));
    }

    private static Stored<Note, Noted> stored(String id, long version, Note note) {
        return new Stored<>(
                id,
                version,
                note,
                List.of(new Entry<>(1, NOW, "cause", new Noted(note.text()))),
                List.of(),
                0L);
    }
}
