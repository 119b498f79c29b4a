package dev.paylater.kit.mongo;

import com.mongodb.ConnectionString;
import com.mongodb.ErrorCategory;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.paylater.messaging.TlsContext;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.mongodb.MongoMetricsConnectionPoolListener;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.mapping.model.SnakeCaseFieldNamingStrategy;
import org.springframework.data.mongodb.MongoDatabaseFactory;
import org.springframework.data.mongodb.MongoManagedTypes;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.convert.DefaultMongoTypeMapper;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.convert.NoOpDbRefResolver;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;

/**
 * One client whose acknowledged writes survive the loss of a member. The hot path uses its driver
 * directly, everything else Spring Data's mapping over the same client.
 */
@Configuration(proxyBeanMethods = false)
public class MongoConfiguration {

    private static final int SELECTION_TIMEOUT_MILLIS = 3_000;
    private static final int CONNECT_TIMEOUT_MILLIS = 2_000;
    private static final int READ_TIMEOUT_MILLIS = 10_000;
    private static final WriteConcern DURABLE =
            WriteConcern.MAJORITY.withJournal(true).withWTimeout(5, TimeUnit.SECONDS);

    @Bean(destroyMethod = "close")
    MongoClient mongoClient(
            @Value("${paylater.mongodb.uri}") String uri,
            Environment environment,
            MeterRegistry meters) {
        var tls =
                Binder.get(environment)
                        .bind("paylater.mongodb.tls", Bindable.mapOf(String.class, String.class))
                        .orElse(Map.of());
        return MongoClients.create(measured(settings(uri, tls), meters));
    }

    /** One client is one cluster, so its number says nothing. */
    private static MongoClientSettings measured(
            MongoClientSettings settings, MeterRegistry meters) {
        var pool =
                new MongoMetricsConnectionPoolListener(
                        meters,
                        created ->
                                Tags.of("server", created.getServerId().getAddress().toString()));
        return MongoClientSettings.builder(settings)
                .addCommandListener(new CommandMeters(meters))
                .applyToConnectionPoolSettings(it -> it.addConnectionPoolListener(pool))
                .build();
    }

    /**
     * Whatever the address says, what is read is what a majority has: a decision that follows from
     * a write which is rolled back later would be about a payment that never was so.
     *
     * @param tls whom to trust where the address asks for TLS; the JVM's own where it is empty
     */
    static MongoClientSettings settings(String uri, Map<String, String> tls) {
        var context = TlsContext.of(tls);
        return MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .applyToSslSettings(
                        ssl -> {
                            if (context != null) {
                                ssl.context(context);
                            }
                        })
                .applyToClusterSettings(
                        cluster ->
                                cluster.serverSelectionTimeout(
                                        SELECTION_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .applyToSocketSettings(
                        socket ->
                                socket.connectTimeout(CONNECT_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
                                        .readTimeout(READ_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .writeConcern(DURABLE)
                .readConcern(ReadConcern.MAJORITY)
                .readPreference(ReadPreference.primary())
                .build();
    }

    @Bean
    MongoDatabase mongoDatabase(
            MongoClient client,
            @Value("${paylater.mongodb.uri}") String uri,
            Environment environment) {
        if (!environment.acceptsProfiles(Profiles.of("local"))) {
            requireReplicaSet(client);
        }
        return client.getDatabase(
                Objects.requireNonNull(
                        new ConnectionString(uri).getDatabase(),
                        "paylater.mongodb.uri must name a database"));
    }

    @Bean(initMethod = "start", destroyMethod = "close")
    ClockWatch clockHealthIndicator(MongoDatabase database, MeterRegistry meters) {
        return new ClockWatch(database, InstantSource.system(), meters);
    }

    /** Maps over the same client. Only a key that exists already is an exception of Spring's. */
    @Bean
    MongoDatabaseFactory mongoDatabaseFactory(MongoClient client, MongoDatabase database) {
        var factory = new SimpleMongoClientDatabaseFactory(client, database.getName());
        factory.setExceptionTranslator(MongoConfiguration::translated);
        return factory;
    }

    private static @Nullable DataAccessException translated(RuntimeException failure) {
        return failure instanceof MongoWriteException write
                        && write.getError().getCategory() == ErrorCategory.DUPLICATE_KEY
                ? new DuplicateKeyException("The store has such a document already", write)
                : null;
    }

    /** Components become snake_case fields. */
    @Bean
    MongoMappingContext mongoMappingContext(
            MongoManagedTypes types, MongoCustomConversions conversions) {
        var context = new MongoMappingContext();
        context.setManagedTypes(types);
        context.setSimpleTypeHolder(conversions.getSimpleTypeHolder());
        context.setFieldNamingStrategy(new SnakeCaseFieldNamingStrategy());
        return context;
    }

    /** Documents name no Java class, and keys of maps are kept as they are. */
    @Bean
    MappingMongoConverter mappingMongoConverter(
            MongoMappingContext context, MongoCustomConversions conversions) {
        var converter = new MappingMongoConverter(NoOpDbRefResolver.INSTANCE, context);
        converter.setCustomConversions(conversions);
        converter.setTypeMapper(new DefaultMongoTypeMapper(null));
        converter.preserveMapKeys(true);
        return converter;
    }

    private static void requireReplicaSet(MongoClient client) {
        var hello = client.getDatabase("admin").runCommand(new Document("hello", 1));
        if (hello.get("setName") == null && !"isdbgrid".equals(hello.get("msg"))) {
            throw new IllegalStateException(
                    "paylater.mongodb.uri points at a standalone server. Payments need a replica"
                        + " set (or a sharded cluster), so that a majority has each write before it"
                        + " counts. Only the local profile may use a standalone server.");
        }
    }
}
