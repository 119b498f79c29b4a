package dev.paylater.webhook.delivery;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.lte;
import static com.mongodb.client.model.Projections.include;
import static com.mongodb.client.model.Sorts.ascending;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.push;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The collection of deliveries. Who takes one up writes the id of their lease into it and moves its
 * due time to the lease's end, on the condition that both are as they were read; what they write at
 * the end has the same condition. So any number of instances share the work, and after a crash the
 * next one takes over.
 */
public final class DeliveryStore {

    private static final Logger log = LoggerFactory.getLogger(DeliveryStore.class);
    private static final String DUE = "due";
    private static final String ENDPOINT = "endpoint_id";
    private static final String HOLDER = "holder";
    private static final String STATUS = "status";
    private static final Bson PENDING = eq(STATUS, Delivery.Status.PENDING.wireName());

    private final MongoCollection<Document> deliveries;

    public DeliveryStore(MongoDatabase database, Duration kept) {
        deliveries = database.getCollection("webhook_deliveries");
        var ofPending = new IndexOptions().partialFilterExpression(PENDING);
        deliveries.createIndex(Indexes.ascending(DUE), ofPending);
        deliveries.createIndex(Indexes.ascending(ENDPOINT, DUE), ofPending);
        deliveries.createIndex(Indexes.ascending("stream", "position"), ofPending);
        deliveries.createIndex(Indexes.ascending("payment_id", "created_at"));
        deliveries.createIndex(Indexes.ascending(ENDPOINT, STATUS, "created_at"));
        deliveries.createIndex(Indexes.ascending("merchant_id", "created_at"));
        deliveries.createIndex(
                Indexes.ascending("created_at"),
                new IndexOptions().expireAfter(kept.toSeconds(), TimeUnit.SECONDS));
    }

    /** Inserts those that are not there yet, and gives their ids. */
    public Set<String> insert(Collection<Delivery> all) {
        var inserted = new HashSet<String>();
        var documents = all.stream().map(Delivery::toDocument).toList();
        documents.forEach(document -> inserted.add(document.getString("_id")));
        if (documents.isEmpty()) {
            return inserted;
        }
        try {
            deliveries.insertMany(documents, new InsertManyOptions().ordered(false));
        } catch (MongoBulkWriteException e) {
            for (var error : e.getWriteErrors()) {
                if (error.getCategory() != ErrorCategory.DUPLICATE_KEY) {
                    throw e;
                }
                inserted.remove(documents.get(error.getIndex()).getString("_id"));
            }
            if (e.getWriteConcernError() != null) {
                throw e;
            }
        }
        return inserted;
    }

    /** Those that are due, the longest due first. */
    public List<Delivery> findDue(Instant now, int limit) {
        return findFirst(isDue(now), limit);
    }

    /** One endpoint's deliveries that are due, the longest due first. */
    public List<Delivery> findDue(String endpointId, Instant now, int limit) {
        return findFirst(and(eq(ENDPOINT, endpointId), isDue(now)), limit);
    }

    private static Bson isDue(Instant now) {
        return and(PENDING, lte(DUE, Date.from(now)));
    }

    private List<Delivery> findFirst(Bson filter, int limit) {
        return deliveries
                .find(filter)
                .sort(ascending(DUE))
                .limit(limit)
                .into(new ArrayList<>())
                .stream()
                .flatMap(DeliveryStore::readable)
                .toList();
    }

    /** The next endpoint by its id that has deliveries that have not ended. */
    public Optional<String> nextEndpoint(String after) {
        return Optional.ofNullable(
                        deliveries
                                .find(and(PENDING, gt(ENDPOINT, after)))
                                .sort(ascending(ENDPOINT, DUE))
                                .projection(include(ENDPOINT))
                                .first())
                .map(found -> found.getString(ENDPOINT));
    }

    /** How many have been due for longer, counted up to a limit. */
    public long countDueBefore(Instant time, int limit) {
        return deliveries.countDocuments(
                and(PENDING, lt(DUE, Date.from(time))), new CountOptions().limit(limit));
    }

    /** Takes a delivery up; empty when somebody else has. */
    public Optional<Delivery> claim(Delivery seen, Instant leaseEnd) {
        var held = seen.leasedUntil(leaseEnd);
        var taken = combine(set(DUE, Date.from(leaseEnd)), set(HOLDER, held.holder()));
        var changed = deliveries.updateOne(asSeen(seen), taken).getModifiedCount() > 0;
        return changed ? Optional.of(held) : Optional.empty();
    }

    /** Puts back what is to be taken up later. */
    public void postpone(Delivery held, Instant due) {
        deliveries.updateOne(asSeen(held), dueAt(due));
    }

    private static Bson dueAt(Instant due) {
        return combine(set(DUE, Date.from(due)), unset(HOLDER));
    }

    private static Bson asSeen(Delivery seen) {
        return and(
                eq("_id", seen.id()),
                PENDING,
                eq(DUE, Date.from(Objects.requireNonNull(seen.due()))),
                eq(HOLDER, seen.holder()));
    }

    /** An attempt failed, and there will be another one. */
    public void retry(Delivery held, DeliveryAttempt attempt, Instant due) {
        deliveries.updateOne(asSeen(held), combine(attempted(held, attempt), dueAt(due)));
    }

    /**
     * The delivery has ended.
     *
     * @param attempt the last one; null when it ends without one
     */
    public void end(Delivery held, @Nullable DeliveryAttempt attempt, Delivery.Status status) {
        var ended = combine(set(STATUS, status.wireName()), unset(DUE), unset(HOLDER));
        deliveries.updateOne(
                asSeen(held), attempt == null ? ended : combine(attempted(held, attempt), ended));
    }

    private static Bson attempted(Delivery held, DeliveryAttempt attempt) {
        var counted = combine(push("attempts", attempt.toDocument()), inc("tries", 1));
        return held.triedSince() == null
                ? combine(counted, set("tried_since", Date.from(attempt.at())))
                : counted;
    }

    /** The one of the same stream that has to end before this. */
    public Optional<Delivery> findBefore(Delivery held) {
        return Optional.ofNullable(
                        deliveries
                                .find(
                                        and(
                                                eq("stream", held.stream()),
                                                PENDING,
                                                lt("position", held.position())))
                                .sort(ascending("position"))
                                .first())
                .map(Delivery::of);
    }

    /** The next of a stream. */
    public Optional<Delivery> findFirst(String stream) {
        return Optional.ofNullable(
                        deliveries
                                .find(and(eq("stream", stream), PENDING))
                                .sort(ascending("position"))
                                .first())
                .map(Delivery::of);
    }

    /** One that cannot be read hides no other. */
    private static Stream<Delivery> readable(Document document) {
        try {
            return Stream.of(Delivery.of(document));
        } catch (RuntimeException e) {
            log.error("Delivery {} is damaged and left out", document.get("_id"), e);
            return Stream.empty();
        }
    }
}
