package dev.paylater.kit.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClients;
import dev.paylater.kit.security.Certificates;
import dev.paylater.messaging.TlsContext;
import dev.paylater.teststack.Stack;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MongoConfigurationTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb://a:1,b:1/paylater",
                "mongodb://a:1,b:1/paylater?readConcernLevel=local&readPreference=secondary&w=1"
            })
    void what_decisions_follow_from_is_durable_whatever_the_address_says(String uri) {
        var settings = MongoConfiguration.settings(uri, Map.of());
        assertThat(settings.getReadConcern()).isEqualTo(ReadConcern.MAJORITY);
        assertThat(settings.getReadPreference()).isEqualTo(ReadPreference.primary());
        assertThat(settings.getWriteConcern())
                .isEqualTo(
                        WriteConcern.MAJORITY.withJournal(true).withWTimeout(5, TimeUnit.SECONDS));
    }

    @Test
    void the_store_of_the_tests_takes_these_settings() {
        var settings = MongoConfiguration.settings(Stack.shared().mongoUri("majority"), Map.of());
        try (var client = MongoClients.create(settings)) {
            var documents = client.getDatabase("majority").getCollection("documents");
            documents.insertOne(new Document("_id", "one"));
            assertThat(documents.find()).containsExactly(new Document("_id", "one"));
        }
    }

    @Test
    void a_store_behind_tls_is_trusted_by_its_own_settings_and_shown_a_certificate(
            @TempDir Path folder) throws Exception {
        var certificates = Certificates.in(folder);
        var store = new ConnectionString(Stack.shared().mongoUri("tls")).getHosts().getFirst();
        var server = both(certificates, "trusts-client", "server");
        var client = both(certificates, "trusts-server", "client");
        try (var door =
                new TlsDoor(
                        Objects.requireNonNull(TlsContext.of(server)),
                        Integer.parseInt(store.substring(store.indexOf(':') + 1)))) {
            var uri =
                    "mongodb://127.0.0.1:%d/tls?tls=true&serverSelectionTimeoutMS=1000"
                            .formatted(door.port());
            assertThat(ping(uri, client)).containsEntry("ok", 1.0);
            assertThatThrownBy(() -> ping(uri, certificates.settings("trust", "trusts-server")))
                    .isInstanceOf(MongoTimeoutException.class);
            assertThatThrownBy(() -> ping(uri, Map.of()))
                    .isInstanceOf(MongoTimeoutException.class)
                    .hasMessageContaining("unable to find valid certification path");
        }
    }

    private static Map<String, String> both(
            Certificates certificates, String trusted, String shown) {
        var settings = new HashMap<>(certificates.settings("trust", trusted));
        settings.putAll(certificates.settings("key", shown));
        return settings;
    }

    private static Document ping(String uri, Map<String, String> tls) {
        try (var client = MongoClients.create(MongoConfiguration.settings(uri, tls))) {
            return client.getDatabase("tls").runCommand(new Document("ping", 1));
        }
    }
}
