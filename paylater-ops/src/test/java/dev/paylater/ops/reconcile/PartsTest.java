package dev.paylater.ops.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClients;
import dev.paylater.teststack.Stack;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** All payments come in parts of a bounded size, each in one of them. */
class PartsTest {
    private static final String DATABASE = "ops_parts";

    @Test
    void parts_follow_one_another_and_none_has_more_than_is_allowed() {
        try (var client = MongoClients.create(Stack.shared().mongoUri(DATABASE))) {
            var database = client.getDatabase(DATABASE);
            database.drop();
            database.getCollection("payments").insertMany(documents("a/1", "a/2", "a/3", "b/1"));
            database.getCollection("payments_archive").insertMany(documents("a/0", "b/2", "c/1"));
            var reader = new StoreReader(database);

            var parts = reader.parts(Range.ALL, 2);

            assertThat(parts.getFirst().from()).isEqualTo(Range.ALL.from());
            assertThat(parts.getLast().to()).isEqualTo(Range.ALL.to());
            for (int index = 1; index < parts.size(); index++) {
                assertThat(parts.get(index).from()).isEqualTo(parts.get(index - 1).to());
            }
            assertThat(parts)
                    .allSatisfy(part -> assertThat(reader.payments(part)).hasSizeLessThan(5));
            assertThat(parts.stream().flatMap(part -> reader.payments(part).stream()))
                    .extracting(PaymentRecord::id)
                    .containsExactlyInAnyOrder("a/0", "a/1", "a/2", "a/3", "b/1", "b/2", "c/1");
            assertThat(reader.parts(Range.ofMerchant("a"), 10))
                    .containsExactly(Range.ofMerchant("a"));
            assertThat(reader.payments(Range.ofMerchant("a"))).hasSize(4);
        }
    }

    @Test
    void documents_with_merchant_and_payment_apart_are_narrowed_by_both() {
        assertThat(new Range("a/1", "a/3").ofParts())
                .isEqualTo(
                        new Document("merchant_id", "a")
                                .append(
                                        "payment_id",
                                        new Document("$gte", "1").append("$lt", "3")));
        assertThat(new Range("a/1", "b/3").ofParts())
                .isEqualTo(
                        new Document("merchant_id", new Document("$gte", "a").append("$lte", "b")));
        assertThat(new Range("a/1", "b/3").includes("b/3")).isFalse();
        assertThat(new Range("a/1", "b/3").includes("a/1")).isTrue();
    }

    private static List<Document> documents(String... ids) {
        return Stream.of(ids).map(id -> new Document("_id", id)).toList();
    }
}
