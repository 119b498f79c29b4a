package dev.paylater.kernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
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
import dev.paylater.teststack.Stack;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is at rest moves to the archive and is never lost on its way, there and back. */
final class ArchivingStoreTest {

    private static final Instant ENDED_AT = Instant.parse("2024-01-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Position START = Position.before(Instant.EPOCH);
    private static final Duration AFTER = Duration.ofDays(366);

    private static MongoClient client;
    private static MongoDatabase database;

    /** What somebody else does just before a command goes out, by the command's name and target. */
    private static final Map<String, Runnable> meanwhile = new HashMap<>();

    /** What was asked of the store, by the command's name and target. */
    private static final List<String> asked = new CopyOnWriteArrayList<>();

    private static final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE / 4);

    private final String name = "notes-" + UUID.randomUUID();
    private final Notes notes = new Notes(name);
    private final Notes others = new Notes(name);
    private final MongoCollection<Document> present = collection(name);
    private final MongoCollection<Document> archived = collection(name + "_archive");

    private static final class Notes extends ArchivingStore<Note, Noted> {

        Notes(String name) {
            super(database, name, new NoteCodec(), nanoTime::get);
        }

        void ensureIndexes() {
            collection.createIndexes(List.of(atRestIndex()));
        }
    }

    @BeforeAll
    static void connect() {
        var interrupting =
                new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        var target =
                                Objects.requireNonNull(
                                        event.getCommand().get(event.getCommandName()));
                        if (!target.isString()) {
                            return;
                        }
                        var command = event.getCommandName() + " " + target.asString().getValue();
                        asked.add(command);
                        var doing = meanwhile.remove(command);
                        if (doing != null) {
                            doing.run();
                        }
                    }
                };
        client =
                MongoClients.create(
                        MongoClientSettings.builder()
                                .applyConnectionString(
                                        new ConnectionString(Stack.shared().mongoUri("archive")))
                                .addCommandListener(interrupting)
                                .build());
        database = client.getDatabase("archive");
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    @BeforeEach
    void begin() {
        meanwhile.clear();
        asked.clear();
        notes.ensureIndexes();
    }

    @Test
    void what_is_at_rest_is_copied_and_leaves_a_minute_later() {
        notes.write(List.of(ended("a"), ended("b"), open("open", 1)));
        var before = raw(present, "a");

        assertThat(archive(NOW)).isZero();
        assertThat(ids(present)).containsExactlyInAnyOrder("a", "b", "open");
        assertThat(ids(archived)).containsExactlyInAnyOrder("a", "b");
        assertThat(raw(archived, "a"))
                .isEqualTo(new Document(before).append("archived_at", Date.from(NOW)));

        assertThat(archive(NOW.plusMillis(59_999))).isZero();
        assertThat(ids(present)).containsExactlyInAnyOrder("a", "b", "open");
        assertThat(archive(NOW.plusSeconds(60))).isEqualTo(2);
        assertThat(ids(present)).containsExactly("open");
        assertThat(raw(archived, "a"))
                .isEqualTo(new Document(before).append("archived_at", Date.from(NOW)));
    }

    @Test
    void at_rest_is_what_has_ended_and_whom_nobody_waits_for_since_its_last_event() {
        var awaited =
                ended("awaited").withWaiters(List.of(new Waiter("command", 1, "correlation")));
        notes.write(List.of(ended("a"), open("open", 1), awaited));

        assertThat(notes.findAtRest(START, ENDED_AT.minusMillis(1), 10)).isEmpty();
        assertThat(notes.findAtRest(START, ENDED_AT, 10))
                .containsExactly(new Due("a", "key of ended 1", 1, ENDED_AT));
    }

    @Test
    void an_archived_document_comes_back_to_whoever_asks_for_it_and_can_be_changed() {
        notes.write(List.of(ended("a"), ended("b")));
        var before = raw(present, "a");
        moveAll();

        assertThat(notes.find(List.of("a", "nobody"))).isEqualTo(Map.of("a", ended("a")));
        assertThat(raw(present, "a")).isEqualTo(before);
        assertThat(notes.findNewest(List.of("b", "nobody"))).isEqualTo(Map.of("b", ended("b")));
        assertThat(notes.write(List.of(open("a", 2), open("b", 2)))).isEmpty();
        assertThat(notes.find(List.of("a", "b")))
                .isEqualTo(Map.of("a", open("a", 2), "b", open("b", 2)));
    }

    @Test
    void what_came_back_and_was_not_changed_leaves_again() {
        notes.write(List.of(ended("a")));
        moveAll();
        notes.find(List.of("a"));

        assertThat(archive(NOW.plusSeconds(120))).isOne();
        assertThat(ids(present)).isEmpty();
        assertThat(notes.find(List.of("a"))).isEqualTo(Map.of("a", ended("a")));
    }

    @Test
    void what_came_back_and_was_changed_is_archived_as_it_is_then() {
        notes.write(List.of(ended("a")));
        moveAll();
        notes.find(List.of("a"));
        notes.write(List.of(ended("a", 2)));

        assertThat(archive(NOW.plusSeconds(120))).as("the copy is old").isZero();
        assertThat(archive(NOW.plusSeconds(180))).isOne();
        assertThat(raw(archived, "a")).containsEntry("version", 2L);
        assertThat(notes.find(List.of("a"))).isEqualTo(Map.of("a", ended("a", 2)));
    }

    @Test
    void after_a_crash_between_copy_and_deletion_another_process_goes_on() {
        notes.write(List.of(ended("a")));
        notes.archive(notes.findAtRest(START, NOW, 10), NOW);

        assertThat(others.find(List.of("a"))).isEqualTo(Map.of("a", ended("a")));
        var later = NOW.plus(Duration.ofDays(3));
        assertThat(others.archive(others.findAtRest(START, NOW, 10), later)).isOne();
        assertThat(ids(present)).isEmpty();
        assertThat(ids(archived)).containsExactly("a");
    }

    @Test
    void what_was_changed_after_such_a_crash_counts_and_its_old_copy_does_not() {
        notes.write(List.of(ended("a")));
        archive(NOW);
        others.write(List.of(open("a", 2)));

        assertThat(archive(NOW.plusSeconds(60))).isZero();
        assertThat(notes.find(List.of("a"))).isEqualTo(Map.of("a", open("a", 2)));
        assertThat(notes.findNewest(List.of("a"))).isEqualTo(Map.of("a", open("a", 2)));
    }

    @Test
    void a_writer_that_is_slower_than_the_archiver_meets_a_conflict_and_finds_it() {
        notes.write(List.of(ended("a")));
        var read = notes.find(List.of("a"));
        moveAll();

        assertThat(notes.write(List.of(open("a", 2)))).containsExactly("a");
        assertThat(ids(present)).isEmpty();
        assertThat(notes.findNewest(List.of("a"))).isEqualTo(read);
        assertThat(notes.write(List.of(open("a", 2)))).isEmpty();
    }

    @Test
    void a_writer_that_is_faster_than_the_archiver_keeps_what_it_wrote() {
        notes.write(List.of(ended("a")));
        archive(NOW);
        meanwhile.put("delete " + name, () -> others.write(List.of(open("a", 2))));

        assertThat(archive(NOW.plusSeconds(60))).isZero();
        assertThat(meanwhile).isEmpty();
        assertThat(notes.find(List.of("a"))).isEqualTo(Map.of("a", open("a", 2)));
    }

    @Test
    void whoever_remembers_an_older_version_cannot_write_over_what_was_archived_since() {
        notes.write(List.of(ended("a")));
        others.write(List.of(ended("a", 2)));
        moveAll();

        assertThat(notes.write(List.of(open("a", 2)))).containsExactly("a");
        assertThat(notes.findNewest(List.of("a"))).isEqualTo(Map.of("a", ended("a", 2)));
    }

    @Test
    void an_id_that_the_archive_has_is_taken() {
        notes.write(List.of(ended("a")));
        moveAll();

        assertThat(notes.write(List.of(open("a", 1), open("new", 1)))).containsExactly("a");
        assertThat(ids(present)).containsExactly("new");
        assertThat(notes.write(List.of(open("a", 1)))).containsExactly("a");
        assertThat(notes.find(List.of("a", "new")))
                .isEqualTo(Map.of("a", ended("a"), "new", open("new", 1)));
    }

    @Test
    void an_archive_that_was_empty_is_looked_at_again_before_an_original_can_go() {
        notes.write(List.of(ended("a")));
        others.archive(others.findAtRest(START, NOW, 10), NOW);
        nanoTime.addAndGet(Duration.ofSeconds(30).toNanos());
        present.deleteOne(new Document("_id", "a"));

        assertThat(notes.write(List.of(open("a", 1)))).containsExactly("a");
    }

    @Test
    void an_empty_archive_is_looked_at_once_in_a_while_and_no_more() {
        notes.write(List.of(open("a", 1)));
        notes.write(List.of(open("b", 1)));
        assertThat(asked("find", name + "_archive")).isOne();

        nanoTime.addAndGet(Duration.ofSeconds(30).toNanos() - 1);
        notes.write(List.of(open("c", 1)));
        assertThat(asked("find", name + "_archive")).isOne();

        nanoTime.incrementAndGet();
        notes.write(List.of(open("d", 1)));
        assertThat(asked("find", name + "_archive")).isEqualTo(2);
    }

    @Test
    void only_what_is_missing_is_looked_for_in_the_archive_and_read_from_there() {
        notes.write(List.of(ended("a"), ended("b")));
        moveAll();
        notes.find(List.of("a"));
        asked.clear();

        assertThat(notes.find(List.of("a", "b")))
                .isEqualTo(Map.of("a", ended("a"), "b", ended("b")));
        assertThat(asked("find", name)).isOne();
        assertThat(asked("find", name + "_archive")).isOne();
        assertThat(asked("insert", name)).isOne();
    }

    private static long asked(String command, String target) {
        return asked.stream().filter((command + " " + target)::equals).count();
    }

    @Test
    void an_id_that_is_archived_while_it_is_taken_anew_stays_taken() {
        notes.write(List.of(ended("a")));
        meanwhile.put(
                "update " + name,
                () -> {
                    others.archive(others.findAtRest(START, NOW, 10), NOW);
                    others.archive(others.findAtRest(START, NOW, 10), NOW.plusSeconds(3));
                });

        assertThat(notes.write(List.of(open("a", 1)))).containsExactly("a");
        assertThat(meanwhile).isEmpty();
        assertThat(ids(archived)).containsExactly("a");
        assertThat(notes.find(List.of("a"))).isEqualTo(Map.of("a", ended("a")));
    }

    @Test
    void of_two_that_bring_it_back_the_slower_one_sees_what_the_faster_has_made_of_it() {
        notes.write(List.of(ended("a")));
        moveAll();
        meanwhile.put(
                "insert " + name,
                () -> {
                    others.find(List.of("a"));
                    others.write(List.of(open("a", 2)));
                });

        assertThat(notes.find(List.of("a"))).isEqualTo(Map.of("a", open("a", 2)));
        assertThat(meanwhile).isEmpty();
    }

    @Test
    void what_moves_back_while_it_is_read_is_not_taken_as_missing() {
        notes.write(List.of(ended("a")));
        moveAll();
        meanwhile.put(
                "insert " + name,
                () -> {
                    others.find(List.of("a"));
                    meanwhile.put("find " + name, this::moveAll);
                });

        assertThatThrownBy(() -> notes.find(List.of("a")))
                .isInstanceOf(MongoException.class)
                .hasMessage("Being moved at this moment: [a]");
        assertThat(notes.find(List.of("a"))).isEqualTo(Map.of("a", ended("a")));
    }

    @Test
    void of_two_archivers_the_one_with_the_older_version_changes_nothing() {
        notes.write(List.of(ended("a")));
        var copyOfTwo = new Document(raw(present, "a")).append("version", 2L);
        meanwhile.put(
                "update " + name + "_archive",
                () ->
                        archived.insertOne(
                                new Document(copyOfTwo).append("archived_at", Date.from(NOW))));

        assertThat(archive(NOW)).isZero();
        assertThat(meanwhile).isEmpty();
        assertThat(raw(archived, "a")).containsEntry("version", 2L);
        assertThat(archive(NOW.plusSeconds(60))).isZero();
        assertThat(ids(present)).containsExactly("a");
    }

    @Test
    void a_field_that_an_older_version_has_kept_moves_nothing() {
        notes.write(List.of(open("open", 1), ended("unreadable"), ended("a")));
        alter("open", new Document("at_rest_since", Date.from(ENDED_AT)));
        alter("unreadable", new Document("schema", 4));

        assertThat(archive(NOW)).isZero();
        assertThat(archive(NOW.plusSeconds(60))).isOne();
        assertThat(ids(archived)).containsExactly("a");
        assertThat(ids(present)).containsExactlyInAnyOrder("open", "unreadable");
    }

    @Test
    void a_page_of_what_is_at_rest_is_served_by_the_index() {
        var many = new ArrayList<Stored<Note, Noted>>();
        IntStream.range(0, 2_000)
                .forEach(i -> many.add(stored("e" + i, 1, "ended", ENDED_AT.plusSeconds(i))));
        IntStream.range(0, 1_000).forEach(i -> many.add(open("open-" + i, 1)));
        notes.write(many);

        var explained =
                present.find(
                                ConditionalStore.between(
                                        DocumentCodec.AT_REST_SINCE,
                                        new Position(ENDED_AT.plusSeconds(999), "e999"),
                                        NOW))
                        .sort(new Document("at_rest_since", 1).append("_id", 1))
                        .limit(500)
                        .explain();
        assertThat(explained.get("queryPlanner", Document.class).toJson())
                .contains("IXSCAN")
                .doesNotContain("COLLSCAN");
        assertThat(explained.get("executionStats", Document.class).getInteger("totalDocsExamined"))
                .isLessThanOrEqualTo(501);
    }

    @Test
    void the_archiver_goes_page_by_page_through_its_share_and_begins_anew() {
        var many = new ArrayList<Stored<Note, Noted>>();
        IntStream.range(0, 501).forEach(i -> many.add(ended("ended-%04d".formatted(i))));
        notes.write(many);
        notes.write(List.of(young("young")));
        var meters = new SimpleMeterRegistry();
        Predicate<Due> mine = due -> !due.id().equals("ended-0000");
        var atOnce = archiver(meters, mine, NOW);
        var later = archiver(meters, mine, NOW.plusSeconds(60));

        atOnce.round();
        assertThat(archived.countDocuments()).isEqualTo(499);
        atOnce.round();
        assertThat(archived.countDocuments()).isEqualTo(500);
        assertThat(meters.counter("archived").count()).isZero();

        later.round();
        assertThat(meters.counter("archived").count()).isEqualTo(499);
        later.round();
        later.round();
        assertThat(meters.counter("archived").count()).isEqualTo(500);
        assertThat(ids(present)).containsExactlyInAnyOrder("ended-0000", "young");
    }

    @Test
    void a_round_that_fails_is_repeated() {
        notes.write(List.of(ended("a")));
        var isAway = new AtomicBoolean(true);
        Predicate<Due> share =
                _ -> {
                    if (isAway.getAndSet(false)) {
                        throw new IllegalStateException("the broker is away");
                    }
                    return true;
                };
        var archiver = archiver(new SimpleMeterRegistry(), share, NOW);

        archiver.round();
        assertThat(ids(archived)).isEmpty();
        archiver.round();
        assertThat(ids(archived)).containsExactly("a");
    }

    private static MongoCollection<Document> collection(String name) {
        return database.getCollection(name);
    }

    private Archiver archiver(SimpleMeterRegistry meters, Predicate<Due> share, Instant now) {
        return new Archiver(
                notes,
                AFTER,
                () -> share,
                meters.counter("archived"),
                Clock.fixed(now, ZoneOffset.UTC));
    }

    private int archive(Instant now) {
        return notes.archive(notes.findAtRest(START, now.minus(AFTER), 10), now);
    }

    private void moveAll() {
        others.archive(others.findAtRest(START, NOW, 10), NOW);
        nanoTime.addAndGet(Duration.ofSeconds(60).toNanos());
        others.archive(others.findAtRest(START, NOW, 10), NOW.plusSeconds(60));
    }

    private void alter(String id, Document changes) {
        present.updateOne(new Document("_id", id), new Document("$set", changes));
    }

    private static Document raw(MongoCollection<Document> from, String id) {
        return Objects.requireNonNull(from.find(new Document("_id", id)).first());
    }

    private static Set<String> ids(MongoCollection<Document> from) {
        return from.find().map(document -> document.getString("_id")).into(new HashSet<>());
    }

    private static Stored<Note, Noted> ended(String id) {
        return ended(id, 1);
    }

    private static Stored<Note, Noted> ended(String id, long version) {
        return stored(id, version, NoteCodec.ENDED + " " + version, ENDED_AT);
    }

    private static Stored<Note, Noted> young(String id) {
        return stored(id, 1, NoteCodec.ENDED, NOW.minus(AFTER).plusSeconds(61));
    }

    private static Stored<Note, Noted> open(String id, long version) {
        return stored(id, version, "open " + version, ENDED_AT);
    }

    private static Stored<Note, Noted> stored(String id, long version, String text, Instant at) {
        return new Stored<>(
                id,
                version,
                new Note(text, null),
                List.of(new Entry<>(1, at, "cause", new Noted(text))),
                List.of(),
                0L);
    }
}
