package dev.paylater.kernel.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Indexes.ascending;
import static com.mongodb.client.model.Projections.include;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.WriteModel;
import dev.paylater.kernel.Stored;
import dev.paylater.schemas.MessageSizes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;

/** A collection in MongoDB. All writes of a batch go in one call. */
public class ConditionalStore<S, E> implements DocumentStore<S, E> {

    static final int MAX_COUNTED = 1_000;

    private static final int COUNTING_MILLIS = 5_000;
    private static final int LONGEST_INDEX_BUILD_HOURS = 2;

    /** Without a majority there is no answer; less than a batch may take. */
    private static final int LONGEST_READ_MILLIS = 2_000;

    static final int DUPLICATE_KEY = 11000;
    private static final int NOT_A_REPLICA_SET = 123;

    protected final MongoCollection<RawBsonDocument> collection;
    protected final DocumentCodec<S, E> form;
    private final String writerId = UUID.randomUUID().toString();
    private final AtomicLong writes = new AtomicLong();

    /**
     * Documents that this version cannot read, by id the version that failed: without it each sweep
     * would set their deadlines aside again. The latest 10,000.
     */
    private final Cache<String, Long> unreadable =
            Caffeine.newBuilder().maximumSize(10_000).executor(Runnable::run).build();

    protected ConditionalStore(MongoDatabase database, String name, DocumentCodec<S, E> form) {
        this.collection = database.getCollection(name, RawBsonDocument.class);
        this.form = form;
    }

    /**
     * Creates the indexes that are missing. One that a release brings is built over all that is
     * stored, which takes longer than anything else that is asked of a server.
     */
    protected static void ensureIndexes(MongoCollection<?> collection, List<IndexModel> indexes) {
        collection.withTimeout(LONGEST_INDEX_BUILD_HOURS, TimeUnit.HOURS).createIndexes(indexes);
    }

    /** The index that {@link #findDue} needs. */
    protected static IndexModel dueIndex() {
        return timeIndex(DocumentCodec.DUE);
    }

    static IndexModel timeIndex(String time) {
        return new IndexModel(
                ascending(time, DocumentCodec.ID),
                new IndexOptions().partialFilterExpression(exists(time)));
    }

    @Override
    public Map<String, Stored<S, E>> find(Collection<String> ids) {
        return readAll(collection.find(in(DocumentCodec.ID, ids)));
    }

    @Override
    public Map<String, Stored<S, E>> findNewest(Collection<String> ids) {
        return readAll(newest(collection, ids));
    }

    /**
     * Read concern linearizable holds for one document at a time: the primary answers with what it
     * has once a majority has that too, so many are read side by side. A server that stands alone
     * knows no such thing and has nothing newer than what it reads.
     */
    static Iterable<RawBsonDocument> newest(
            MongoCollection<RawBsonDocument> from, Collection<String> ids) {
        try {
            return sideBySide(ids, id -> newest(from, id)).stream()
                    .flatMap(Optional::stream)
                    .toList();
        } catch (MongoException e) {
            if (e.getCode() != NOT_A_REPLICA_SET) {
                throw e;
            }
            return from.find(in(DocumentCodec.ID, ids));
        }
    }

    private static Optional<RawBsonDocument> newest(
            MongoCollection<RawBsonDocument> from, String id) {
        return Optional.ofNullable(
                from.withReadConcern(ReadConcern.LINEARIZABLE)
                        .find(eq(DocumentCodec.ID, id))
                        .maxTime(LONGEST_READ_MILLIS, TimeUnit.MILLISECONDS)
                        .first());
    }

    /** As many at once as the driver has connections. */
    private static <T> List<T> sideBySide(Collection<String> ids, Function<String, T> read) {
        List<Future<T>> reads;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            reads = ids.stream().map(id -> threads.submit(() -> read.apply(id))).toList();
        }
        return reads.stream().map(ConditionalStore::resultOf).toList();
    }

    private static <T> T resultOf(Future<T> done) {
        if (done.state() == Future.State.FAILED
                && done.exceptionNow() instanceof RuntimeException e) {
            throw e;
        }
        return done.resultNow();
    }

    private Map<String, Stored<S, E>> readAll(Iterable<RawBsonDocument> documents) {
        var found = new HashMap<String, Stored<S, E>>();
        for (var document : documents) {
            var stored = read(document);
            found.put(stored.id(), stored);
        }
        return found;
    }

    final Stored<S, E> read(RawBsonDocument document) {
        try {
            return form.read(document);
        } catch (UnreadableDocument e) {
            unreadable.put(
                    document.getString(DocumentCodec.ID).getValue(),
                    document.getInt64(DocumentCodec.VERSION).getValue());
            throw e;
        }
    }

    @Override
    public boolean isReadable(Due due) {
        return !Objects.equals(unreadable.getIfPresent(due.id()), due.version());
    }

    @Override
    public List<Due> findDue(Due.Position after, Instant until, int limit) {
        return findByTime(DocumentCodec.DUE, after, until, limit);
    }

    /** A page of the documents with this time in this field, which an index begins with. */
    final List<Due> findByTime(String time, Due.Position after, Instant until, int limit) {
        var fields = new ArrayList<>(form.partitionKeyFields());
        fields.add(DocumentCodec.VERSION);
        fields.add(time);
        return collection
                .find(between(time, after, until))
                .projection(include(fields))
                .sort(ascending(time, DocumentCodec.ID))
                .limit(limit)
                .map(
                        document ->
                                new Due(
                                        document.getString(DocumentCodec.ID).getValue(),
                                        form.partitionKey(document),
                                        document.getInt64(DocumentCodec.VERSION).getValue(),
                                        Instant.ofEpochMilli(
                                                document.getDateTime(time).getValue())))
                .into(new ArrayList<>());
    }

    /** One range of the index, whatever the position: only ids at its time are looked through. */
    static Bson between(String time, Due.Position after, Instant until) {
        return and(
                gte(time, Date.from(after.at())),
                lte(time, Date.from(until)),
                or(gt(time, Date.from(after.at())), gt(DocumentCodec.ID, after.id())));
    }

    /** Documents whose time came before this and that nobody has looked at since. */
    public long countOverdue(Instant before) {
        return count(overdue(before));
    }

    protected static Bson overdue(Instant before) {
        return and(
                gte(DocumentCodec.DUE, Date.from(Instant.EPOCH)),
                lt(DocumentCodec.DUE, Date.from(before)));
    }

    /** At most {@value #MAX_COUNTED}: more says no more to whoever is alarmed. */
    protected final long count(Bson filter) {
        return collection.countDocuments(
                filter,
                new CountOptions()
                        .limit(MAX_COUNTED)
                        .maxTime(COUNTING_MILLIS, TimeUnit.MILLISECONDS));
    }

    @Override
    public Set<String> write(Collection<Stored<S, E>> documents) {
        var writers = new HashMap<String, String>();
        var models = new ArrayList<WriteModel<RawBsonDocument>>();
        for (var stored : documents) {
            var writer = writerId + ":" + writes.incrementAndGet();
            writers.put(stored.id(), writer);
            models.add(model(stored, form.whole(stored, writer)));
        }
        try {
            var result = collection.bulkWrite(models, new BulkWriteOptions().ordered(false));
            return result.getMatchedCount() + result.getUpserts().size() == models.size()
                    ? Set.of()
                    : findConflicts(writers);
        } catch (MongoBulkWriteException e) {
            if (e.getWriteConcernError() == null
                    && e.getWriteErrors().stream()
                            .allMatch(error -> error.getCode() == DUPLICATE_KEY)) {
                return findConflicts(writers);
            }
            throw e;
        }
    }

    /**
     * A document that is new is one whose version 0 is replaced: nobody has that, so it is
     * inserted, which fails when there is one of its id. Being of one kind, all models go in one
     * command.
     */
    private WriteModel<RawBsonDocument> model(Stored<S, E> stored, RawBsonDocument document) {
        var bytes = document.getByteBuffer().remaining();
        if (bytes > MessageSizes.MAX_DOCUMENT) {
            throw new DocumentTooLarge(stored.id(), bytes);
        }
        return new ReplaceOneModel<>(
                and(
                        eq(DocumentCodec.ID, stored.id()),
                        eq(DocumentCodec.VERSION, stored.version() - 1)),
                document,
                new ReplaceOptions().upsert(stored.version() == 1));
    }

    /** A bulk write tells how many took effect, not which: those that carry our mark did. */
    private Set<String> findConflicts(Map<String, String> writers) {
        var conflicts = new HashSet<>(writers.keySet());
        for (var document :
                collection
                        .find(in(DocumentCodec.ID, writers.keySet()))
                        .projection(include(DocumentCodec.WRITER))) {
            var id = document.getString(DocumentCodec.ID).getValue();
            if (document.getString(DocumentCodec.WRITER).getValue().equals(writers.get(id))) {
                conflicts.remove(id);
            }
        }
        return conflicts;
    }
}
