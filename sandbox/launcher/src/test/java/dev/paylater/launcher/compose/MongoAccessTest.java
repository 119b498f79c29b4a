package dev.paylater.launcher.compose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** docker/mongodb-access.json: which service may do what with which collection in production. */
class MongoAccessTest {

    private static final Path CHECKOUT = Path.of("..", "..");

    /**
     * Collections whose names sources put together or a library has, by docs/makers/data-model.md.
     */
    private static final Map<String, Set<String>> COMPOSED =
            Map.of(
                    "api-service", Set.of("connector_capabilities", "payments_archive"),
                    "connector-service", Set.of("connector_capabilities"),
                    "orchestrator-service",
                            Set.of("connector_capabilities", "payments", "payments_archive"),
                    "paylater-ops", Set.of("payments_archive"),
                    "refund-service", Set.of("connector_capabilities"));

    private JsonNode access = NullNode.instance;

    @BeforeEach
    void read() throws IOException {
        access = new JsonMapper().readTree(CHECKOUT.resolve("docker/mongodb-access.json").toFile());
    }

    @Test
    void each_service_may_use_the_collections_that_its_sources_name_and_no_others()
            throws IOException {
        assertThat(access.properties()).hasSize(6);
        for (var service : access.properties()) {
            var named =
                    new TreeSet<>(
                            ServiceSources.of(CHECKOUT, List.of(service.getKey())).collections());
            named.addAll(COMPOSED.getOrDefault(service.getKey(), Set.of()));
            assertThat(collections(service.getValue()).keySet())
                    .as(service.getKey())
                    .isEqualTo(named);
        }
    }

    @Test
    void what_is_owed_and_taken_is_written_by_one_service_each() {
        assertThat(who("own", "payments")).containsExactly("orchestrator-service");
        assertThat(who("own", "payments_archive")).containsExactly("orchestrator-service");
        assertThat(who("own", "mandate_claims")).containsExactly("orchestrator-service");
        assertThat(who("own", "refunds")).containsExactly("refund-service");
        assertThat(who("own", "operation_leases")).containsExactly("connector-service");
        // Sealed again after the exchange of a key, and when a customer is deleted.
        assertThat(who("change", "payments")).containsExactly("api-service");
        assertThat(who("change", "refunds")).containsExactly("api-service");
    }

    @Test
    void credentials_keys_and_customers_are_read_by_nobody_else() {
        for (var collection : List.of("api_keys", "customers", "idempotency_keys")) {
            var readers = new TreeSet<String>();
            access.properties()
                    .forEach(
                            service -> {
                                if (collections(service.getValue()).containsKey(collection)) {
                                    readers.add(service.getKey());
                                }
                            });
            assertThat(readers).as(collection).containsExactly("api-service");
        }
        assertThat(who("read", "connector_accounts"))
                .containsExactly("connector-service", "orchestrator-service");
    }

    private Set<String> who(String right, String collection) {
        var who = new TreeSet<String>();
        access.properties()
                .forEach(
                        service -> {
                            var given = collections(service.getValue()).get(collection);
                            if (given != null && given.contains(right)) {
                                who.add(service.getKey());
                            }
                        });
        return who;
    }

    /** The rights that a service has to each collection: one, or "add" beside "change". */
    private static Map<String, Set<String>> collections(JsonNode rights) {
        var collections = new TreeMap<String, Set<String>>();
        for (var right : rights.properties()) {
            for (var name : right.getValue()) {
                var given = collections.computeIfAbsent(name.asText(), _ -> new TreeSet<>());
                assertThat(given.add(right.getKey())).as(name.asText()).isTrue();
                assertThat(given.size() == 1 || given.equals(Set.of("add", "change")))
                        .as("%s: %s", name.asText(), given)
                        .isTrue();
            }
        }
        return collections;
    }
}
