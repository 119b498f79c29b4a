package dev.paylater.launcher.process;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.bson.Document;

/** Asks a process whether it can do its work, in its own language: HTTP, Kafka or MongoDB. */
public final class Readiness implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final String READINESS = "/actuator/health/readiness";

    private final Launches launches;
    private final Infrastructure infrastructure;
    private final JsonMapper json = new JsonMapper();
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    Readiness(Launches launches, Infrastructure infrastructure) {
        this.launches = launches;
        this.infrastructure = infrastructure;
    }

    public boolean isReady(Instance instance) throws IOException {
        if (!Ports.isListening(instance.port())) {
            return false;
        }
        return switch (instance.service()) {
            case KAFKA, STORE ->
                    answers(instance.service(), infrastructure.address(instance.service()));
            case REGISTRY -> answers(launches.registry().readyUrl());
            case PROVIDER_SIMULATOR ->
                    answers("http://127.0.0.1:" + instance.port() + "/simulator/health");
            case ORCHESTRATOR, CONNECTOR, REFUND, WEBHOOK, API -> answers(readinessOf(instance));
        };
    }

    /** Whether Kafka, a store or a registry answers at this address, whoever runs it. */
    public boolean answers(Service service, String address) {
        return switch (service) {
            case KAFKA -> kafkaAnswers(address);
            case STORE -> storeAnswers(address);
            case REGISTRY -> answers(address + "/subjects");
            case PROVIDER_SIMULATOR, ORCHESTRATOR, CONNECTOR, REFUND, WEBHOOK, API ->
                    throw new IllegalArgumentException(service.label() + " is always our own");
        };
    }

    /** Why a service says that it is not ready; nothing where it says none. */
    public List<String> reasons(Instance instance) {
        if (instance.service().isInfrastructure()) {
            return List.of();
        }
        var request =
                HttpRequest.newBuilder(URI.create(readinessOf(instance))).timeout(PATIENCE).build();
        try {
            return json.readTree(http.send(request, BodyHandlers.ofString()).body())
                    .findValuesAsText("reason");
        } catch (IOException _) {
            return List.of();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private static String readinessOf(Instance instance) {
        return "http://127.0.0.1:" + instance.managementPort() + READINESS;
    }

    private boolean answers(String url) {
        var request = HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean kafkaAnswers(String bootstrap) {
        int patienceMillis = (int) PATIENCE.toMillis();
        try (Admin admin =
                Admin.create(
                        Map.of(
                                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                                bootstrap,
                                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                                patienceMillis,
                                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                                patienceMillis))) {
            return !admin.describeCluster()
                    .nodes()
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .isEmpty();
        } catch (ExecutionException | java.util.concurrent.TimeoutException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean storeAnswers(String uri) {
        var settings =
                MongoClientSettings.builder()
                        .applyConnectionString(new ConnectionString(uri))
                        .applyToClusterSettings(
                                cluster ->
                                        cluster.serverSelectionTimeout(
                                                PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                        .build();
        try (var client = MongoClients.create(settings)) {
            Document pong = client.getDatabase("admin").runCommand(new Document("ping", 1));
            return pong.containsKey("ok");
        } catch (MongoException _) {
            return false;
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
