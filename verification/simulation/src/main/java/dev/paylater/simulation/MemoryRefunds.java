package dev.paylater.simulation;

import com.mongodb.MongoException;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.mongo.RefundStore;
import dev.paylater.refund.mongo.StoredRefund;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The refunds' documents. Each write is checked against what a refund promises. */
final class MemoryRefunds {

    private final World world;
    private final Map<String, StoredRefund> documents = new TreeMap<>();
    private final DueTimes dueTimes = new DueTimes();

    MemoryRefunds(World world) {
        this.world = world;
    }

    List<Refund> all() {
        return documents.values().stream().map(MemoryRefunds::refund).toList();
    }

    List<StoredRefund> stored() {
        return List.copyOf(documents.values());
    }

    @Nullable Refund get(String id) {
        var document = documents.get(id);
        return document == null ? null : refund(document);
    }

    DueTimes dueTimes() {
        return dueTimes;
    }

    private static Refund refund(StoredRefund stored) {
        return Objects.requireNonNull(stored.journal().refund());
    }

    /** The store as this process uses it. */
    RefundStore usedBy(Node node) {
        return new Client(node);
    }

    private void put(@Nullable StoredRefund before, StoredRefund next) {
        var after = refund(next);
        if (before != null) {
            var was = refund(before);
            Violation.unless(
                    !was.status().isFinal() || was.status() == after.status(),
                    "refund %s left its final status %s for %s",
                    next.id(),
                    was.status(),
                    after.status());
            var entries = before.journal().entries();
            Violation.unless(
                    next.journal().entries().size() >= entries.size()
                            && next.journal()
                                    .entries()
                                    .subList(0, entries.size() - 1)
                                    .equals(entries.subList(0, entries.size() - 1)),
                    "the journal of refund %s was rewritten",
                    next.id());
        }
        Violation.unless(
                after.refunded() <= after.order().amount(),
                "refund %s: %d given back of %d",
                next.id(),
                after.refunded(),
                after.order().amount());
        documents.put(next.id(), next);
        after.due().ifPresent(due -> dueTimes.set(World.millis(due)));
    }

    private final class Client implements RefundStore {

        private final Node node;

        Client(Node node) {
            this.node = node;
        }

        @Override
        public Map<String, StoredRefund> find(Collection<String> ids) {
            node.step("reads %d refunds", ids.size());
            var found = new HashMap<String, StoredRefund>();
            for (var id : ids) {
                var document = documents.get(id);
                if (document != null) {
                    found.put(id, document);
                }
            }
            return found;
        }

        @Override
        public List<StoredRefund> findOfPayment(String merchantId, String paymentId) {
            return documents.values().stream()
                    .filter(stored -> refund(stored).order().paymentId().equals(paymentId))
                    .toList();
        }

        @Override
        public List<Due> findDue(Instant now, int limit) {
            var due = new ArrayList<Due>();
            if (!world.has(PlantedBug.REFUND_DEADLINES_MISSED)) {
                for (var document : documents.values()) {
                    var refund = refund(document);
                    var order = refund.order();
                    refund.due()
                            .filter(at -> !at.isAfter(now))
                            .ifPresent(
                                    at ->
                                            due.add(
                                                    new Due(
                                                            order.merchantId(),
                                                            order.paymentId(),
                                                            order.refundId(),
                                                            document.version(),
                                                            at)));
                }
            }
            due.sort(Comparator.comparing(Due::at));
            return List.copyOf(due.subList(0, Math.min(limit, due.size())));
        }

        @Override
        public Set<String> write(Collection<StoredRefund> refunds) {
            var conflicts = new HashSet<String>();
            for (var next : refunds) {
                node.step("writes refund %s version %d", next.id(), next.version());
                fail();
                var present = documents.get(next.id());
                var version = present == null ? 0 : present.version();
                if (version == next.version() - 1
                        || world.has(PlantedBug.REFUND_VERSION_NOT_CHECKED)) {
                    put(present, next);
                    world.tell("store", "refund %s is %s", next.id(), refund(next).status());
                } else {
                    world.tell(node.name, "meets a conflict: version %d is there", version);
                    conflicts.add(next.id());
                }
                node.step("has written refund %s", next.id());
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
}
