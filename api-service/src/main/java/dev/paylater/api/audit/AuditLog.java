package dev.paylater.api.audit;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import com.github.f4b6a3.ulid.Ulid;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Sort.Direction;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.index.Index;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** The lines of the audit log; they are only added and read. */
@Component
public final class AuditLog {

    private static final String ID = "_id";
    private static final List<String> FILTERED = List.of("merchantId", "actor", "action");

    private final MongoOperations store;
    private final AuditEvents events;

    AuditLog(MongoOperations store, AuditEvents events) {
        this.store = store;
        this.events = events;
    }

    /** Each filter of the list has an index in the list's order; without one it is that of ids. */
    public void createIndexes() {
        var indexes = store.indexOps(AuditLine.class);
        FILTERED.forEach(
                field ->
                        indexes.createIndex(
                                new Index(field, Direction.ASC).on(ID, Direction.DESC)));
    }

    public void append(AuditLine line) {
        events.announce(line.lineId());
        store.insert(line);
        events.written();
    }

    public boolean has(String lineId) {
        return store.exists(Query.query(where(ID).is(lineId)), AuditLine.class);
    }

    /**
     * What is wanted of the log.
     *
     * @param equal component of a line and its value
     * @param after an id, exclusive
     * @param from inclusive
     * @param to exclusive
     */
    public record Wanted(
            Map<String, String> equal,
            @Nullable String after,
            @Nullable Instant from,
            @Nullable Instant to,
            int limit) {}

    /** Newest first. */
    public List<AuditLine> list(Wanted wanted) {
        var query = new Query().with(Sort.by(Direction.DESC, ID)).limit(wanted.limit());
        wanted.equal().forEach((field, value) -> query.addCriteria(where(field).is(value)));
        var end = earlier(wanted.after(), wanted.to() == null ? null : firstId(wanted.to()));
        var ids = where(ID);
        if (end != null) {
            ids = ids.lt(end);
        }
        if (wanted.from() != null) {
            ids = ids.gte(firstId(wanted.from()));
        }
        if (end != null || wanted.from() != null) {
            query.addCriteria(ids);
        }
        return store.find(query, AuditLine.class);
    }

    private static @Nullable String earlier(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) < 0 ? one : other;
    }

    /** The first id that a line of this time can have. */
    private static String firstId(Instant time) {
        return AuditLine.ID_PREFIX + Ulid.min(time.toEpochMilli());
    }
}
