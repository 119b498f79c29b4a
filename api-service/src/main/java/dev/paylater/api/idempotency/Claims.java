package dev.paylater.api.idempotency;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.springframework.stereotype.Component;

/**
 * One record per Idempotency-Key. It names the command before anything is published, so whoever
 * repeats the request after a crash publishes the same command again, and the orchestrator drops
 * what it has already done. Answers are sealed: they can hold personal data and secrets.
 */
@Component
public final class Claims {

    /** Longer than a request can take; a crash holds its key for no longer than this. */
    static final Duration LEASE = Duration.ofSeconds(10);

    static final Duration KEPT = Duration.ofHours(24);

    private static final int MAX_RACES = 5;
    private static final String FINGERPRINT = "fingerprint";
    private static final String COMMAND_ID = "command_id";
    private static final String CREATED_AT = "created_at";
    private static final String LEASE_UNTIL = "lease_until";
    private static final String STATUS = "status";
    private static final String CONTENT_TYPE = "content_type";
    private static final String ANSWER = "answer";

    private final MongoCollection<Document> collection;
    private final Sealer sealer;
    private final Clock clock;

    public Claims(MongoDatabase database, Sealer sealer, Clock clock) {
        this.collection = database.getCollection("idempotency_keys");
        this.sealer = sealer;
        this.clock = clock;
    }

    /** Removes answers after a day. */
    public void createIndexes() {
        collection.createIndex(
                Indexes.ascending(CREATED_AT),
                new IndexOptions().expireAfter(KEPT.toSeconds(), TimeUnit.SECONDS));
    }

    /**
     * Tries to become the request that answers.
     *
     * @param merchantId whose key it is
     * @param scope who chose the key, and for what: the same key in another scope is another one
     * @param key the Idempotency-Key
     * @param fingerprint tells this request from others
     * @param commandId the command that the request becomes if it is the first
     */
    public Claimed claim(
            String merchantId,
            String scope,
            String key,
            Fingerprint fingerprint,
            String commandId) {
        var id = merchantId + "/" + scope + "/" + key;
        for (var race = 0; race < MAX_RACES; race++) {
            if (insert(id, fingerprint.canonical(), commandId)) {
                return new Claimed.Ours(new Claim(this, id, merchantId, commandId));
            }
            var found = collection.find(eq("_id", id)).first();
            if (found != null && !removeIfOld(found)) {
                var claimed = join(found, merchantId, fingerprint);
                if (claimed.isPresent()) {
                    return claimed.get();
                }
            }
        }
        return new Claimed.InProgress();
    }

    private boolean insert(String id, String fingerprint, String commandId) {
        var now = clock.instant();
        try {
            collection.insertOne(
                    new Document("_id", id)
                            .append(FINGERPRINT, fingerprint)
                            .append(COMMAND_ID, commandId)
                            .append(CREATED_AT, Date.from(now))
                            .append(LEASE_UNTIL, Date.from(now.plus(LEASE))));
            return true;
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() == ErrorCategory.DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }

    /** The store removes old records in its own time; an old one must not count before that. */
    private boolean removeIfOld(Document found) {
        var createdAt = instant(found, CREATED_AT);
        if (createdAt.plus(KEPT).isAfter(clock.instant())) {
            return false;
        }
        collection.deleteOne(
                and(eq("_id", found.get("_id")), eq(CREATED_AT, found.get(CREATED_AT))));
        return true;
    }

    private Optional<Claimed> join(Document found, String merchantId, Fingerprint fingerprint) {
        if (!fingerprint.isThatOf(found.getString(FINGERPRINT))) {
            return Optional.of(new Claimed.OtherRequest());
        }
        if (found.get(STATUS) != null) {
            return Optional.of(new Claimed.Answered(read(found, merchantId)));
        }
        if (instant(found, LEASE_UNTIL).isAfter(clock.instant())) {
            return Optional.of(new Claimed.InProgress());
        }
        var taken =
                collection.updateOne(
                        and(
                                eq("_id", found.get("_id")),
                                eq(LEASE_UNTIL, found.get(LEASE_UNTIL)),
                                eq(STATUS, null)),
                        set(LEASE_UNTIL, Date.from(clock.instant().plus(LEASE))));
        return taken.getMatchedCount() == 0
                ? Optional.empty()
                : Optional.of(
                        new Claimed.Ours(
                                new Claim(
                                        this,
                                        found.getString("_id"),
                                        merchantId,
                                        found.getString(COMMAND_ID))));
    }

    Optional<RecordedAnswer> settle(String id, String owner, RecordedAnswer answer) {
        var settled =
                collection.updateOne(
                        and(eq("_id", id), eq(STATUS, null)),
                        combine(
                                set(STATUS, answer.status()),
                                set(CONTENT_TYPE, answer.contentType()),
                                set(ANSWER, sealer.seal(answer.body(), place(id, owner)))));
        if (settled.getMatchedCount() > 0) {
            return Optional.empty();
        }
        return Optional.ofNullable(collection.find(eq("_id", id)).first())
                .map(found -> read(found, owner));
    }

    void release(String id) {
        collection.updateOne(
                and(eq("_id", id), eq(STATUS, null)), set(LEASE_UNTIL, Date.from(clock.instant())));
    }

    private RecordedAnswer read(Document found, String owner) {
        return new RecordedAnswer(
                found.getInteger(STATUS),
                found.getString(CONTENT_TYPE),
                sealer.open(found.getString(ANSWER), place(found.getString("_id"), owner)));
    }

    private static SealedPlace place(String id, String owner) {
        return new SealedPlace(owner, id, ANSWER);
    }

    private static Instant instant(Document document, String name) {
        return Objects.requireNonNull(document.getDate(name)).toInstant();
    }
}
