package dev.paylater.launcher.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

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

    private static Document payment(String id, long sequence) {
        return new Document("_id", id)
                .append("status", "succeeded")
                .append("sequence", sequence)
                .append("payment", new Document("intent", new Document("currency", "EUR")));
    }
}
