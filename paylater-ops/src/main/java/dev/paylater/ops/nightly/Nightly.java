package dev.paylater.ops.nightly;

import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Updates;
import dev.paylater.ops.console.Console;
import dev.paylater.ops.console.Failures;
import dev.paylater.ops.environment.StoreAddress;
import dev.paylater.ops.reconcile.Difference;
import dev.paylater.ops.reconcile.Report;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * Reconciles once a day, and writes a report for each merchant and account into the store. Of
 * several processes one does it, by a lease; a night that was missed is made good at the next
 * start.
 */
public final class Nightly {
    /** Differences of a report; the others are counted. */
    static final int MAX_SHOWN = 100;

    private static final int MAX_CHARACTERS = 500;
    private static final String STATE = "nightly";
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Duration RENEWAL = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofSeconds(30);
    private static final long KEPT_DAYS = 180;

    private final StoreAddress store;
    private final LocalTime at;
    private final Work work;
    private final InstantSource clock;
    private final Console console;
    private final String holder = UUID.randomUUID().toString();

    /** The comparison itself. */
    public interface Work {
        Report run() throws IOException, InterruptedException;
    }

    /**
     * At a time of the day in UTC.
     *
     * @param at as the clock of UTC shows it
     */
    public Nightly(
            StoreAddress store, LocalTime at, Work work, InstantSource clock, Console console) {
        this.store = store;
        this.at = at;
        this.work = work;
        this.clock = clock;
        this.console = console;
    }

    /** Until the process is ended. */
    public void run() throws InterruptedException {
        while (!Thread.currentThread().isInterrupted()) {
            runIfDue();
            Thread.sleep(PAUSE);
        }
    }

    /** Whether it was due, nobody else was at it, and it was done. */
    boolean runIfDue() throws InterruptedException {
        try (var client = store.open()) {
            MongoDatabase database = store.database(client);
            MongoCollection<Document> state = database.getCollection("reconciliation_state");
            if (!isDue(state) || !take(state)) {
                return false;
            }
            return runHeld(database, state);
        } catch (MongoException e) {
            complain(e);
            return false;
        }
    }

    private boolean isDue(MongoCollection<Document> state) {
        Instant now = clock.instant();
        Instant due = now.atZone(ZoneOffset.UTC).with(at).toInstant();
        Instant latest = due.isAfter(now) ? due.minus(Duration.ofDays(1)) : due;
        Document found = state.find(Filters.eq("_id", STATE)).first();
        Date finished = found == null ? null : found.getDate("finished_at");
        return finished == null || finished.toInstant().isBefore(latest);
    }

    private boolean take(MongoCollection<Document> state) {
        if (state.find(Filters.eq("_id", STATE)).first() == null) {
            try {
                state.insertOne(
                        new Document("_id", STATE)
                                .append("created_at", Date.from(clock.instant()))
                                .append("lease_until", Date.from(Instant.EPOCH)));
            } catch (MongoWriteException _) {
                // Another one has written it in this moment.
            }
        }
        Instant now = clock.instant();
        return state.updateOne(
                                Filters.and(
                                        Filters.eq("_id", STATE),
                                        Filters.lt("lease_until", Date.from(now))),
                                Updates.combine(
                                        Updates.set("holder", holder),
                                        Updates.set("lease_until", Date.from(now.plus(LEASE)))))
                        .getModifiedCount()
                == 1;
    }

    private boolean runHeld(MongoDatabase database, MongoCollection<Document> state)
            throws InterruptedException {
        Instant begun = clock.instant();
        try (var renewal = Executors.newSingleThreadScheduledExecutor()) {
            var renewing =
                    renewal.scheduleWithFixedDelay(
                            () -> renew(state),
                            RENEWAL.toMillis(),
                            RENEWAL.toMillis(),
                            TimeUnit.MILLISECONDS);
            try {
                Report report = work.run();
                write(database, state, report, begun);
                return true;
            } catch (IOException | RuntimeException e) {
                // The lease runs out, and then it is tried again; the alarm counts the time.
                complain(e);
                return false;
            } finally {
                renewing.cancel(false);
            }
        }
    }

    private void renew(MongoCollection<Document> state) {
        try {
            state.updateOne(
                    mine(), Updates.set("lease_until", Date.from(clock.instant().plus(LEASE))));
        } catch (MongoException e) {
            complain(e);
        }
    }

    private Bson mine() {
        return Filters.and(Filters.eq("_id", STATE), Filters.eq("holder", holder));
    }

    private void write(
            MongoDatabase database, MongoCollection<Document> state, Report report, Instant begun) {
        var reports = database.getCollection("reconciliations");
        reports.createIndex(
                Indexes.ascending("at"), new IndexOptions().expireAfter(KEPT_DAYS, TimeUnit.DAYS));
        long differences = 0;
        for (var share : report.shares().entrySet()) {
            reports.insertOne(document(share.getKey(), share.getValue(), begun));
            differences += share.getValue().count();
        }
        state.updateOne(
                mine(),
                Updates.combine(
                        Updates.set("finished_at", Date.from(clock.instant())),
                        Updates.set("payments", report.payments()),
                        Updates.set("differences", differences),
                        Updates.set("lease_until", Date.from(Instant.EPOCH))));
        console.say(
                "%s payments compared, %s differences".formatted(report.payments(), differences));
    }

    private static Document document(Report.Owner owner, Report.Share share, Instant at) {
        List<Document> shown = new ArrayList<>();
        for (Difference difference :
                share.differences().subList(0, Math.min(MAX_SHOWN, share.differences().size()))) {
            shown.add(
                    new Document("payment", shortened(difference.payment()))
                            .append("rule", difference.rule().name().toLowerCase(Locale.ROOT))
                            .append("what", shortened(difference.what()))
                            .append("advice", difference.rule().advice()));
        }
        return new Document("_id", "%s %s/%s".formatted(at, owner.merchantId(), owner.account()))
                .append("at", Date.from(at))
                .append("merchant_id", owner.merchantId())
                .append("merchant_connector_id", owner.account())
                .append("payments", share.payments())
                .append("count", share.count())
                .append("differences", shown)
                .append("more", share.count() - shown.size());
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(MAX_CHARACTERS, text.length()));
    }

    private void complain(Exception failure) {
        console.say("Not reconciled: " + Failures.sentence(failure).orElseGet(failure::toString));
    }
}
