package dev.paylater.documentstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.BulkOperations;
import org.springframework.data.mongodb.core.FindAndModifyOptions;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.index.Index;
import org.springframework.data.mongodb.core.query.Update;

/** Spring Data's template over the store. */
class SpringDataTest {

    private static StoreUnderTest store;
    private MongoTemplate template;

    record Order(
            @Id String id,
            @Version @Nullable Long version,
            String customer,
            long amount,
            Instant created) {}

    @BeforeAll
    static void start() throws Exception {
        store = StoreUnderTest.start();
    }

    @AfterAll
    static void stop() throws Exception {
        store.close();
    }

    @BeforeEach
    void useFreshCollection() {
        template =
                new MongoTemplate(
                        new SimpleMongoClientDatabaseFactory(
                                store.client(), store.database().getName()));
        template.dropCollection(Order.class);
        template.indexOps(Order.class)
                .createIndex(
                        new Index("customer", Sort.Direction.ASC)
                                .on("created", Sort.Direction.DESC)
                                .unique());
        template.indexOps(Order.class)
                .createIndex(
                        new Index("created", Sort.Direction.ASC)
                                .expire(Duration.ofDays(1_000_000)));
    }

    private static Order order(int number, String customer) {
        Instant created = Instant.ofEpochSecond(1_700_000_000 + number);
        return new Order("o" + number, null, customer, number, created);
    }

    @Test
    void a_stale_version_is_refused() {
        Order inserted = template.insert(order(1, "a"));
        Order saved = template.save(inserted);
        assertThat(saved.version()).isEqualTo(1);
        assertThatThrownBy(() -> template.save(inserted))
                .isInstanceOf(OptimisticLockingFailureException.class);
        assertThatThrownBy(() -> template.insert(order(1, "b")))
                .isInstanceOf(DuplicateKeyException.class);
    }

    @Test
    void queries_counts_streams_and_pages_work() {
        template.insertAll(List.of(order(1, "a"), order(2, "a"), order(3, "b")));
        assertThat(
                        template.find(
                                query(where("customer").is("a"))
                                        .with(Sort.by("created").descending())
                                        .limit(1),
                                Order.class))
                .extracting(Order::id)
                .containsExactly("o2");
        assertThat(template.count(query(where("amount").gte(2)), Order.class)).isEqualTo(2);
        assertThat(template.estimatedCount(Order.class)).isEqualTo(3);
        assertThat(template.exists(query(where("_id").is("o3")), Order.class)).isTrue();
        try (Stream<Order> all =
                template.stream(query(where("amount").gt(0)).cursorBatchSize(1), Order.class)) {
            assertThat(all).hasSize(3);
        }
    }

    @Test
    void find_and_modify_bulks_and_counts_work() {
        template.insertAll(List.of(order(1, "a"), order(2, "a"), order(3, "b")));
        Order changed =
                template.findAndModify(
                        query(where("customer").is("b")),
                        new Update().inc("amount", 10),
                        FindAndModifyOptions.options().returnNew(true),
                        Order.class);
        assertThat(changed).isNotNull().extracting(Order::amount).isEqualTo(13L);
        int modified =
                template.bulkOps(BulkOperations.BulkMode.UNORDERED, Order.class)
                        .updateMulti(
                                query(where("customer").is("a")), new Update().inc("amount", 1))
                        .remove(query(where("_id").is("o3")))
                        .execute()
                        .getModifiedCount();
        assertThat(modified).isEqualTo(2);
        assertThat(template.count(query(where("customer").is("a")), Order.class)).isEqualTo(2);
    }

    @Test
    void index_information_can_be_read() {
        assertThat(template.indexOps(Order.class).getIndexInfo())
                .extracting(index -> index.getName())
                .containsExactlyInAnyOrder("_id_", "customer_1_created_-1", "created_1");
    }
}
