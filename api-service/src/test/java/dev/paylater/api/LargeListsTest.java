package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Lists have a size, however large what they list is. */
class LargeListsTest {

    private static final RunningApi API = RunningApi.shared();
    private static final int TWO_MIB = 2 * 1024 * 1024;

    @Test
    void a_page_of_large_payments_ends_at_4_mib_and_the_next_begins_where_it_ended() {
        var customer = "large-" + UUID.randomUUID();
        var made = new ArrayList<String>();
        for (var i = 0; i < 5; i++) {
            var id =
                    API.create(", \"customer\": {\"id\": \"" + customer + "\"}")
                            .path("payment_id")
                            .asString();
            API.bean(MongoDatabase.class)
                    .getCollection("payments")
                    .updateOne(
                            Filters.eq("_id", "merchant_sandbox/" + id),
                            Updates.set(
                                    "payment.terms.description",
                                    "\"" + "x".repeat(TWO_MIB) + "\""));
            made.addFirst(id);
        }
        var sizes = new ArrayList<Integer>();
        var walked = new ArrayList<String>();
        var after = "";
        while (sizes.isEmpty() || sizes.getLast() > 0) {
            var page =
                    API.get("/payments/list?limit=100&customer_id=" + customer + after)
                            .json()
                            .get(0);
            sizes.add(page.path("size").intValue());
            page.path("data").forEach(shown -> walked.add(shown.path("payment_id").asString()));
            after = "&starting_after=" + walked.getLast();
        }
        assertThat(sizes).isEqualTo(List.of(2, 2, 1, 0));
        assertThat(walked).containsExactlyInAnyOrderElementsOf(made);
    }
}
