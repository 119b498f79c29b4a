package dev.paylater.api.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.paylater.teststack.Stack;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the store is told of every read that a request waits for. */
final class DeadlineTest {

    private final List<BsonDocument> finds = new ArrayList<>();

    @Test
    void the_store_ends_every_read_of_the_api_soon_after_nobody_waits_for_it() {
        var settings =
                MongoClientSettings.builder()
                        .applyConnectionString(
                                new ConnectionString(Stack.shared().mongoUri("deadlines")))
                        .addCommandListener(remembering())
                        .build();
        try (var client = MongoClients.create(settings)) {
            var database = client.getDatabase("deadlines");
            var payments = new PaymentReads(database);
            payments.find("merchant", "pay_1");
            payments.findRaw("merchant", "pay_1");
            new PaymentList(database).find(query(null));
            new PaymentList(database).find(query("order-"));
            new PaymentSearch(database).ofMerchants(List.of("merchant"), List.of());
            new PaymentSearch(database).withTransaction("transaction", List.of());
            new MandateReads(database, payments).find("merchant", "man_1");
            new DisputeReads(database).find("merchant", "dp_1");
            new RefundReads(database).findRaw("merchant", "ref_1");
        }

        assertThat(finds)
                .hasSizeGreaterThanOrEqualTo(9)
                .allSatisfy(
                        find ->
                                assertThat(find.getNumber("maxTimeMS").longValue())
                                        .isEqualTo(8_000));
    }

    private static PaymentList.Query query(@Nullable String orderPrefix) {
        return new PaymentList.Query("merchant", List.of(), orderPrefix, null, false, 10);
    }

    private CommandListener remembering() {
        return new CommandListener() {
            @Override
            public void commandStarted(CommandStartedEvent event) {
                if (event.getCommandName().equals("find")) {
                    finds.add(event.getCommand().clone());
                }
            }
        };
    }
}
