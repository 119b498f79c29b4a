package dev.paylater.kernel.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Projections.include;

import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.ReplaceOptions;
import dev.paylater.kernel.Stored;
import dev.paylater.kit.bson.BsonBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A collection whose old documents lie in an archive, a second collection, until somebody wants to
 * change them. A document is copied first and deleted in a later round, as the very version that
 * was copied: it is in one of the two at any time, and in both it counts as it is in the first. The
 * archive forgets nothing, so an id that it has is taken.
 *
 * <p>What is missing in the collection is looked for in the archive afterwards, and brought back on
 * the condition that it is still missing. Between these two steps it cannot have changed and moved
 * again, since a copy stands for {@link #COPY_STANDS} before its original goes. The same holds for
 * whoever writes a new document after the archive did not have its id.
 */
public abstract class ArchivingStore<S, E> extends ConditionalStore<S, E> {

    /** Longer than any batch takes from what it reads to what it writes. */
    static final Duration COPY_STANDS = Duration.ofMinutes(1);

    /**
     * For how long an empty archive is believed: less than a copy stands beside its original, so
     * that every process has seen the copy when the original goes.
     */
    private static final Duration EMPTY_HOLDS = COPY_STANDS.dividedBy(2);

    static final String ARCHIVED_AT = "archived_at";

    private static final BsonDocumentCodec DOCUMENTS = new BsonDocumentCodec();

    protected final MongoCollection<RawBsonDocument> archive;

    private final LongSupplier nanoTime;
    private volatile @Nullable Long seenEmptyAt;

    /**
     * A store.
     *
     * @param nanoTime as {@link System#nanoTime} tells it
     */
    protected ArchivingStore(
            MongoDatabase database, String name, DocumentCodec<S, E> form, LongSupplier nanoTime) {
        super(database, name, form);
        this.nanoTime = nanoTime;
        this.archive = database.getCollection(name + "_archive", RawBsonDocument.class);
    }

    /** The index that {@link #findAtRest} needs. */
    protected static IndexModel atRestIndex() {
        return timeIndex(DocumentCodec.AT_REST_SINCE);
    }

    @Override
    public Map<String, Stored<S, E>> find(Collection<String> ids) {
        return orBroughtBack(
                ids, super::find, missing -> archive.find(in(DocumentCodec.ID, missing)));
    }

    @Override
    public Map<String, Stored<S, E>> findNewest(Collection<String> ids) {
        return orBroughtBack(ids, super::findNewest, missing -> newest(archive, missing));
    }

    private Map<String, Stored<S, E>> orBroughtBack(
            Collection<String> ids,
            Function<Collection<String>, Map<String, Stored<S, E>>> present,
            Function<Collection<String>, Iterable<RawBsonDocument>> archived) {
        var found = new HashMap<>(present.apply(ids));
        var missing = without(ids, found.keySet());
        if (missing.isEmpty()) {
            return found;
        }
        var elsewhere = new HashSet<String>();
        for (var copy : archived.apply(missing)) {
            var document = changed(copy, original -> original.remove(ARCHIVED_AT));
            var stored = read(document);
            if (isInserted(document)) {
                found.put(stored.id(), stored);
            } else {
                elsewhere.add(stored.id());
            }
        }
        found.putAll(elsewhere.isEmpty() ? Map.of() : present.apply(elsewhere));
        if (!found.keySet().containsAll(elsewhere)) {
            throw new MongoException("Being moved at this moment: " + elsewhere);
        }
        return found;
    }

    private boolean isInserted(RawBsonDocument document) {
        try {
            collection.insertOne(document);
            return true;
        } catch (MongoWriteException e) {
            if (e.getCode() == DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public Set<String> write(Collection<Stored<S, E>> documents) {
        var created =
                documents.stream()
                        .filter(stored -> stored.version() == 1)
                        .map(Stored::id)
                        .collect(Collectors.toSet());
        var taken = created.isEmpty() || isEmpty() ? Set.<String>of() : copies(created).keySet();
        if (taken.isEmpty()) {
            return super.write(documents);
        }
        var conflicts = new HashSet<>(taken);
        var others = documents.stream().filter(stored -> !taken.contains(stored.id())).toList();
        conflicts.addAll(others.isEmpty() ? Set.of() : super.write(others));
        return conflicts;
    }

    /** Spares those who archive nothing a read for each batch that creates something. */
    private boolean isEmpty() {
        var now = nanoTime.getAsLong();
        var seen = seenEmptyAt;
        if (seen != null && now - seen < EMPTY_HOLDS.toNanos()) {
            return true;
        }
        var isEmpty = archive.find().projection(include(DocumentCodec.ID)).first() == null;
        seenEmptyAt = isEmpty ? now : null;
        return isEmpty;
    }

    /** A page of the documents that have been at rest since then, those after the position. */
    List<Due> findAtRest(Due.Position after, Instant since, int limit) {
        return findByTime(DocumentCodec.AT_REST_SINCE, after, since, limit);
    }

    /**
     * Copies those that the archive does not have as they are, and deletes those whose copy has
     * stood for a while. Any number of processes may do this with the same documents.
     *
     * @return how many have left the collection
     */
    int archive(List<Due> atRest, Instant now) {
        var copies = copies(atRest.stream().map(Due::id).toList());
        var toCopy = new ArrayList<String>();
        var toDelete = new ArrayList<DeleteOneModel<RawBsonDocument>>();
        for (var one : atRest) {
            var copy = copies.get(one.id());
            if (copy == null || copy.version() < one.version()) {
                toCopy.add(one.id());
            } else if (copy.version() == one.version()
                    && !copy.at().plus(COPY_STANDS).isAfter(now)) {
                toDelete.add(new DeleteOneModel<>(copy.original()));
            }
        }
        copy(toCopy, now);
        return toDelete.isEmpty()
                ? 0
                : collection
                        .bulkWrite(toDelete, new BulkWriteOptions().ordered(false))
                        .getDeletedCount();
    }

    /** What the archive has of a document: its version, and who wrote that. */
    private record Copy(String id, long version, String writer, Instant at) {

        Bson original() {
            return and(
                    eq(DocumentCodec.ID, id),
                    eq(DocumentCodec.VERSION, version),
                    eq(DocumentCodec.WRITER, writer));
        }
    }

    private Map<String, Copy> copies(Collection<String> ids) {
        var found = new HashMap<String, Copy>();
        for (var copy :
                archive.find(in(DocumentCodec.ID, ids))
                        .projection(
                                include(
                                        DocumentCodec.VERSION,
                                        DocumentCodec.WRITER,
                                        ARCHIVED_AT))) {
            var id = copy.getString(DocumentCodec.ID).getValue();
            found.put(
                    id,
                    new Copy(
                            id,
                            copy.getInt64(DocumentCodec.VERSION).getValue(),
                            copy.getString(DocumentCodec.WRITER).getValue(),
                            Instant.ofEpochMilli(copy.getDateTime(ARCHIVED_AT).getValue())));
        }
        return found;
    }

    /** One after the other: a page of large documents does not fit the heap. */
    private void copy(Collection<String> ids, Instant now) {
        if (ids.isEmpty()) {
            return;
        }
        for (var document : collection.find(in(DocumentCodec.ID, ids))) {
            if (isAtRest(document)) {
                copy(document, now);
            }
        }
    }

    /**
     * Not by the field alone: a version that does not know it has kept it while it changed others.
     */
    private boolean isAtRest(RawBsonDocument document) {
        try {
            return form.atRestSince(form.read(document)).isPresent();
        } catch (UnreadableDocument _) {
            return false;
        }
    }

    /** In place of an older version; one that is not older stays. */
    private void copy(RawBsonDocument document, Instant now) {
        var version = document.getInt64(DocumentCodec.VERSION).getValue();
        try {
            archive.replaceOne(
                    and(
                            eq(DocumentCodec.ID, document.getString(DocumentCodec.ID).getValue()),
                            lt(DocumentCodec.VERSION, version)),
                    changed(
                            document,
                            copy -> copy.put(ARCHIVED_AT, new BsonDateTime(now.toEpochMilli()))),
                    new ReplaceOptions().upsert(true));
        } catch (MongoWriteException e) {
            if (e.getCode() != DUPLICATE_KEY) {
                throw e;
            }
        }
    }

    private static RawBsonDocument changed(
            RawBsonDocument document, Consumer<BsonDocument> change) {
        var copy = document.decode(DOCUMENTS);
        change.accept(copy);
        return BsonBuffer.encode(copy, document.getByteBuffer().remaining());
    }

    private static Set<String> without(Collection<String> ids, Set<String> found) {
        return ids.stream().filter(id -> !found.contains(id)).collect(Collectors.toSet());
    }
}
