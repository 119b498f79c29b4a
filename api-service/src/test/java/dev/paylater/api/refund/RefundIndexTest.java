package dev.paylater.api.refund;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.store.RefundFilter;
import dev.paylater.api.store.RefundList;
import dev.paylater.api.store.RefundPage;
import dev.paylater.teststack.Stack;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RefundIndexTest {

    private static final int REFUNDS = 500;
    private static final Duration SPAN = Duration.ofMinutes(2);
    private static final RefundFilter ALL =
            new RefundFilter(
                    RandomRefunds.MERCHANT,
                    RandomRefunds.START,
                    RandomRefunds.START.plus(SPAN),
                    null,
                    null,
                    null,
                    null,
                    null,
                    Set.of(),
                    Set.of(),
                    Set.of(),
                    Set.of());

    private static MongoClient client;

    private final RandomRefunds random = new RandomRefunds(7, SPAN);
    private MongoDatabase database;
    private MongoCollection<Document> collection;

    @BeforeAll
    static void connect() {
        client = MongoClients.create(Stack.shared().mongoUri("directory_test"));
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    @BeforeEach
    void fill() {
        database = client.getDatabase("directory_test");
        collection = database.getCollection("refunds");
        collection.drop();
        random.fill(collection, 0, REFUNDS, 10);
    }

    private RefundIndex directory(int mostRows) {
        return new RefundIndex(new RefundList(database), Clock.systemUTC(), mostRows);
    }

    private static List<String> ids(RefundPage page) {
        return page.refunds().stream()
                .map(refund -> refund.getString("refund_id").getValue())
                .toList();
    }

    @Test
    void merchants_without_a_refund_do_not_fill_the_memory() {
        var directory = directory(20);
        for (var i = 0; i < 100; i++) {
            directory.find(of("merchant_" + i), 0, 10);
        }
        assertThat(directory.keptMerchants()).isEqualTo(20);
    }

    private static RefundFilter of(String merchantId) {
        return new RefundFilter(
                merchantId,
                ALL.startTime(),
                ALL.endTime(),
                null,
                null,
                null,
                null,
                null,
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of());
    }

    @Test
    void memory_and_store_find_the_same_for_any_combination_of_conditions() {
        var directory = directory(REFUNDS);
        var list = new RefundList(database);
        var paging = new Random(11);

        var found = 0L;
        for (var i = 0; i < 300; i++) {
            var filter = random.filter(REFUNDS);
            var offset = paging.nextInt(20);
            var limit = 1 + paging.nextInt(100);
            var expected = list.find(filter, offset, limit);
            var page = directory.find(filter, offset, limit);
            assertThat(ids(page)).as("%s", filter).isEqualTo(ids(expected));
            assertThat(page.totalCount()).as("%s", filter).isEqualTo(expected.totalCount());
            found += page.totalCount();
        }
        assertThat(found).isPositive();
    }

    @Test
    void refund_that_was_just_written_is_listed() {
        var directory = directory(2 * REFUNDS);
        assertThat(directory.find(ALL, 0, 1).totalCount()).isEqualTo(REFUNDS);

        for (var i = 0; i < 50; i++) {
            collection.insertOne(random.refund(REFUNDS + i, Clock.systemUTC().instant(), 10));
            assertThat(directory.find(ALL, 0, 1).totalCount()).isEqualTo(REFUNDS + i + 1);
        }
    }

    @Test
    void refund_that_was_just_changed_is_listed_as_it_is() {
        var directory = directory(REFUNDS);
        var list = new RefundList(database);
        for (var i = 0; i < 30; i++) {
            random.change(collection, REFUNDS, 10, Clock.systemUTC().instant());
            var filter = random.filter(REFUNDS);
            assertThat(directory.find(filter, 0, 10).totalCount())
                    .isEqualTo(list.find(filter, 0, 10).totalCount());
        }
    }

    @Test
    void pages_meet_every_refund_once_newest_first() {
        var directory = directory(REFUNDS);
        var met =
                IntStream.range(0, REFUNDS / 50 + 1)
                        .mapToObj(page -> ids(directory.find(ALL, page * 50, 50)))
                        .flatMap(List::stream)
                        .toList();

        assertThat(met).hasSize(REFUNDS).doesNotHaveDuplicates();
        var newest = directory.find(ALL, 0, 100).refunds();
        assertThat(newest)
                .isSortedAccordingTo(
                        (left, right) -> {
                            var byTime =
                                    right.getDateTime("created_at")
                                            .compareTo(left.getDateTime("created_at"));
                            return byTime != 0
                                    ? byTime
                                    : right.getString("refund_id")
                                            .compareTo(left.getString("refund_id"));
                        });
    }

    @Test
    void merchant_with_too_many_refunds_is_listed_from_the_store() {
        assertThat(directory(REFUNDS - 1).find(ALL, 0, 10).totalCount()).isEqualTo(REFUNDS);
    }

    @Test
    void unused_merchants_make_room() {
        var directory = directory(REFUNDS);
        assertThat(directory.find(ALL, 0, 1).totalCount()).isEqualTo(REFUNDS);
        var other =
                new RefundFilter(
                        "other",
                        ALL.startTime(),
                        ALL.endTime(),
                        null,
                        null,
                        null,
                        null,
                        null,
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Set.of());

        assertThat(directory.find(other, 0, 1).totalCount()).isZero();
        assertThat(directory.find(ALL, 0, 1).totalCount()).isEqualTo(REFUNDS);
    }
}
