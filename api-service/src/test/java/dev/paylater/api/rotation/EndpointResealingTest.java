package dev.paylater.api.rotation;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.kit.security.EndpointSecrets;
import dev.paylater.teststack.Stack;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndpointResealingTest {

    private static final EndpointSecrets OLD = EndpointSecrets.of(Fixtures.sealer(1));
    private static final EndpointSecrets ROTATED = EndpointSecrets.of(Fixtures.sealer(2, 1));
    private static final EndpointSecrets NEW = EndpointSecrets.of(Fixtures.sealer(2));
    private static final Date EXPIRES = Date.from(Instant.parse("2026-01-01T00:00:00Z"));

    private final String name = "endpoints_" + UUID.randomUUID();
    private final MongoClient client = MongoClients.create(Stack.shared().mongoUri(name));
    private final MongoDatabase database = client.getDatabase(name);
    private final MongoCollection<Document> endpoints = database.getCollection("webhook_endpoints");
    private final EndpointResealing resealing = new EndpointResealing(database, ROTATED);

    @AfterEach
    void drop() {
        database.drop();
        client.close();
    }

    private static Document endpoint(String id, Document... secrets) {
        return new Document("_id", id)
                .append("merchant_id", "merchant")
                .append("url", "https://shop.example/hooks")
                .append("secrets", List.of(secrets))
                .append("version", 3L);
    }

    private static Document secret(String endpointId, String plain) {
        return new Document("sealed", OLD.seal("merchant", endpointId, plain));
    }

    private Document stored(String id) {
        return Objects.requireNonNull(endpoints.find(new Document("_id", id)).first());
    }

    @Test
    void without_the_old_key_every_secret_is_still_there_and_nothing_else_has_changed() {
        endpoints.insertOne(
                endpoint(
                        "we_1",
                        secret("we_1", "whsec_latest"),
                        secret("we_1", "whsec_before").append("expires_at", EXPIRES)));
        endpoints.insertOne(endpoint("we_profile"));
        assertThat(resealing.left()).isNaN();

        resealing.round();
        assertThat(resealing.left()).isEqualTo(1);
        var secrets = stored("we_1").getList("secrets", Document.class);
        assertThat(secrets)
                .extracting(secret -> NEW.open("merchant", "we_1", secret.getString("sealed")))
                .containsExactly("whsec_latest", "whsec_before");
        assertThat(secrets.getFirst()).containsOnlyKeys("sealed");
        assertThat(secrets.getLast()).containsEntry("expires_at", EXPIRES);
        assertThat(stored("we_1"))
                .containsEntry("version", 3L)
                .containsEntry("url", "https://shop.example/hooks");

        resealing.round();
        assertThat(resealing.left()).isZero();
    }

    @Test
    void what_cannot_be_opened_stays_and_is_counted() {
        var moved = endpoint("we_2", secret("we_1", "whsec_of_another"));
        endpoints.insertOne(moved);

        resealing.round();
        assertThat(stored("we_2")).isEqualTo(moved);
        assertThat(resealing.left()).isEqualTo(1);
    }
}
