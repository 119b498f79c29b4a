package dev.paylater.simulation;

import com.mongodb.MongoException;
import dev.paylater.orchestrator.journal.JournalEntry;
import dev.paylater.orchestrator.journal.PaymentStore;
import dev.paylater.orchestrator.journal.StoredPayment;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentEvolution;
import dev.paylater.orchestrator.payment.PaymentState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The payments' documents. Each write is checked against what a payment promises. */
final class MemoryPayments {

    private final World world;
    private final Map<String, StoredPayment> documents = new TreeMap<>();
    private final DueTimes dueTimes = new DueTimes();

    MemoryPayments(World world) {
        this.world = world;
    }

    Collection<StoredPayment> all() {
        return documents.values();
    }

    @Nullable StoredPayment get(String id) {
        return documents.get(id);
    }

    DueTimes dueTimes() {
        return dueTimes;
    }

    /** The store as this process uses it. */
    PaymentStore usedBy(Node node) {
        return new Client(node);
    }

    private void put(StoredPayment next) {
        PaymentPromises.check(documents.get(next.id()), next);
        documents.put(next.id(), next);
        next.payment().due().ifPresent(due -> dueTimes.set(World.millis(due)));
    }

    private final class Client implements PaymentStore {

        private final Node node;

        Client(Node node) {
            this.node = node;
        }

        @Override
        public Map<String, StoredPayment> find(Collection<String> ids) {
            node.step("reads %d payments", ids.size());
            var found = new HashMap<String, StoredPayment>();
            for (var id : ids) {
                var document = documents.get(id);
                if (document != null) {
                    found.put(id, document);
                }
            }
            return found;
        }

        @Override
        public Optional<StoredPayment> findByMandate(String merchantId, String mandateId) {
            return Optional.empty();
        }

        @Override
        public List<Due> findDue(Instant now, int limit) {
            var due = new ArrayList<Due>();
            if (!world.has(PlantedBug.DEADLINES_MISSED)) {
                for (var document : documents.values()) {
                    document.payment()
                            .due()
                            .filter(at -> !at.isAfter(now))
                            .ifPresent(
                                    at -> due.add(new Due(document.id(), document.version(), at)));
                }
            }
            due.sort(Comparator.comparing(Due::at));
            return List.copyOf(due.subList(0, Math.min(limit, due.size())));
        }

        @Override
        public Set<String> write(Collection<StoredPayment> payments) {
            var conflicts = new HashSet<String>();
            for (var next : payments) {
                node.step("writes %s version %d", next.id(), next.version());
                fail();
                var present = documents.get(next.id());
                var version = present == null ? 0 : present.version();
                if (version == next.version() - 1 || world.has(PlantedBug.VERSION_NOT_CHECKED)) {
                    put(planted(present, next));
                    world.tell(
                            "store",
                            "%s is %s: %s",
                            next.id(),
                            next.payment().status().word(),
                            news(present, next));
                } else {
                    world.tell(node.name, "meets a conflict: version %d is there", version);
                    conflicts.add(next.id());
                }
                node.step("has written %s", next.id());
                fail();
            }
            return conflicts;
        }

        private void fail() {
            if (world.chance().strikes(Fault.STORE_FAILS)) {
                world.tell(node.name, "the store FAILS");
                throw new MongoException("connection lost");
            }
        }
    }

    private static List<String> news(@Nullable StoredPayment before, StoredPayment after) {
        return added(before, after).stream()
                .map(entry -> StoredPayment.nameOf(entry.event()))
                .toList();
    }

    private static List<JournalEntry> added(@Nullable StoredPayment before, StoredPayment after) {
        var known = before == null ? 0 : before.journal().size();
        return after.journal()
                .subList(Math.min(known, after.journal().size()), after.journal().size());
    }

    private StoredPayment planted(@Nullable StoredPayment before, StoredPayment next) {
        if (world.has(PlantedBug.HANDLED_COMMANDS_FORGOTTEN)) {
            return with(
                    next,
                    next.journal().stream()
                            .map(
                                    e ->
                                            new JournalEntry(
                                                    e.sequence(),
                                                    e.at(),
                                                    "unknown-" + e.sequence(),
                                                    e.event()))
                            .toList());
        }
        if (world.has(PlantedBug.RESERVATION_FORGOTTEN)) {
            var kept = new ArrayList<JournalEntry>();
            for (var entry : next.journal()) {
                if (!(entry.event() instanceof PaymentEvent.RefundReserved)) {
                    kept.add(
                            new JournalEntry(
                                    kept.size() + 1L, entry.at(), entry.cause(), entry.event()));
                }
            }
            return kept.size() == next.journal().size() ? next : with(next, kept);
        }
        if (world.has(PlantedBug.FINAL_STATUS_OVERWRITTEN)
                && added(before, next).stream()
                        .anyMatch(e -> e.event() instanceof PaymentEvent.LateApprovalFound)) {
            return new StoredPayment(
                    next.id(),
                    next.version(),
                    next.payment().withState(new PaymentState.Succeeded()),
                    next.journal(),
                    next.waiters(),
                    next.taken());
        }
        return next;
    }

    /** The payment as this journal would have made it. */
    private static StoredPayment with(StoredPayment stored, List<JournalEntry> journal) {
        Payment payment = null;
        for (var entry : journal) {
            payment = PaymentEvolution.evolve(payment, entry.event(), entry.at());
        }
        return payment == null
                ? stored
                : new StoredPayment(
                        stored.id(),
                        stored.version(),
                        payment,
                        journal,
                        stored.waiters(),
                        stored.taken());
    }
}
