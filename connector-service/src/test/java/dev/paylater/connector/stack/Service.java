package dev.paylater.connector.stack;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import dev.paylater.connector.ConnectorApplication;
import dev.paylater.kit.management.ManagementPort;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import dev.paylater.teststack.Stack;
import java.util.Map;
import java.util.UUID;
import org.bson.Document;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The whole service on a stack, with one account of merchant_1 at the sandbox. */
public final class Service implements AutoCloseable {

    public static final String MERCHANT = "merchant_1";
    public static final String ACCOUNT = "mca_1";
    public static final String WEBHOOK_SECRET = "whsec_one";
    private static final String KEY = "1:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

    private final ConfigurableApplicationContext context;

    public Service(Stack stack, String providerUrl) {
        context =
                new SpringApplicationBuilder(ConnectorApplication.class)
                        .profiles("local")
                        .properties(
                                Map.of(
                                        "SERVER_PORT",
                                        "0",
                                        "PAYLATER_KAFKA_BOOTSTRAP",
                                        stack.bootstrap(),
                                        "PAYLATER_REGISTRY_URL",
                                        stack.registryUrl(),
                                        "PAYLATER_MONGODB_URI",
                                        stack.mongoUri("connector_" + UUID.randomUUID()),
                                        "PAYLATER_PUBLIC_URL",
                                        "http://127.0.0.1:1",
                                        "PAYLATER_ENCRYPTION_KEY",
                                        KEY,
                                        "PAYLATER_SERVICE_KEY",
                                        KEY,
                                        "PAYLATER_INSTANCE",
                                        "test"))
                        .run();
        var sealer = bean(Sealer.class);
        bean(MongoDatabase.class)
                .getCollection("connector_accounts")
                .replaceOne(
                        new Document("_id", ACCOUNT),
                        new Document("_id", ACCOUNT)
                                .append("merchant_id", MERCHANT)
                                .append("connector", "sandbox")
                                .append("enabled", true)
                                .append("base_url", providerUrl)
                                .append(
                                        "credentials",
                                        sealer.seal(
                                                "{\"api_key\": \"sandbox_one\"}",
                                                place("credentials")))
                                .append(
                                        "webhook_secret",
                                        sealer.seal(WEBHOOK_SECRET, place("webhook_secret"))),
                        new ReplaceOptions().upsert(true));
    }

    private static SealedPlace place(String field) {
        return new SealedPlace(MERCHANT, ACCOUNT, field);
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public int managementPort() {
        return bean(ManagementPort.class).number();
    }

    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
