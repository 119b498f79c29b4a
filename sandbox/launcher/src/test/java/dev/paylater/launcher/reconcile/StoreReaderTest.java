package dev.paylater.launcher.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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

    private static Document payment(String id, long sequence) {
        return new Document("_id", id)
                .append("status", "succeeded")
                .append("sequence", sequence)
                .append("payment", new Document("intent", new Document("currency", "EUR")));
    }
}
