package dev.paylater.messaging;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/**
 * A registry that speaks Confluent's HTTP API (Apicurio's compatible one, or Confluent's own). Each
 * id is asked for once in the life of the process.
 */
final class HttpSchemaRegistry implements SchemaRegistry {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String COMPATIBILITY = "FULL_TRANSITIVE";
    private static final Logger log = LoggerFactory.getLogger(HttpSchemaRegistry.class);
    private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";

    private final String baseUrl;
    private final @Nullable String authorization;
    private final HttpClient http;
    private final ObjectMapper json = JsonMapper.shared();
    private final Map<String, Integer> idsBySubject = new ConcurrentHashMap<>();
    private final Map<Integer, Schema> schemasById = new ConcurrentHashMap<>();

    HttpSchemaRegistry(RegistryAccess access) {
        this.baseUrl = access.baseUrl();
        this.authorization = access.authorization();
        var builder = HttpClient.newBuilder().connectTimeout(TIMEOUT);
        if (access.tlsContext() != null) {
            builder.sslContext(access.tlsContext());
        }
        this.http = builder.build();
    }

    @Override
    public int idOf(String subject, Schema schema) {
        var known = idsBySubject.get(subject);
        if (known != null) {
            return known;
        }
        var body = json.writeValueAsString(Map.of("schema", schema.toString()));
        var answer =
                call(
                        HttpRequest.newBuilder(
                                        URI.create(baseUrl + "/subjects/" + subject + "/versions"))
                                .header("Content-Type", MEDIA_TYPE)
                                .POST(HttpRequest.BodyPublishers.ofString(body)));
        var id = json.readTree(answer).required("id").asInt();
        protect(subject);
        idsBySubject.put(subject, id);
        schemasById.put(id, schema);
        return id;
    }

    /** From now on the registry refuses what old or new readers could not read. */
    private void protect(String subject) {
        var body = json.writeValueAsString(Map.of("compatibility", COMPATIBILITY));
        try {
            call(
                    HttpRequest.newBuilder(URI.create(baseUrl + "/config/" + subject))
                            .header("Content-Type", MEDIA_TYPE)
                            .PUT(HttpRequest.BodyPublishers.ofString(body)));
        } catch (RegistryUnavailable | UnknownSchema e) {
            log.warn(
                    "The compatibility of {} could not be set to {}; set it yourself: {}",
                    subject,
                    COMPATIBILITY,
                    e.getMessage());
        }
    }

    @Override
    public Schema schemaOf(int id) {
        var known = schemasById.get(id);
        if (known != null) {
            return known;
        }
        var answer = call(HttpRequest.newBuilder(URI.create(baseUrl + "/schemas/ids/" + id)).GET());
        var schema = new Schema.Parser().parse(json.readTree(answer).required("schema").asString());
        schemasById.put(id, schema);
        return schema;
    }

    private String call(HttpRequest.Builder request) {
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        try {
            var response =
                    http.send(
                            request.timeout(TIMEOUT).header("Accept", MEDIA_TYPE).build(),
                            HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() == 404) {
                throw new UnknownSchema(response.uri() + " answered 404");
            }
            if (response.statusCode() / 100 != 2) {
                throw new RegistryUnavailable(
                        response.uri() + " answered " + response.statusCode(), null);
            }
            return response.body();
        } catch (IOException e) {
            throw new RegistryUnavailable("No answer from the schema registry at " + baseUrl, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RegistryUnavailable("Interrupted while asking the schema registry", e);
        }
    }
}
