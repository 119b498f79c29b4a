package dev.paylater.webhook.endpoint;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The endpoints of merchants. Whom an event goes to is read anew for each batch of events: what
 * happens after an endpoint was made reaches it. Where a delivery goes is remembered for a moment.
 */
@Component
public final class Endpoints {

    private static final Logger log = LoggerFactory.getLogger(Endpoints.class);
    private static final String VERSION = "version";
    private static final String FAILING_SINCE = "failing_since";
    private static final Duration REMEMBERED = Duration.ofSeconds(1);
    private static final int MAX_REMEMBERED = 10_000;

    private final MongoCollection<Document> endpoints;
    private final LoadingCache<String, Optional<Endpoint>> known =
            Caffeine.newBuilder()
                    .expireAfterWrite(REMEMBERED)
                    .maximumSize(MAX_REMEMBERED)
                    .build(this::read);

    public Endpoints(MongoDatabase database) {
        endpoints = database.getCollection("webhook_endpoints");
        endpoints.createIndex(Indexes.ascending("merchant_id"));
    }

    /** An endpoint as it is now. */
    public Optional<Endpoint> read(String id) {
        return Optional.ofNullable(endpoints.find(eq("_id", id)).first()).map(Endpoint::of);
    }

    /** The enabled endpoints of these merchants, as they are now. */
    public Recipients enabled(Collection<String> merchantIds) {
        return new Recipients(
                endpoints
                        .find(and(in("merchant_id", merchantIds), eq("enabled", true)))
                        .into(new ArrayList<>())
                        .stream()
                        .flatMap(Endpoints::readable)
                        .toList());
    }

    /** One that cannot be read keeps no event from the others. */
    private static Stream<Endpoint> readable(Document document) {
        try {
            return Stream.of(Endpoint.of(document));
        } catch (RuntimeException e) {
            log.error("Endpoint {} is damaged and left out", document.get("_id"), e);
            return Stream.empty();
        }
    }

    /** An endpoint as it was a moment ago. */
    public Optional<Endpoint> find(String id) {
        return known.get(id);
    }

    /** It answered as it should. */
    public void answered(Endpoint endpoint) {
        if (endpoint.failingSince() != null) {
            change(
                    and(eq("_id", endpoint.id()), exists(FAILING_SINCE)),
                    unset(FAILING_SINCE),
                    endpoint);
        }
    }

    /** It did not. */
    public void failed(Endpoint endpoint, Instant now) {
        if (endpoint.failingSince() == null) {
            change(
                    and(eq("_id", endpoint.id()), exists(FAILING_SINCE, false)),
                    set(FAILING_SINCE, Date.from(now)),
                    endpoint);
        }
    }

    /** Is called no more, until its merchant enables it again. */
    public void disable(Endpoint endpoint, String reason, Instant now) {
        change(
                and(eq("_id", endpoint.id()), eq("enabled", true)),
                combine(
                        set("enabled", false),
                        set("disabled_reason", reason),
                        set("disabled_at", Date.from(now))),
                endpoint);
    }

    private void change(
            org.bson.conversions.Bson filter, org.bson.conversions.Bson change, Endpoint endpoint) {
        endpoints.updateOne(filter, combine(change, inc(VERSION, 1L)));
        known.invalidate(endpoint.id());
    }
}
