package dev.paylater.api.audit;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import com.github.f4b6a3.ulid.Ulid;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.kit.kafka.UnpublishableMessage;
import dev.paylater.schemas.AuditEvent;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Sort.Direction;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Publishes the lines of the audit log, each at least once, beside the calls that write them: while
 * the broker is away lines are written all the same and wait. A line itself is never changed; what
 * waits is noted in a collection of its own.
 */
@Component
final class AuditEvents {

    private static final Logger log = LoggerFactory.getLogger(AuditEvents.class);

    private static final String ID = "_id";
    private static final int PAGE = 100;

    /** Another instance may have stopped before it published its own. */
    private static final Duration BETWEEN_LOOKS_FOR_OTHERS = Duration.ofSeconds(30);

    /** No write of a line is under way for longer. */
    private static final Duration NO_LINE_WILL_COME = Duration.ofHours(1);

    private final MongoOperations store;
    private final MessagePublisher publisher;
    private final Clock clock;
    private final AtomicBoolean hasOwn = new AtomicBoolean();
    private Instant nextLook = Instant.EPOCH;

    AuditEvents(MongoOperations store, MessagePublisher publisher, Clock clock) {
        this.store = store;
        this.publisher = publisher;
        this.clock = clock;
    }

    /** Before the line is stored, so that there is none of which nobody knows. */
    void announce(String lineId) {
        store.insert(new UnpublishedLine(lineId));
    }

    /** The line is stored. */
    void written() {
        hasOwn.set(true);
    }

    @Scheduled(fixedDelay = 1000)
    void publishWhatWaits() {
        var now = clock.instant();
        if (!hasOwn.getAndSet(false) && now.isBefore(nextLook)) {
            return;
        }
        try {
            publishAll(now);
            nextLook = now.plus(BETWEEN_LOOKS_FOR_OTHERS);
        } catch (CompletionException | DataAccessException e) {
            hasOwn.set(true);
            log.warn("Lines of the audit log wait to be published: {}", e.toString());
        }
    }

    /** In the order of their ids. */
    private void publishAll(Instant now) {
        var page = after("");
        while (!page.isEmpty()) {
            var lines = new TreeMap<String, AuditLine>();
            store.find(query(where(ID).in(page)), AuditLine.class)
                    .forEach(line -> lines.put(line.lineId(), line));
            lines.values().forEach(this::publish);
            var done = page.stream().filter(id -> lines.containsKey(id) || isTooOld(id, now));
            store.remove(query(where(ID).in(done.toList())), UnpublishedLine.class);
            page = after(page.getLast());
        }
    }

    private List<String> after(String lineId) {
        var next = query(where(ID).gt(lineId)).with(Sort.by(Direction.ASC, ID)).limit(PAGE);
        return store.find(next, UnpublishedLine.class).stream()
                .map(UnpublishedLine::lineId)
                .toList();
    }

    /** The line was not stored, and the call that wanted it was refused. */
    private static boolean isTooOld(String lineId, Instant now) {
        var announced = Ulid.getInstant(lineId.substring(AuditLine.ID_PREFIX.length()));
        return announced.plus(NO_LINE_WILL_COME).isBefore(now);
    }

    private void publish(AuditLine line) {
        try {
            send(event(line).build());
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof UnpublishableMessage)) {
                throw e;
            }
            log.warn("{} is published without before and after: {}", line.lineId(), e.toString());
            send(event(line).setBefore(null).setAfter(null).build());
        }
    }

    private void send(AuditEvent event) {
        publisher
                .publish(
                        Outgoing.of(
                                Topic.AUDIT_EVENTS.name(),
                                event.getActor(),
                                event.getAuditId(),
                                new MessageContext(null, event.getRequestId(), null),
                                event))
                .join();
    }

    private static AuditEvent.Builder event(AuditLine line) {
        return AuditEvent.newBuilder()
                .setAuditId(line.lineId())
                .setActId(line.actId())
                .setAt(line.at().toEpochMilli())
                .setOutcome(line.outcome())
                .setAction(line.action())
                .setActor(line.actor())
                .setActorName(line.actorName())
                .setAddress(line.address())
                .setRequestId(line.requestId())
                .setMerchantId(line.merchantId())
                .setResourceId(line.resourceId())
                .setBefore(line.before())
                .setAfter(line.after())
                .setStatus(line.status());
    }
}
