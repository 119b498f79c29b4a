package dev.paylater.ops.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class StoreReaderTest {

    @Test
    void archived_payments_count_and_those_that_lie_in_both_collections_count_once() {
        var present = List.of(payment("m/here", 1L), payment("m/both", 3L));
        var archived = List.of(payment("m/there", 1L), payment("m/both", 2L));

        assertThat(StoreReader.payments(present, archived))
                .extracting(one -> one.id() + " " + one.sequence())
                .containsExactly("m/here 1", "m/both 3", "m/there 1");
    }

    @Test
    void an_inquiry_alone_is_nothing_under_way() {
        assertThat(underWay()).containsExactly(false, false);
        assertThat(underWay("inquiry")).containsExactly(false, true);
        assertThat(underWay("void")).containsExactly(true, false);
        assertThat(underWay("inquiry", "capture")).containsExactly(true, true);
    }

    /** Whether something is under way, and whether an inquiry is. */
    private static List<Boolean> underWay(String... kinds) {
        var operations = Stream.of(kinds).map(kind -> new Document("kind", kind)).toList();
        var found = payment("m/one", 1L);
        found.get("payment", Document.class).append("operations", operations);
        var read = StoreReader.payments(List.of(found), List.of()).getFirst();
        return List.of(read.waiting(), read.inquired());
    }

    @Test
    void money_is_added_up_by_attempt() {
        var found = payment("m/one", 1L);
        found.get("payment", Document.class)
                .append(
                        "attempts",
                        List.of(
                                new Document("attempt_id", "one_1")
                                        .append("amounts", amounts(100, 60, 40, 25))
                                        .append("stage", new Document("t", "void_failed")),
                                new Document("attempt_id", "one_2")
                                        .append("amounts", amounts(7, 6, 1, 0))))
                .append(
                        "captures",
                        List.of(
                                capture("one_1", "charged", 50, "connector"),
                                capture("one_1", "charged", 10, "direct"),
                                capture("one_1", "failed", 30, "connector"),
                                capture("one_2", "charged", 6, "connector")))
                .append(
                        "refunds",
                        List.of(
                                refund("ref_1", "succeeded", 20, 5),
                                refund("ref_2", "pending", 3, 6),
                                refund("ref_3", "review", 2, 7),
                                refund("ref_4", "failed", 9, 8),
                                refund("found_5", "failed", 9, 9)))
                .append(
                        "disputes",
                        List.of(
                                new Document("dispute_id", "dp_1")
                                        .append("dispute_status", "dispute_lost")
                                        .append("amount", 4L)
                                        .append("currency", "EUR")
                                        .append(
                                                "connector_updated_at",
                                                Date.from(Instant.ofEpochMilli(8)))));
        var read = StoreReader.payments(List.of(found), List.of()).getFirst();

        assertThat(read.attempts())
                .containsExactly(
                        new AttemptRecord("one_1", 100, 60, 40, 25, 60, 10, 20, 5),
                        new AttemptRecord("one_2", 7, 6, 1, 0, 6, 0, 0, 0));
        assertThat(read.charged()).isEqualTo(66);
        assertThat(read.reservedForRefunds()).isEqualTo(25);
        assertThat(read.lastRefundMillis()).isEqualTo(7);
        assertThat(read.voidRefused()).isTrue();
        assertThat(read.disputes())
                .containsExactly(new DisputeRecord("dp_1", "dispute_lost", 4, "EUR", 8));
    }

    private static Document amounts(long authorized, long captured, long released, long refunded) {
        return new Document("authorized", authorized)
                .append("captured", captured)
                .append("released", released)
                .append("refunded", refunded);
    }

    private static Document capture(String attempt, String status, long amount, String type) {
        return new Document("attempt_id", attempt)
                .append("status", status)
                .append("amount", amount)
                .append("capture_type", type);
    }

    private static Document refund(String id, String status, long amount, long at) {
        return new Document("attempt_id", "one_1")
                .append("refund_id", id)
                .append("status", status)
                .append("amount", amount)
                .append("created_at", Date.from(Instant.ofEpochMilli(at)));
    }

    private static Document payment(String id, long sequence) {
        return new Document("_id", id)
                .append("status", "succeeded")
                .append("sequence", sequence)
                .append("payment", new Document("intent", new Document("currency", "EUR")));
    }
}
