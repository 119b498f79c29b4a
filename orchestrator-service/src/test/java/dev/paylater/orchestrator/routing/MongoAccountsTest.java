package dev.paylater.orchestrator.routing;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.kit.mongo.MongoConfiguration;
import dev.paylater.options.Routing;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.teststack.Stack;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.mongodb.repository.config.EnableMongoRepositories;

/** Which accounts and rules a payment may be routed by, read from a store. */
class MongoAccountsTest {

    private static @Nullable ConfigurableApplicationContext context;

    private final MongoDatabase database = bean(MongoDatabase.class);
    private final SetClock clock = bean(SetClock.class);
    private final Accounts accounts = bean(Accounts.class);

    /** As much of the service as reads accounts. */
    @Configuration(proxyBeanMethods = false)
    @Import({MongoConfiguration.class, MongoAccounts.class, MandateClaims.class})
    @ImportAutoConfiguration(DataMongoAutoConfiguration.class)
    @EnableMongoRepositories(basePackageClasses = MongoAccounts.class)
    static class Configured {
        @Bean
        SetClock clock() {
            return new SetClock();
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    static final class SetClock extends Clock {

        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @BeforeAll
    static void start() {
        context =
                new SpringApplicationBuilder(Configured.class)
                        .profiles("local")
                        .web(WebApplicationType.NONE)
                        .run(
                                "--spring.config.location=optional:classpath:/none/",
                                "--paylater.mongodb.uri=" + Stack.shared().mongoUri("routing"));
    }

    @AfterAll
    static void stop() {
        Objects.requireNonNull(context).close();
    }

    private static <T> T bean(Class<T> type) {
        return Objects.requireNonNull(context).getBean(type);
    }

    @BeforeEach
    void empty() {
        for (var name : List.of("connector_accounts", "connector_capabilities", "profiles")) {
            database.getCollection(name).deleteMany(new Document());
        }
        clock.pass(Duration.ofMinutes(1));
    }

    private void insert(String collection, String json) {
        database.getCollection(collection).insertOne(Document.parse(json));
    }

    private void account(String id, String merchant, String connector, int position) {
        insert(
                "connector_accounts",
                """
                {"_id": "%s", "merchant_id": "%s", "connector": "%s", "position": %d,
                 "enabled": true, "credentials": "sealed", "settings": {}, "version": 0}
                """
                        .formatted(id, merchant, connector, position));
    }

    private void klarna() {
        insert(
                "connector_capabilities",
                """
                {"_id": "klarna", "currencies": ["EUR"], "countries": ["DE", "SE"],
                 "markets": ["DE/EUR", "SE/EUR"],
                 "payment_method_types": ["klarna"], "capture_methods": ["manual"],
                 "features": ["refund_per_capture"]}
                """);
    }

    private static ConnectorAccount klarna(String id) {
        return new ConnectorAccount(
                "klarna",
                id,
                List.of("EUR"),
                List.of("DE", "SE"),
                List.of("DE/EUR", "SE/EUR"),
                List.of("klarna"),
                List.of("manual"),
                List.of("refund_per_capture"),
                null,
                null);
    }

    @Test
    void a_merchant_has_its_own_accounts_in_its_own_order() {
        klarna();
        account("mca_second", "merchant_a", "klarna", 1);
        account("mca_first", "merchant_a", "klarna", 0);
        account("mca_foreign", "merchant_b", "klarna", 0);
        assertThat(accounts.of("merchant_a"))
                .containsExactly(klarna("mca_first"), klarna("mca_second"));
        assertThat(accounts.of("merchant_b")).containsExactly(klarna("mca_foreign"));
        assertThat(accounts.of("merchant_c")).isEmpty();
    }

    @Test
    void disabled_accounts_and_those_of_unknown_connectors_are_left_out() {
        klarna();
        account("mca_unknown", "merchant_a", "nobody", 0);
        account("mca_disabled", "merchant_a", "klarna", 1);
        account("mca_used", "merchant_a", "klarna", 2);
        database.getCollection("connector_accounts")
                .updateOne(
                        new Document("_id", "mca_disabled"),
                        new Document("$set", new Document("enabled", false)));
        assertThat(accounts.of("merchant_a")).containsExactly(klarna("mca_used"));
    }

    @Test
    void what_a_connector_does_not_declare_restricts_nothing() {
        insert("connector_capabilities", "{\"_id\": \"klarna\"}");
        account("mca_1", "merchant_a", "klarna", 0);
        assertThat(accounts.of("merchant_a"))
                .containsExactly(
                        new ConnectorAccount(
                                "klarna", "mca_1", List.of(), List.of(), List.of(), List.of(),
                                List.of()));
    }

    @Test
    void an_account_can_be_for_one_part_of_the_business() {
        insert("connector_capabilities", "{\"_id\": \"klarna\"}");
        account("mca_1", "merchant_a", "klarna", 0);
        database.getCollection("connector_accounts")
                .updateOne(
                        new Document("_id", "mca_1"),
                        new Document(
                                "$set",
                                new Document("business_country", "DE")
                                        .append("business_label", "lamps")));
        assertThat(accounts.of("merchant_a"))
                .containsExactly(
                        new ConnectorAccount(
                                "klarna", "mca_1", List.of(), List.of(), List.of(), List.of(),
                                List.of(), List.of(), "DE", "lamps"));
    }

    @Test
    void a_change_is_followed_after_three_seconds_and_costs_no_query_before() {
        klarna();
        assertThat(accounts.of("merchant_a")).isEmpty();
        account("mca_1", "merchant_a", "klarna", 0);
        clock.pass(Duration.ofMillis(2_999));
        assertThat(accounts.of("merchant_a")).isEmpty();
        clock.pass(Duration.ofMillis(1));
        assertThat(accounts.of("merchant_a")).containsExactly(klarna("mca_1"));
    }

    @Test
    void those_of_many_merchants_take_three_reads_together() {
        klarna();
        for (var i = 0; i < 50; i++) {
            account("mca_" + i, "merchant_" + i, "klarna", 0);
            insert("profiles", "{\"_id\": \"pro_%d\", \"routing\": null}".formatted(i));
        }
        var merchants = IntStream.range(0, 50).mapToObj(i -> "merchant_" + i).collect(toSet());
        var profiles = IntStream.range(0, 50).mapToObj(i -> "pro_" + i).collect(toSet());
        var before = queries();
        accounts.prepare(merchants, profiles);
        assertThat(accounts.of("merchant_7")).containsExactly(klarna("mca_7"));
        assertThat(accounts.of("merchant_49")).containsExactly(klarna("mca_49"));
        assertThat(accounts.ruleOf("pro_49")).isNull();
        assertThat(queries() - before).isEqualTo(3);
    }

    private static long queries() {
        return bean(MeterRegistry.class)
                .find("mongodb.driver.commands")
                .tag("command", "find")
                .timers()
                .stream()
                .mapToLong(Timer::count)
                .sum();
    }

    @Test
    void a_profile_has_a_rule_or_none() {
        insert("profiles", "{\"_id\": \"pro_none\", \"merchant_id\": \"merchant_a\"}");
        insert(
                "profiles",
                """
                {"_id": "pro_rule", "merchant_id": "merchant_a",
                 "routing": "{\\"type\\": \\"single\\", \\"data\\": \\"klarna\\"}"}
                """);
        assertThat(accounts.ruleOf("pro_rule"))
                .isEqualTo(new Routing.Single(new Routing.Choice("klarna", null)));
        assertThat(accounts.ruleOf("pro_none")).isNull();
        assertThat(accounts.ruleOf("pro_unknown")).isNull();
    }
}
