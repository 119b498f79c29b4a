package dev.paylater.webhook.send;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.pushEach;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.setOnInsert;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.PushOptions;
import com.mongodb.client.model.UpdateOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When no instance of this service could call anybody, because none ran or the store was away. An
 * endpoint that nobody called has not failed meanwhile.
 */
final class Uptime {

    /** Between two signs of life of an instance. */
    static final Duration BEAT = Duration.ofSeconds(10);

    private static final Logger log = LoggerFactory.getLogger(Uptime.class);
    private static final Duration GAP = Duration.ofMinutes(1);
    private static final int MAX_PAUSES = 100;
    private static final String ID = "webhook-service";
    private static final String SEEN = "seen";
    private static final String PAUSES = "pauses";
    private static final String FROM = "from";
    private static final String UNTIL = "until";

    private final MongoCollection<Document> uptime;
    private final Clock clock;

    Uptime(MongoDatabase database, Clock clock) {
        this.uptime = database.getCollection("webhook_uptime");
        this.clock = clock;
    }

    /** A sign of life; never throws. */
    void beat() {
        try {
            note(clock.instant());
        } catch (RuntimeException e) {
            log.warn("No sign of life could be written: {}", e.toString());
        }
    }

    private void note(Instant now) {
        var known = uptime.find(eq("_id", ID)).first();
        if (known == null) {
            uptime.updateOne(
                    eq("_id", ID),
                    setOnInsert(SEEN, Date.from(now)),
                    new UpdateOptions().upsert(true));
            return;
        }
        var seen = known.getDate(SEEN);
        var silence = Duration.between(seen.toInstant(), now);
        if (silence.compareTo(BEAT) < 0) {
            return;
        }
        var change = set(SEEN, Date.from(now));
        if (silence.compareTo(GAP) > 0) {
            var pause = new Document(FROM, seen).append(UNTIL, Date.from(now));
            change =
                    combine(
                            change,
                            pushEach(PAUSES, List.of(pause), new PushOptions().slice(-MAX_PAUSES)));
        }
        // Another instance that was sooner has written the same.
        uptime.updateOne(and(eq("_id", ID), eq(SEEN, seen)), change);
    }

    /** How much of the time since then nobody could be called in. */
    Duration pausedSince(Instant begin) {
        var now = clock.instant();
        note(now);
        var known = uptime.find(eq("_id", ID)).first();
        var paused = Duration.ZERO;
        if (known != null) {
            for (var pause : known.getList(PAUSES, Document.class, List.of())) {
                var from = later(pause.getDate(FROM).toInstant(), begin);
                var until = pause.getDate(UNTIL).toInstant();
                if (until.isAfter(from)) {
                    paused = paused.plus(Duration.between(from, until));
                }
            }
        }
        return paused;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
